# `make play` plays a game on the screen, `make test` runs every test; both do all the set-up they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTHON_CODE := src tests tools benchmarks
CORE := $(shell find core -name '*.cpp' -o -name '*.hpp' -o -name '*.inl') CMakeLists.txt  # third_party is *.h

.PHONY: play test build lint types test-python test-core bench-quick sanitize format clean

play: build
	@$(BIN)/woodstock play connect_four --watch --player mac-ucb --player uct --play-clock 0.3 --seed 1

test: lint types test-core test-python

build: $(VENV)/.built

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet scikit-build-core nanobind cmake ninja
	$(BIN)/python tools/requirements.py test | $(BIN)/python -m pip install --quiet -r /dev/stdin
	$(BIN)/python tools/requirements.py outside | $(BIN)/python -m pip install --quiet -r /dev/stdin || echo "no Choco and ACE: their tests are skipped"
	@touch $@

$(VENV)/.built: $(VENV)/.ready $(CORE)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --no-build-isolation --no-deps -e .
	@cp build/cp*/_core.pyi src/woodstock/_core.pyi
	@touch $@

lint: $(VENV)/.ready
	$(BIN)/ruff check $(PYTHON_CODE)
	$(BIN)/ruff format --check $(PYTHON_CODE)
	$(BIN)/clang-format --dry-run --Werror $(filter-out CMakeLists.txt,$(CORE))

types: build
	$(BIN)/mypy

test-python: build
	$(BIN)/pytest

# The C++ tests always run under AddressSanitizer and UndefinedBehaviorSanitizer.
test-core: $(VENV)/.ready
	@PATH="$(CURDIR)/$(BIN):$$PATH" cmake -G Ninja -S . -B build/sanitized -DWOODSTOCK_PYTHON=OFF -DWOODSTOCK_TESTS=ON -DWOODSTOCK_SANITIZE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo > build-core.log 2>&1 || (cat build-core.log; exit 1)
	@PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build build/sanitized >> build-core.log 2>&1 || (cat build-core.log; exit 1)
	PATH="$(CURDIR)/$(BIN):$$PATH" ctest --test-dir build/sanitized --output-on-failure

bench-quick: build
	$(BIN)/python benchmarks/engine.py --quick

# The Python tests of the core on a core built with AddressSanitizer and UndefinedBehaviorSanitizer: a second
# environment that borrows the first one's packages. What they find is in build/asan.log.* and build/ubsan.log.*.
sanitize: build
	$(PYTHON) -m venv build/asan
	echo "$(CURDIR)/$(VENV)/lib/$$(ls $(VENV)/lib)/site-packages" > build/asan/lib/$$(ls build/asan/lib)/site-packages/borrowed.pth
	PATH="$(CURDIR)/$(BIN):$$PATH" build/asan/bin/python -m pip install --quiet --no-build-isolation --no-deps -e . -Cbuild-dir=build/asan-core -Ccmake.define.WOODSTOCK_SANITIZE=ON
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0:log_path=build/asan.log UBSAN_OPTIONS=halt_on_error=1:log_path=build/ubsan.log \
	  build/asan/bin/python -m pytest -p no:cacheprovider tests/engines/test_state.py tests/engines/test_stepper.py tests/engines/test_lanes.py tests/compile tests/grounding tests/random_games tests/scsp tests/belief tests/players

format: $(VENV)/.ready
	-$(BIN)/ruff check --quiet --fix $(PYTHON_CODE)
	$(BIN)/ruff format $(PYTHON_CODE)
	$(BIN)/clang-format -i $(filter-out CMakeLists.txt,$(CORE))

clean:
	rm -rf $(VENV) build build-core.log
