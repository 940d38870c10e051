"""In the real window: names of control measures keep off counters and place names, and stand still while they are seen."""

from pathlib import Path

import pytest

from app.canvas.graphics import as_obstacle
from app.canvas.shapes import Graphic
from core.geometry.layout import hex_at, to_lattice
from core.geometry.measures.placing import box, overlap
from core.model.deployment import Mark
from core.model.edits.piece_edits import hex_marked, moved

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"


@pytest.fixture(scope="module")
def window(window_of):
    yield from window_of(SCENARIOS / "cove-creek")


@pytest.fixture
def names(window, newly_opened, qtbot):
    """Asks for the names of measures by what they say, when all of them have found their places."""
    newly_opened(window, SCENARIOS / "cove-creek")
    desk = window.workbench.orders
    qtbot.waitUntil(lambda: bool(desk.orders.kinds.kinds) and bool(desk._layer.shapes))
    qtbot.waitUntil(lambda: window.workbench.view.map.ready)

    def found():
        qtbot.waitUntil(lambda: not window.document.turns.busy)
        graphics = [each for each in desk._layer.shapes if isinstance(each, Graphic)]
        return {
            (letters.text, n): letters
            for graphic in graphics
            for n, letters in enumerate(graphic.drawn.letters)
            if letters.slot == "label" and not letters.fixed
        }

    return found


def covered(window):
    workbench = window.workbench
    return [as_obstacle(ring) for ring in workbench.units.layer.covered(workbench.view.map.bounds)]


def hidden(letters, rings):
    return max((overlap(box(letters), ring) for ring in rings), default=0.0) / (letters.width * letters.height)


def test_no_name_lies_under_a_counter_and_none_on_a_place_name(window, names):
    counters, ground = covered(window), window.workbench.view.map
    places = [as_obstacle(ring) for ring in ground.names_in(ground.bounds)]
    assert counters and places
    first = window.workbench.orders.orders
    own = [box(each) for sheet in first.sheets for m in sheet.measures for each in _drawn(window, m).letters if not each.fixed]
    assert any(overlap(ring, other) > 0.1 for ring in own for other in (*counters, *places)), "where they are drawn first"
    for letters in names().values():
        assert hidden(letters, counters) < 0.05 and hidden(letters, places) < 0.1, letters.text


def _drawn(window, measure):
    from app.tools.graphic_marks import drawn_on

    return drawn_on(window.workbench.orders.orders, measure)


def test_a_name_makes_way_for_a_counter_and_all_others_stand_still(window, names):
    document, before = window.document, names()
    key = next(key for key in before if key[0] == "PL Oak")
    corners = box(before[key])
    place = hex_at(to_lattice(tuple(sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))))
    unit = next(iter(document.box.oob.all_members("b2"))).id
    document.do(moved(document.work, [unit], place))
    after = names()
    assert hidden(before[key], covered(window)) > 0.1 > hidden(after[key], covered(window))
    assert {each for each in before if after[each] != before[each]} == {key}
    document.undo_stack.undo()
    assert names() == after, "what stands well does not jump back"


def test_a_name_makes_way_for_a_marker_that_lies_alone(window, names):
    document, before = window.document, names()
    key = next(key for key in before if key[0] == "PL Oak")
    corners = box(before[key])
    place = hex_at(to_lattice(tuple(sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))))
    assert place not in document.work.deployment.stacks
    document.do(hex_marked(document.work, (place,), Mark("SFA Stop")))
    assert hidden(before[key], covered(window)) > 0.1 > hidden(names()[key], covered(window))
    document.undo_stack.undo()


def test_counters_that_are_not_shown_are_in_nobodys_way(window, names):
    workbench = window.workbench
    assert covered(window)
    workbench.layer_actions["counters"].setChecked(False)
    try:
        assert not covered(window)
        names()
    finally:
        workbench.layer_actions["counters"].setChecked(True)
    for letters in names().values():
        assert hidden(letters, covered(window)) < 0.1, letters.text


def test_counters_are_found_where_they_are_asked_for(window, names):
    layer, (left, top, right, bottom) = window.workbench.units.layer, window.workbench.view.map.bounds
    whole, half = list(layer.covered((left, top, right, bottom))), (left, top, (left + right) / 2, bottom)
    found = list(layer.covered(half))
    assert 0 < len(found) < len(whole) and all(ring in whole for ring in found)
    assert all(ring in found for ring in whole if any(x <= half[2] for x, _ in ring))
