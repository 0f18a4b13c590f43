import sys
from pathlib import Path

import woodstock as ws
from tests.playthroughs import golden, playthrough

for each in ws.bundled():
    if sys.argv[1:] == ["--anew"] or not golden(each).exists():
        golden(each).write_text(playthrough(each, "stepper"))
        print(golden(each).relative_to(Path.cwd()))
