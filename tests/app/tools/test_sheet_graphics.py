"""Graphics of op sheets on the map: what is new and much is drawn step by step, and no drawing is made twice."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from app.tools import graphic_marks
from app.tools.graphic_marks import drawn_on, handles_of, nearest_measure
from app.tools.sheet_graphics import AT_ONCE, SheetGraphics
from core.files.measure_files import load_measures
from core.model.graphics import Measure
from core.model.oob import Oob
from core.model.orders import OpSheet

KINDS = load_measures()


def _measure(number: int) -> Measure:
    return Measure("phase-line", ((float(number), 0.0), (float(number), 4.0)), text=str(number))


@pytest.fixture
def orders(made_up_box):
    """Orders with one sheet and more measures than are drawn in one turn, and none of them drawn."""
    graphic_marks._drawn.cache_clear()
    sheet = OpSheet("Fish", "red", "Attack", measures=tuple(_measure(number) for number in range(AT_ONCE + 3)))
    return SimpleNamespace(
        kinds=KINDS, box=made_up_box.with_oob(Oob()), sheets=(sheet,), sheet=sheet, alone=False, picked=None, called=str.upper
    )


@pytest.fixture
def made(monkeypatch):
    """The measures that are drawn, in order."""
    found = []
    draw = graphic_marks.drawn_as

    def counted(kinds, transform, measure, names):
        found.append(measure)
        return draw(kinds, transform, measure, names)

    monkeypatch.setattr(graphic_marks, "drawn_as", counted)
    return found


def test_a_plan_that_is_new_is_much_until_it_has_been_drawn_a_measure_per_step(orders, made):
    graphics = SheetGraphics()
    assert graphics.is_much(orders)
    for number, _ in enumerate(graphics.draw(orders), start=1):
        assert len(made) == number
    assert len(graphics.shapes(orders)) == len(made) == AT_ONCE + 3 and not graphics.is_much(orders)


def test_one_more_measure_is_not_much_and_alone_is_drawn(orders, made):
    graphics = SheetGraphics()
    graphics.shapes(orders)
    made.clear()
    orders.sheet = replace(orders.sheet, measures=(*orders.sheet.measures, _measure(50)))
    orders.sheets = (orders.sheet,)
    assert not graphics.is_much(orders)
    graphics.shapes(orders)
    assert made == [_measure(50)]


def test_pointing_at_measures_draws_none_of_them_again(orders, made):
    SheetGraphics().shapes(orders)
    made.clear()
    found = nearest_measure(orders, (3.0, 2.0), 0.5)
    assert found is not None and found.number == 3 and drawn_on(orders, _measure(4)) is not None
    assert made == []


def test_a_measure_that_names_units_is_pointed_at_as_it_is_seen_and_drawn_once(orders, made):
    boundary = Measure("boundary", ((0.0, 0.0), (6.0, 0.0)), units=("b2", "r2"))
    orders.sheet = replace(orders.sheet, measures=(boundary,))
    orders.sheets = (orders.sheet,)
    (shape,) = SheetGraphics().shapes(orders)
    assert {"B2", "R2"} <= {each.text for each in shape.drawn.letters}
    assert nearest_measure(orders, (3.0, 0.0), 0.5) is not None and handles_of(orders, boundary)
    assert made == [boundary]


def test_who_is_called_otherwise_is_named_so_and_all_others_keep_their_places(orders, made):
    boundary = Measure("boundary", ((0.0, 0.0), (6.0, 0.0)), units=("b2", "r2"))
    orders.sheet = replace(orders.sheet, measures=(boundary, *orders.sheet.measures))
    orders.sheets = (orders.sheet,)
    graphics = SheetGraphics()
    for _ in graphics.settle(orders, ()):
        pass
    before = graphics.shapes(orders)
    made.clear()
    orders.called = lambda unit: f"{unit.upper()} new"
    after = graphics.shapes(orders)
    assert made == [boundary] and {"B2 new", "R2 new"} <= {each.text for each in after[0].drawn.letters}
    assert after[1:] == before[1:]


def test_other_kinds_draw_all_anew(orders, made):
    graphics = SheetGraphics()
    graphics.shapes(orders)
    orders.kinds = replace(KINDS)
    assert graphics.is_much(orders)
    made.clear()
    graphics.shapes(orders)
    assert len(made) == AT_ONCE + 3


def test_sheets_that_are_hidden_while_one_is_seen_alone_are_not_new_afterwards(orders, made):
    other = OpSheet("Trees", "red", "Move", measures=(_measure(70),))
    orders.sheets = (orders.sheet, other)
    graphics = SheetGraphics()
    graphics.shapes(orders)
    made.clear()
    orders.sheet, orders.alone = other, True
    assert len(graphics.shapes(orders)) == 1
    orders.alone = False
    assert not graphics.is_much(orders) and len(graphics.shapes(orders)) == AT_ONCE + 4
    assert made == []
