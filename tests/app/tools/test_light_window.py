"""What comes back from the worker needs neither numpy nor shapely in the window's process."""

import subprocess
import sys
from pathlib import Path

from app.workers.messages import encode
from core.questions.catalogue import ask
from core.questions.game import open_game

ROOT = Path(__file__).parents[3]
SCRIPT = """
import pickle, sys
import app.workers.messages, app.panels.rulings.panel, app.panels.profile.panel, app.panels.inspector_panel
import app.panels.issues_panel, app.panels.layers_panel, app.tools.map_marks, app.tools.tool_box
pickle.loads(sys.stdin.buffer.read())
print(sorted({"numpy", "shapely", "pydantic", "contourpy"} & set(sys.modules)))
"""


def test_panels_tools_and_every_kind_of_answer_stay_light():
    game = open_game(ROOT / "scenarios" / "tcs-example").game
    assert game is not None
    questions = (
        ("los", {"from": "1.11", "to": "2.06"}),
        ("elevation", {"hex": "4.04"}),
        ("heights", {}),
        ("field", {"from": "4.05"}),
        ("crossfire", {"target": "4.06", "firers": "4.09,6.05"}),
    )
    answers = encode([ask(question, game, **given) for question, given in questions])
    found = subprocess.run([sys.executable, "-c", SCRIPT], input=answers, capture_output=True, cwd=ROOT, check=True)
    assert found.stdout.decode().strip() == "[]"
