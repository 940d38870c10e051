"""Takes the pictures of the manual page on BCS at the table, over a turn of The Amber Road under planned fatigue."""

import tempfile
from pathlib import Path

from studio import Studio, copied

from app.panels.tables import HEXES
from core.model.deployment import Mark
from core.model.edits.piece_edits import hex_marked, moved
from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason

OPTIONS = {"fatigue.planned": "on", "jumps.soft_hard": "on"}

SNAFU_DICE = "45"

TRAINS = "2106"
ATTACKED, FROM = "2117", "2217"


def take_all(studio: Studio) -> None:
    """The board with a formation that is active, zones with its supply route, and its attack before the dice."""
    studio.play(1, "first")
    studio.bench.docks.front("formations")
    activate(studio, "k40")
    studio.look("2520", 44.0)
    light_up(studio, "k40")
    studio.shoot("bcs-board")

    studio.do(moved(studio.document.work, ["61st-trains"], studio.hex(TRAINS)))
    studio.tools.choose("control")
    studio.look("1910", 36.0)
    light_up(studio, "v61")
    studio.shoot("bcs-zones")

    studio.do(moved(studio.document.work, ["1-40-mech", "4-40-tank"], studio.hex(FROM)))
    studio.do(hex_marked(studio.document.work, [studio.hex(ATTACKED)], Mark("objective", "korrin")))
    studio.tools.choose("fire")
    studio.press(ATTACKED)
    studio.take()
    studio.procedures.choose(each.unit for each in studio.procedures.asked.parts)
    studio.look(ATTACKED, 60.0)
    studio.shoot("bcs-attack")


def light_up(studio: Studio, formation: str) -> None:
    """The row of a formation is under the cursor: its units and its supply route are lit up on the map."""
    board = studio.bench.docks.formations
    board.show_formation(formation)
    studio.settle()
    board.table.named.emit(board.table.currentIndex().data(HEXES))


def activate(studio: Studio, formation: str) -> None:
    """A formation is activated, and rolls for SNAFU."""
    title = Reason(RuleRef("", "", ""), "Activation")
    studio.procedures.begin(Next("activation.at", title, {"formation": formation}))
    studio.settle()
    studio.take()
    studio.roll(SNAFU_DICE)
    studio.take()
    while studio.procedures.step is not None:
        studio.procedures.skip()
        studio.settle()


def main() -> None:
    """Plays, and writes the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        studio = Studio(copied("amber-road", home, OPTIONS), home)
        try:
            take_all(studio)
        finally:
            studio.close()


if __name__ == "__main__":
    main()
