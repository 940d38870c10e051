"""Letters of what orders make of units: the worst in a hex, none for who has orders, none for whom those who look know not."""

import pytest

from app.canvas.shapes import HexTexts
from app.tools.standing_marks import MARKED, legend, standing_marks, state_words
from core.geometry.hexes import Hex
from core.rules.kernel.orders_detail import LETTERS, STATES, OrdersDetail, UnitOrders

HERE, THERE = Hex(2, 1), Hex(5, 3)


def detail(*units):
    return OrdersDetail({}, units=tuple(UnitOrders(id_, id_.upper(), at, state) for id_, at, state in units))


def letters(shapes):
    return {place: text for shape in shapes if isinstance(shape, HexTexts) for place, text in shape.texts.items()}


def test_a_hex_bears_the_letter_of_the_worst_in_it():
    asked = detail(("a", HERE, "reserve"), ("b", HERE, "unassigned"), ("c", THERE, "move sheet"), ("d", THERE, "assigned"))
    shapes = standing_marks(asked, {"a", "b", "c", "d"})
    assert letters(shapes) == {HERE: "U", THERE: "M"}
    assert legend(asked, {"a", "b", "c", "d"}) == "U unassigned 1 · M on a Move sheet 1 · R in reserve 1"


def test_who_has_orders_stands_off_the_map_or_is_not_to_be_told_of_bears_none():
    asked = detail(("a", HERE, "assigned"), ("b", "Pool", "unassigned"), ("c", None, "unassigned"), ("d", THERE, "unassigned"))
    assert standing_marks(asked, {"a", "b", "c"}) == () and legend(asked, {"a", "b", "c"}) == ""
    assert letters(standing_marks(asked, {"d"})) == {THERE: "U"}


@pytest.mark.parametrize("state", STATES)
def test_every_state_has_words_and_all_but_orders_a_letter(state):
    assert state_words(state) and (state in MARKED) == (state != "assigned")
    shown = letters(standing_marks(detail(("a", HERE, state)), {"a"}))
    assert shown == ({} if state == "assigned" else {HERE: LETTERS[STATES.index(state)]})
