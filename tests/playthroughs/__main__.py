import woodstock as ws
from tests.playthroughs import golden, playthrough

for each in ws.bundled():
    golden(each).write_text(playthrough(each, "stepper"))
