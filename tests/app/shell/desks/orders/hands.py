"""What tests do with op sheets in the real window."""

from app.canvas.shapes import Graphic
from core.model.edits.state_edits import ChangeState
from core.model.state import Moment
from tests.app.tools import hand


def graphics(window):
    return [each for each in window.workbench.orders._layer.shapes if isinstance(each, Graphic)]


def click(window, *points):
    tool = window.workbench.tools.tools["graphic"]
    for point in points:
        hand.click(tool, *point, hand.ALT)


def later(live, turn=2):
    """The Command Phase of a later turn."""
    live.do(ChangeState("Go on", {"moment": Moment(turn, "command.review")}))
