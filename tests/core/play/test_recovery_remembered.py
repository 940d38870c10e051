"""Rolls of formations to recover morale in a session of TCS: one on a full hour, kept in the journal with what it did."""

from play_desks import desk_of

from core.play.driving import Desk
from core.play.replaying import done


def rolled(desk: Desk, pips: int) -> None:
    for command in ("ask battalion_morale.at formation=b2", f"throw roll={pips}", "take 1"):
        done(desk, command)


def recovers(desk: Desk) -> str:
    return "\n".join(done(desk, "ask battalion_morale.at formation=b2").lines)


def test_a_battalion_rolls_once_in_a_full_hour_and_again_in_the_next() -> None:
    desk = desk_of("cove-creek")
    for command in ("condition b2 platoons 3", "jump 5"):
        done(desk, command)
    before = desk.session.state
    rolled(desk, 6)
    assert "has rolled in this turn" in recovers(desk) and not desk.asking.wanted
    assert dict(desk.session.state.conditions) == {("b2", "platoons"): "3", ("b2", "rolled"): "1"}
    desk.session.undo(desk.by, "A finger slipped.")
    assert desk.session.state == before and "has rolled" not in recovers(desk) and desk.asking.wanted
    rolled(desk, 2)
    done(desk, "jump 8")
    assert dict(desk.session.state.conditions) == {("b2", "platoons"): "3", ("b2", "recovered"): "1"}
    assert "has rolled" not in recovers(desk) and desk.asking.wanted
