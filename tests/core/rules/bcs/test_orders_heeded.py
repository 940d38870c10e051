"""What a move says of the orders of a formation, by the words of "phaseline play" [BCS 1.1 variant 6]."""

import pytest
from play_desks import desk_of

from core.play.replaying import driven

AWAY, KEPT = "leads away from where 17th Rifle Regiment is to go", "keeps to its order"
WRITTEN = ("jump 2 assignment.orders", "ask orders.at formation=k17 destination=1617 via=1419", "take 1", "activate korrin k17")


def told(options: dict[str, str], *words: str) -> str:
    """What is said of the last of some commands, all of which are done."""
    said = list(driven(desk_of("amber-road", options=options), ("jump 1 first", *words)))
    assert [each.error for each in said] == [""] * len(said)
    return "\n".join(said[-1].said.lines)


@pytest.mark.parametrize(
    ("unit", "into", "says", "not_says"),
    [
        ("17th-hq", "1425", AWAY, KEPT),
        ("17th-hq", "1423", KEPT, AWAY),
        ("1-17", "1423", AWAY, KEPT),
        ("1-17", "1421", KEPT, AWAY),
        # Its formation has none.
        ("2-40-mech", "2620", "Movement", "order"),
    ],
)
def test_a_move_says_whether_it_keeps_to_the_order_of_the_formation(unit: str, into: str, says: str, not_says: str) -> None:
    where = "jump 2 assignment.orders", *WRITTEN[1:3], "jump 2 activation.pick", WRITTEN[3]
    said = told({"orders.written": "on"}, *where, f"where {unit}", f"ask movement units={unit} to={into}")
    assert says in said and not_says not in said


def test_the_other_side_is_told_that_there_is_one_and_not_what_it_says() -> None:
    words = *WRITTEN[:3], "side veldany", "ask movement units=17th-hq to=1423"
    said = told({"orders.written": "on"}, *words)
    assert "has an order, which only its owner can hold a way against" in said and KEPT not in said and AWAY not in said


def test_without_an_order_the_headquarters_stays_and_others_are_told_nothing() -> None:
    here = "jump 2 activation.pick", "activate korrin k17"
    assert "its headquarters stays where it is" in told({"orders.written": "on"}, *here, "ask movement units=17th-hq to=1423")
    assert "order" not in told({"orders.written": "on"}, *here, "ask movement units=1-17 to=1423")


def test_nothing_is_said_of_orders_that_are_not_played() -> None:
    assert "order" not in told({}, "jump 2 activation.pick", "activate korrin k17", "ask movement units=17th-hq to=1423")
