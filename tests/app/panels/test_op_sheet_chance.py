"""What the chance of an op sheet says above and beside its bars, with weighted turns of this turn to come or without."""

from app.panels.orders.chance import ChanceBox
from core.questions.catalogue import ask
from tests.core.rules.tcs.test_tcs_order_steps import Play, sheet


def shown(qtbot, **said: int) -> ChanceBox:
    play = Play(sheet("Oak", "1-bn", status="waiting", turn=1, **said), **{"command.rating": "3"})
    box = ChanceBox()
    qtbot.addWidget(box)
    box.show_chance(
        ask("opsheet.size", play.game, sheet="Oak"), ask("opsheet.chance", play.game, sheet="Oak", ahead=2), play.game.box
    )
    return box


def test_weighted_turns_that_are_still_to_come_are_told_and_stand_in_the_first_bar(qtbot):
    early = shown(qtbot, turns=0, gained=3)
    assert [bar.label for bar in early.bars.bars] == ["this turn", "+1", "+2"]
    now, then = early.chance.text().split("\n")
    assert now == "Size 0; no roll is enough now" and then.startswith("Once it has gained in this turn: 6")


def test_what_has_gained_in_this_turn_is_rolled_for_now(qtbot):
    gained = shown(qtbot, turns=3, gained=4)
    assert [bar.label for bar in gained.bars.bars] == ["now", "+1", "+2"]
    assert gained.chance.text().startswith("Size 0; now 6") and "\n" not in gained.chance.text()
