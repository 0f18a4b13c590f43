# `make play` plays a game on the screen, `make test` runs every test; both do all the set-up they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTHON_CODE := src tests tools benchmarks
CORE := $(shell find core -name '*.cpp' -o -name '*.hpp' -o -name '*.inl') CMakeLists.txt  # third_party is *.h

# Tests are rewritten and compiled once, wherever one is told not to keep such files.
export PYTHONDONTWRITEBYTECODE :=
# One process more than there are processors: the tests of servers wait for clocks most of the time.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := $(BIN)/pytest -n $(JOBS) --no-loadscope-reorder --durations=15 --durations-min=1

.PHONY: play web test build lint types test-python test-core bench-quick sanitize wheel docs arm format clean

play: build
	@$(BIN)/woodstock play breakthrough --watch --player woodstock --player flat --start-clock 5 --play-clock 0.3

# The page on this machine: games to click, players to watch.
web: build
	@$(BIN)/woodstock web

test: build
	@$(MAKE) --no-print-directory --jobs 2 lint types
	@$(MAKE) --no-print-directory test-core test-python

build: $(VENV)/.built

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet scikit-build-core nanobind cmake ninja build
	$(BIN)/python tools/requirements.py test lint | $(BIN)/python -m pip install --quiet -r /dev/stdin
	$(BIN)/python tools/requirements.py outside | $(BIN)/python -m pip install --quiet -r /dev/stdin || echo "no Choco and ACE: their tests are skipped"
	@touch $@

$(VENV)/.built: $(VENV)/.ready $(CORE)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --no-build-isolation --no-deps -e .
	@cp build/cp*/_core.pyi src/woodstock/_core.pyi
	@touch $@

lint: $(VENV)/.ready
	$(BIN)/ruff check $(PYTHON_CODE)
	$(BIN)/ruff format --check $(PYTHON_CODE)
	@printf '%s\n' $(filter-out CMakeLists.txt,$(CORE)) | xargs -n 50 -P 2 $(BIN)/clang-format --dry-run --Werror

types: build
	$(BIN)/mypy

# `JOBS=0 make test-python` runs everything in one process.
test-python: build
	$(PYTEST)

# The C++ tests always run under AddressSanitizer and UndefinedBehaviorSanitizer.
test-core: $(VENV)/.ready
	@mkdir -p build
	@PATH="$(CURDIR)/$(BIN):$$PATH"; (cmake --preset sanitized && cmake --build --preset sanitized) > build/core.log 2>&1 || (cat build/core.log; exit 1)
	PATH="$(CURDIR)/$(BIN):$$PATH" ctest --preset sanitized

bench-quick: build
	$(BIN)/python benchmarks/engine.py --quick

# The Python tests of the core on a core built with AddressSanitizer and UndefinedBehaviorSanitizer: a second
# environment that borrows the first one's packages. What they find is in build/asan.log.* and build/ubsan.log.*.
sanitize: build
	$(PYTHON) -m venv build/asan
	echo "$(CURDIR)/$(VENV)/lib/$$(ls $(VENV)/lib)/site-packages" > build/asan/lib/$$(ls build/asan/lib)/site-packages/borrowed.pth
	PATH="$(CURDIR)/$(BIN):$$PATH" build/asan/bin/python -m pip install --quiet --no-build-isolation --no-deps -e . -Cbuild-dir=build/asan-core -Ccmake.define.WOODSTOCK_SANITIZE=ON
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0:log_path=build/asan.log UBSAN_OPTIONS=halt_on_error=1:log_path=build/ubsan.log \
	  build/asan/bin/python -m pytest -p no:cacheprovider tests/engines/test_state.py tests/engines/test_stepper.py tests/engines/test_lanes.py tests/engines/test_lane_playouts.py tests/compile tests/grounding tests/random_games tests/scsp tests/belief tests/players

# What is published: a source archive, a wheel built from it, and the wheel tried in an empty environment without a compiler.
wheel: $(VENV)/.ready
	@mkdir -p build
	rm -rf dist
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m build --no-isolation --outdir dist . > build/wheel.log 2>&1 || (cat build/wheel.log; exit 1)
	$(BIN)/python tools/try_wheel.py dist/*.whl

# The pages as a site, in build/site; a broken link or a name that does not exist is an error.
docs: build $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --site-dir build/site

$(VENV)/.docs: $(VENV)/.ready
	$(BIN)/python tools/requirements.py docs | $(BIN)/python -m pip install --quiet -r /dev/stdin
	@touch $@

# The core and its tests compiled for 64-bit ARM, and run where qemu-aarch64 is installed.
arm: $(VENV)/.ready
	PATH="$(CURDIR)/$(BIN):$$PATH" tools/try_arm.sh

format: $(VENV)/.ready
	-$(BIN)/ruff check --quiet --fix $(PYTHON_CODE)
	$(BIN)/ruff format $(PYTHON_CODE)
	$(BIN)/clang-format -i $(filter-out CMakeLists.txt,$(CORE))

clean:
	rm -rf $(VENV) build dist
