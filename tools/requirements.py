"""Print the project's dependencies and those of the extras named, one a line, for `pip install -r`."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
extras = [line for name in sys.argv[1:] for line in project["optional-dependencies"][name]]
print("\n".join(project["dependencies"] + extras))
