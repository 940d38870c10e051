"""Counters on the map: what of a stack is seen, where it is found under the pointer, how it is painted and printed."""

import math
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import immutables
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QColor, QImage, QPixmap, QRegion, QTransform
from PySide6.QtWidgets import QApplication

from app.canvas.counters.hand import FAN_ROW, fan_places
from app.canvas.counters.layer import CounterLayer
from app.canvas.counters.off_map import boxes_beside, cells
from app.canvas.counters.print import CountersOnPaper, lay_counters
from app.canvas.counters.stacks import Stacks
from app.canvas.layers import LAYER_IDS, Exposure, LayerState
from app.canvas.painters import painting
from app.canvas.scene_map import SceneMap
from app.canvas.shapes import HexFill, HexRim
from app.canvas.style import load_style
from app.canvas.transform import HEX
from app.canvas.view import MapView
from app.documents.document import Document
from app.tools.map_marks import MapMarks
from app.widgets.turns import FEW
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.force_edits import ChangeScenario
from core.model.edits.piece_edits import flipped, moved, shifted
from core.model.items import Items
from core.model.looks import MarkerKind
from core.model.oob import Counter, Oob, Side
from core.model.scenario import Scenario
from core.model.state import GameState
from tests.app.canvas.pictures import pixels

FILE = "a.scenario.yaml"
STYLE = load_style().counters
RED, BLUE = "#d01818", "#1830d0"
IDS = tuple(f"r{n}" for n in range(9))
OOB = Oob(
    Items([Side("red", "Red", RED), Side("blue", "Blue", BLUE)]),
    counters=Items([*(Counter(id_, "red") for id_ in IDS), Counter("b", "blue")]),
)


def stacks_of(pieces, marks=None):
    stacks = Stacks(STYLE)
    stacks.show(None, OOB, Deployment().with_pieces(pieces).with_marks(marks or {}))
    return stacks


def stack(count, at, **said):
    return {id_: Piece(at, rank, **said) for rank, id_ in enumerate(IDS[:count])}


HERE = Hex(0, 0)


@pytest.mark.parametrize("count", range(1, 10))
def test_every_counter_of_a_stack_shows_a_rim_or_is_counted(count):
    picture = stacks_of(stack(count, HERE)).picture(HERE)
    cards = [card for card in picture.cards if card.kind == "unit"]
    assert len(cards) == min(count, STYLE.most_cards)
    assert [card.id for card in cards] == list(IDS[:count][-STYLE.most_cards :])
    for below, above in pairwise(cards):
        assert below.span[0] < above.span[0] and below.span[3] > above.span[3]
    assert (picture.badge is not None) == (count > 1)
    assert picture.counted == (count > STYLE.most_cards)
    reach = max(max(abs(value) for value in card.span) for card in cards)
    assert reach < HEX / 2


def test_markers_under_a_counter_are_hinted_at_by_a_star():
    pieces = stack(2, HERE)
    plain = stacks_of(pieces).picture(HERE)
    marked = stacks_of({**pieces, "r0": replace(pieces["r0"], marks=frozenset({"dug-in"}))}).picture(HERE)
    assert not plain.counted and marked.counted
    assert plain.badge.face.parts[0].text == "2" and marked.badge.face.parts[0].text == "2*"


def test_markers_of_the_top_counter_and_of_the_hex_lie_on_top_and_many_are_counted():
    pieces = {"r0": Piece(HERE, marks=frozenset({"a", "b", "c", "d", "e"}))}
    picture = stacks_of(pieces, {HERE: (Mark("smoke"),)}).picture(HERE)
    marks = [card for card in picture.cards if card.kind == "mark"]
    assert [card.id for card in marks].count("r0") == STYLE.most_marks
    assert marks[STYLE.most_marks - 1].face.parts[0].text == "+3"
    assert [card.id for card in marks].count("") == 1
    assert picture.cards[0].kind == "unit"


def test_a_hex_with_markers_alone_is_drawn_and_holds_no_counter():
    stacks = stacks_of({}, {HERE: (Mark("smoke"), Mark("mines"))})
    assert list(stacks.hexes) == [HERE] and stacks.picture(HERE).under(0.0, 0.0) == ""
    assert len(stacks.picture(HERE).cards) == 2 and len(stacks.blocks(HERE)) == 1


def test_lost_steps_are_shown_even_where_the_series_has_no_marker_for_them():
    picture = stacks_of({"r0": Piece(HERE, lost=2)}).picture(HERE)
    assert [card.face.parts[0].text for card in picture.cards if card.kind == "mark"] == ["−2"]


def test_a_point_finds_the_uppermost_counter_there():
    picture = stacks_of(stack(3, HERE)).picture(HERE)
    bottom, top = picture.cards[0], picture.cards[2]
    assert picture.under(top.x, top.y) == "r2"
    assert picture.under(bottom.span[0] + 1, bottom.span[3] - 1) == "r0"
    assert picture.under(90, 90) == ""


@pytest.mark.parametrize("count", range(2, 8))
def test_the_number_of_a_stack_lies_in_its_own_hex_and_beside_its_top_counter(count):
    picture = stacks_of(stack(count, HERE)).picture(HERE)
    left, top, right, bottom = picture.badge.span
    # Of a flat hex the left corner is the farthest; a tenth of the number may reach over the edge.
    assert all(-x * math.sqrt(3) / 2 + abs(y) / 2 < HEX / 2 + STYLE.badge / 10 for x in (left, right) for y in (top, bottom))
    assert right <= picture.card(IDS[count - 1]).span[0] + STYLE.badge / 6


def overlap(a, b):
    return max(min(a[2], b[2]) - max(a[0], b[0]), 0.0) * max(min(a[3], b[3]) - max(a[1], b[1]), 0.0)


def moved_by(span, x, y):
    return span[0] + x, span[1] + y, span[2] + x, span[3] + y


AROUND = {
    "flat hexes": [(0.0, 1.0), (math.sqrt(3) / 2, 0.5), (math.sqrt(3) / 2, -0.5)],
    "pointed hexes": [(1.0, 0.0), (0.5, math.sqrt(3) / 2), (0.5, -math.sqrt(3) / 2)],
}


@pytest.mark.parametrize("hexes", AROUND)
@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("marks", [1, 2, 3, 5])
def test_markers_lie_beside_what_is_to_be_read_on_their_counter_and_on_its_neighbours(hexes, count, marks):
    pieces = stack(count, HERE)
    top = IDS[count - 1]
    pieces[top] = replace(pieces[top], marks=frozenset("abcde"[:marks]))
    picture = stacks_of(pieces, {HERE: tuple(Mark(f"m{n}") for n in range(marks))}).picture(HERE)
    lie = [card for card in picture.cards if card.kind == "mark"]
    assert len([card for card in lie if card.id]) == min(marks, STYLE.most_marks)
    own = picture.card(top).span
    # A rim of a twentieth of the side is printed by no look.
    rim = STYLE.side / 20
    inner = own[0] + rim, own[1] + rim, own[2] - rim, own[3] - rim
    for mark in lie:
        assert overlap(mark.span, inner) == 0.0
        for x, y in AROUND[hexes]:
            for way in (1, -1):
                for others in (1, 3, 5):
                    beside = stacks_of(stack(others, HERE)).picture(HERE).card(IDS[others - 1]).span
                    beside = moved_by(beside, way * x * HEX, way * y * HEX)
                    assert overlap(mark.span, beside) <= STYLE.side**2 / 30


def test_blocks_have_the_colours_of_both_sides_and_grow_with_steps():
    one = stacks_of({"r0": Piece(HERE)}).blocks(HERE)
    many = stacks_of({**stack(9, HERE), "b": Piece(HERE)}).blocks(HERE)
    assert [block.colour for block in one] == [RED] and {block.colour for block in many} == {RED, BLUE}
    sides = {block.colour: block.side for block in many}
    assert one[0].side == sides[BLUE] == STYLE.least_block < sides[RED] <= STYLE.side
    assert many[0].x < many[1].x


def test_only_hexes_in_which_something_changes_are_made_anew():
    start = Deployment().with_pieces({**stack(3, HERE), "b": Piece(Hex(4, 0))})
    stacks = Stacks(STYLE)
    assert stacks.show(None, OOB, start) is None
    kept = stacks.picture(Hex(4, 0))
    after = start.with_pieces({"r2": Piece(Hex(1, 1))})
    assert stacks.show(None, OOB, after) == {HERE, Hex(1, 1)}
    assert stacks.picture(Hex(4, 0)) is kept and stacks.picture(Hex(1, 1)).cards[0].id == "r2"
    assert stacks.show(None, OOB, after.with_marks({Hex(2, 2): (Mark("x"),)})) == {Hex(2, 2)}


@pytest.mark.parametrize("count", [1, 5, 6, 7, 20])
@pytest.mark.parametrize("above", [QPointF(300, 300), QPointF(2, 5), QPointF(598, 598)])
def test_a_fan_lies_in_the_view_beside_its_hex_and_its_counters_apart(count, above):
    room = QRect(0, 0, 600, 600)
    rects = fan_places(count, 50, above, room, 40)
    assert len(rects) == count and all(room.contains(rect) for rect in rects)
    assert not any(a.intersects(b) for n, a in enumerate(rects) for b in rects[:n])
    assert len({rect.top() for rect in rects}) == math.ceil(count / FAN_ROW)


# On a view ------------------------------------------------------------------------------------------------------------


class Shown:
    def __init__(self, box, hex_px=60.0):
        self.box = box
        self.places = sorted(box.cells, key=lambda place: place.distance(sorted(box.cells)[len(box.cells) // 2]))
        self.view = MapView()
        self.view.resize(800, 600)
        self.view.show_map(SceneMap.whole(box))
        self.layer = CounterLayer(self.view)
        here, there, far = self.places[0], self.places[3], self.places[12]
        start = Deployment().with_pieces({**stack(3, here), "b": Piece(there), "r8": Piece(far)})
        full = box.with_oob(OOB).with_scenarios({FILE: Scenario("A", start=start)})
        self.document = Document(full, None, state=GameState(scenario=FILE))
        self.layer.use(self.document)
        self.view.set_hex_px(hex_px)
        self.view.centre_on(here)

    def grab(self, region=None):
        target = QPixmap(800, 600)
        for _ in range(400):
            self.view.viewport().render(target, QPoint())
            QApplication.processEvents()
            if not self.view.allowance.wanting:
                break
        if region is not None:
            self.view.viewport().render(target, region.topLeft(), QRegion(region))
        return target.toImage()

    def at(self, place):
        return self.view.viewportTransform().map(QPointF(*self.view.map.transform.centre(place))).toPoint()


@pytest.fixture
def shown(qtbot, made_up_box):
    found = Shown(made_up_box)
    qtbot.addWidget(found.view)
    return found


def reddish(image, at, reach=4):
    found = 0
    for dx in range(-reach, reach + 1):
        for dy in range(-reach, reach + 1):
            colour = QColor(image.pixel(at + QPoint(dx, dy)))
            found += colour.red() > colour.blue() + 40 and colour.red() > colour.green() + 40
    return found


@pytest.mark.parametrize("hex_px", [14.0, 30.0, 90.0])
def test_counters_are_seen_at_every_zoom_where_they_lie_and_go_with_their_layer(qtbot, made_up_box, hex_px):
    shown = Shown(made_up_box, hex_px)
    qtbot.addWidget(shown.view)
    with_them = shown.grab()
    shown.view.set_layers(LayerState().with_shown("counters", False))
    without = shown.grab()
    changed = np.argwhere((pixels(with_them).astype(int) != pixels(without)).any(axis=2))
    middle = shown.at(shown.places[0])
    assert len(changed) and any(abs(x - middle.x()) < 6 and abs(y - middle.y()) < 6 for y, x in changed)
    held = [shown.at(place) for place in (shown.places[0], shown.places[3], shown.places[12])]
    for y, x in changed:
        assert any(math.hypot(x - at.x(), y - at.y()) < shown.view.hex_px for at in held)


def test_counters_whose_faces_could_not_be_read_are_blocks_of_the_colour_of_their_side(qtbot, made_up_box):
    for px in (15.0, 24.0):
        shown = Shown(made_up_box, px * HEX / STYLE.side)
        qtbot.addWidget(shown.view)
        side = STYLE.side * shown.view.hex_px / HEX
        assert abs(side - px) < 2
        image, at = shown.grab(), shown.at(shown.places[12])
        seen = {image.pixelColor(at + QPoint(dx, dy)).name() for dx in range(-2, 3) for dy in range(-2, 3)}
        assert (seen == {RED}) == (px < 20)


def test_an_edit_is_seen_at_once_and_undo_too(shown):
    free = shown.places[20]
    before = shown.grab()
    shown.document.do(moved(shown.document.work, ["r8"], free))
    after = shown.grab()
    assert after != before
    shown.document.undo_stack.undo()
    assert shown.grab() == before


def test_a_counter_that_has_moved_is_not_seen_where_it_was_at_another_zoom(shown):
    shown.grab()
    before, there = shown.places[12], shown.places[20]
    shown.view.zoom(1)
    shown.grab()
    shown.document.do(moved(shown.document.work, ["r8"], there))
    shown.grab()
    shown.view.zoom(-1)
    # The first frame of a zoom shows the pictures of another one.
    target = QPixmap(800, 600)
    shown.view.viewport().render(target, QPoint())
    first = target.toImage()
    assert reddish(first, shown.at(there)) and not reddish(first, shown.at(before))


def test_faces_are_drawn_over_as_many_frames_as_they_take_and_all_of_them_in_the_end(shown, monkeypatch):
    whole = shown.grab()
    monkeypatch.setattr("app.canvas.counters.items.FRAME_S", 0.0)
    shown.layer._item.tiled.pixmaps.clear()
    shown.layer.use(shown.document)
    shown.view.viewport().render(QPixmap(800, 600), QPoint())
    assert shown.view.allowance.wanting and not len(shown.layer._item.tiled.pixmaps)
    monkeypatch.undo()
    assert shown.grab() == whole


def test_order_and_sides_of_a_stack_change_its_picture(shown):
    first = shown.layer.stacks.picture(shown.places[0])
    shown.document.do(shifted(shown.document.work, ["r0"], "top"))
    assert shown.layer.stacks.picture(shown.places[0]).cards[-1].id == "r0" != first.cards[-1].id
    shown.document.do(flipped(shown.document.work, ["r0"]))
    assert shown.layer.stacks.picture(shown.places[0]).cards[-1].face != first.cards[-1].face


def test_the_counter_under_a_point_is_found_and_stacks_in_a_rectangle(shown):
    here, there = shown.places[0], shown.places[3]
    x, y = plane_centre(here)
    assert shown.layer.under(here, (x, y)) == "r2"
    assert shown.layer.under(here, (x + 0.49, y)) == "r2"
    assert shown.layer.under(shown.places[20], plane_centre(shown.places[20])) == ""
    near = plane_centre(there)
    found = shown.layer.within((min(x, near[0]) - 0.1, min(y, near[1]) - 0.1), (max(x, near[0]) + 0.1, max(y, near[1]) + 0.1))
    assert set(found) >= {"r0", "r1", "r2", "b"}
    shown.view.set_layers(LayerState().with_shown("counters", False))
    assert shown.layer.under(here, (x, y)) == "" and shown.layer.within((-99, -99), (99, 99)) == ()


def test_selected_counters_have_a_ring_of_two_tones(shown):
    before = pixels(shown.grab())
    shown.document.units.set(("b",))
    after = pixels(shown.grab())
    changed = np.argwhere((before.astype(int) != after).any(axis=2))
    tones = {tuple(after[y, x, :3]) for y, x in changed}
    lightness = [sum(int(part) for part in tone) for tone in tones]
    assert max(lightness) > 550 > 250 > min(lightness)


def test_washes_of_the_ground_lie_under_counters_and_rims_over_them(shown):
    here = shown.places[0]
    marks = MapMarks(shown.view, shown.box)
    before = pixels(shown.grab()).astype(int)
    marks.selected(here)
    marks.sketch("frame", (HexFill(frozenset({shown.places[3]}), "brush"),))
    changed = (before != pixels(shown.grab())).any(axis=2)
    for place in (here, shown.places[3]):
        at, reach = shown.at(place), round(STYLE.side * shown.view.hex_px / HEX / 2) - 2
        top = shown.layer.stacks.picture(place).cards[-1]
        x, y = (round(middle + off * shown.view.hex_px / HEX) for middle, off in ((at.x(), top.x), (at.y(), top.y)))
        assert not changed[y - reach : y + reach, x - reach : x + reach].any()
    assert changed.any()
    above = shown.view.overlay("tools: live").shapes
    assert above == (HexRim(frozenset({here}), "selected"),)
    assert shown.view.overlay("tools: ground").shapes[0] == HexFill(frozenset({here}), "selected")


@pytest.mark.parametrize("chosen", [IDS[:9], IDS[:1]])
def test_the_outline_of_a_selected_stack_leaves_its_number_free(shown, chosen):
    here = shown.places[0]
    scenario = shown.document.work.scenario
    full = replace(scenario, start=Deployment().with_pieces(stack(9, here)))
    shown.document.do(ChangeScenario("Stack", FILE, full))
    before = pixels(shown.grab()).astype(int)
    shown.document.units.set(chosen)
    changed = (before != pixels(shown.grab()).astype(int)).any(axis=2)
    badge, scale = shown.layer.stacks.picture(here).badge, shown.view.hex_px / HEX
    x, y = (round(middle + off * scale) for middle, off in ((shown.at(here).x(), badge.x), (shown.at(here).y(), badge.y)))
    reach = round(badge.side * scale / 2) - 1
    assert changed.any()
    assert not changed[y - reach : y + reach, x - reach : x + reach].any()


def test_the_outline_of_a_selected_stack_leaves_its_top_counter_free(shown):
    here = shown.places[0]
    before = pixels(shown.grab()).astype(int)
    shown.document.units.set(("r0", "r1", "r2"))
    changed = (before != pixels(shown.grab())).any(axis=2)
    at, side = shown.at(here), shown.layer.stacks.style.side * shown.view.hex_px / HEX
    top = shown.layer.stacks.picture(here).card("r2")
    x, y = (round(middle + off * shown.view.hex_px / HEX) for middle, off in ((at.x(), top.x), (at.y(), top.y)))
    inner = round(side / 2 - 4)
    assert not changed[y - inner : y + inner, x - inner : x + inner].any() and changed.any()


def test_the_outline_of_a_counter_under_another_is_seen_as_far_as_the_counter_is(shown):
    here = shown.places[0]
    before = pixels(shown.grab()).astype(int)
    shown.document.units.set(("r0",))
    changed = (before != pixels(shown.grab())).any(axis=2)
    at = shown.at(here)
    inner = round(shown.layer.stacks.style.side * shown.view.hex_px / HEX / 2 - 8)
    assert not changed[at.y() - inner : at.y() + inner, at.x() - inner : at.x() + inner].any() and changed.any()


def test_a_stack_fans_out_its_counters_can_be_pointed_at_and_the_map_moves_it_away(shown):
    here = shown.places[0]
    before = shown.grab()
    assert shown.layer.fan_out(here) and shown.layer.fanned == here
    assert shown.grab() != before
    inverse = shown.view.viewportTransform().inverted()[0]
    seen = []
    for id_, rect in shown.layer._hand.fan_rects:
        spot = inverse.map(QPointF(rect.center()))
        assert shown.layer.point_in_fan(shown.view.map.transform.to_plane(spot.x(), spot.y())) == id_
        seen.append(id_)
    assert seen == ["r2", "r1", "r0"]
    assert shown.layer.point_in_fan((-50.0, -50.0)) is None
    shown.view.zoom(4)
    assert shown.layer.fanned is None


def test_what_is_in_the_hand_is_seen_under_the_pointer_and_spoils_no_more_than_that(shown):
    free = shown.places[20]
    before = shown.grab()
    shown.layer.carry(("b",), plane_centre(free))
    spoiled = shown.layer.spoiled
    after = shown.grab()
    changed = np.argwhere((pixels(before).astype(int) != pixels(after)).any(axis=2))
    assert len(changed) and all(spoiled.contains(int(x), int(y)) for y, x in changed)
    assert spoiled.width() * spoiled.height() < 800 * 600 / 20
    shown.layer.carry((), None)
    assert shown.grab() == before


def test_a_part_that_is_painted_anew_is_like_the_whole(shown):
    whole = shown.grab()
    at = shown.at(shown.places[0])
    assert shown.grab(QRect(at.x() - 30, at.y() - 30, 45, 50)) == whole


def test_seeking_brings_the_first_counter_on_the_map_into_view(shown):
    shown.view.centre_on(shown.places[-1])
    assert shown.layer.seek(("nobody", "b")) == shown.places[3] == shown.view.cursor_hex
    assert QRect(0, 0, 800, 600).contains(shown.at(shown.places[3]))
    assert shown.layer.seek(("r5",)) is None


def test_another_document_and_none_leave_nothing_of_the_first(shown):
    full = shown.grab()
    shown.layer.use(None)
    empty = shown.grab()
    assert empty != full
    shown.layer.use(shown.document)
    assert shown.grab() == full


# Beside the map --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("counts", [{"A": 0}, {"A": 1, "B": 4, "C": 5}, {"A": 6, "B": 7, "A name that is long": 30}])
def test_boxes_lie_below_the_map_apart_and_hold_all_their_counters_apart(counts):
    bounds = (-50.0, 10.0, 1200.0, 900.0)
    boxes = boxes_beside(counts, bounds, STYLE)
    assert [box.name for box in boxes] == list(counts)
    for n, box in enumerate(boxes):
        assert box.span[0] >= bounds[0] and box.span[1] > bounds[3] and (box.span[2] <= bounds[2] or box.span[0] == bounds[0])
        assert not any(overlap(box.span, other.span) for other in boxes[:n])
        places = [moved_by((x - 30, y - 30, x + 30, y + 30), *box.middle) for x, y in cells(counts[box.name])]
        for k, place in enumerate(places):
            assert box.span[0] < place[0] and place[2] < box.span[2] and box.span[1] < place[1] and place[3] < box.span[3]
            assert not any(overlap(place, other) for other in places[:k])


@pytest.fixture
def beside(shown):
    scenario = shown.document.box.scenarios[FILE]
    shown.document.do(ChangeScenario("Name boxes", FILE, replace(scenario, off_map=("Reserve", "Airfields"))))
    return shown


def box_point(shown, name, card=None):
    box = next(each for each in shown.layer._item.tiled.boxes if each.name == name)
    x, y = (card.x, card.y) if card is not None else (0.0, 0.0)
    return shown.view.map.transform.to_plane(box.middle[0] + x, box.middle[1] + y)


def test_a_box_beside_the_map_is_in_the_view_its_counters_are_found_and_it_takes_others(beside):
    layer, view = beside.layer, beside.view
    assert layer.boxes == ("Reserve", "Airfields")
    view.fit()
    beside.grab()
    beside.document.do(moved(beside.document.work, ["r0", "b"], "Reserve"))
    layer.show_box("Reserve")
    outline = layer.box_outline("Reserve")
    assert all(layer.is_in_view(point) for point in outline)
    assert layer.box_at(box_point(beside, "Reserve")) == "Reserve" and layer.box_at(plane_centre(beside.places[0])) == ""
    image = beside.grab()
    for id_ in ("r0", "b"):
        card = layer.stacks.picture("Reserve").card(id_)
        point = box_point(beside, "Reserve", card)
        assert layer.under(None, point) == id_ and layer.covers(None, point)
        at = view.viewportTransform().map(view.map.transform.to_scene(point))
        assert layer.spot_at(at) == "Reserve"
        if id_ == "r0":
            assert reddish(image, at.toPoint(), 2)
    assert set(layer.within(outline[0], outline[2])) == {"r0", "b"}
    assert layer.seek(("b",)) == "Reserve"


def test_a_counter_that_leaves_a_box_is_not_seen_there_any_more_and_can_be_selected_in_it(beside):
    view = beside.view
    view.fit()
    before = beside.grab()
    beside.document.do(moved(beside.document.work, ["r8"], "Airfields"))
    there = beside.grab()
    beside.document.units.set(("r8",))
    assert there != before and beside.grab() != there
    beside.document.units.set(())
    beside.document.undo_stack.undo()
    assert beside.grab() == before


def test_boxes_go_with_the_layer_of_counters(beside):
    beside.view.fit()
    shown = beside.grab()
    beside.view.set_layers(LayerState().with_shown("counters", False))
    assert beside.grab() != shown and beside.layer.box_at(box_point(beside, "Reserve")) == ""


# On paper -------------------------------------------------------------------------------------------------------------


def test_a_map_that_is_written_shows_the_counters_in_their_layer_above_all_others(made_up_box):
    assert LAYER_IDS[-1] == "counters" and LayerState().moved("names", 9).order[-1] == "counters"
    place = sorted(made_up_box.cells)[len(made_up_box.cells) // 2]
    scene = SceneMap.whole(made_up_box)
    scene.lay(CountersOnPaper(scene, None, OOB, Deployment().with_pieces({"r0": Piece(place)})))
    x, y = scene.transform.centre(place)
    span = (x - HEX, y - HEX, x + HEX, y + HEX)

    def paint(layers):
        image = QImage(200, 200, QImage.Format.Format_RGB32)
        image.fill(QColor("#ffffff"))
        with painting(image, QTransform(1, 0, 0, 1, -span[0], -span[1])) as painter:
            scene.paint(painter, layers, Exposure(span, 1.0))
        return image

    shown, hidden = paint(LayerState()), paint(LayerState().with_shown("counters", False))
    assert reddish(shown, QPoint(100, 74), 2) and not reddish(hidden, QPoint(100, 74), 2)


def test_a_map_that_is_written_with_boxes_becomes_larger_and_shows_what_lies_in_them(made_up_box):
    scene = SceneMap.whole(made_up_box)
    before = scene.bounds
    lay_counters(scene, None, OOB, Deployment().with_pieces({"r0": Piece("Reserve")}), ("Airfields",))
    left, top, right, bottom = scene.bounds
    assert bottom > before[3] + HEX
    image = QImage(round(right - left), round(bottom - top), QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    with painting(image, QTransform(1, 0, 0, 1, -left, -top)) as painter:
        scene.paint(painter, LayerState(), Exposure(scene.bounds, 1.0))
    (_, reserve) = boxes_beside({"Airfields": 0, "Reserve": 1}, before, STYLE)
    x, y = cells(1)[0]
    middle = QPoint(round(reserve.middle[0] + x - left - 18), round(reserve.middle[1] + y - top + 18))
    assert reddish(image, middle, 2)


def test_a_marker_of_the_series_stands_for_lost_steps():
    known = {"step-loss": MarkerKind("step-loss", "Step Loss", "10", "", ("unit",), 1, 9)}
    stacks = Stacks(STYLE)
    stacks.show(SimpleNamespace(values=(), looks={}, markers=known), OOB, Deployment().with_pieces({"r0": Piece(HERE, lost=2)}))
    assert stacks.words("r0") == ("step-loss 2",)


def test_a_mode_that_a_side_of_the_counter_shows_needs_no_marker():
    known = {"move": MarkerKind("move", "Move Mode", "6", "", ("unit",))}
    rules = SimpleNamespace(values=(), looks={}, markers=known)
    pieces = {id_: Piece(HERE, n, mode="move") for n, id_ in enumerate(("plain", "sided"))}
    sided = Counter("sided", "red", back=immutables.Map({"attack": 1}))
    oob = Oob(OOB.sides, counters=Items([Counter("plain", "red"), sided]))
    stacks = Stacks(STYLE)
    stacks.show(rules, oob, Deployment().with_pieces(pieces))
    assert stacks.words("plain") == ("move",) and stacks.words("sided") == ()


def test_hundreds_of_counters_that_move_at_once_are_shown_soon_with_what_else_has_changed_by_then(qtbot, made_up_box):
    cells = sorted(made_up_box.cells)
    ids = [f"c{n}" for n in range(FEW + 1)]
    start = Deployment().with_pieces({id_: Piece(cells[0], rank) for rank, id_ in enumerate(ids)})
    oob = Oob(Items([Side("red", "Red", RED)]), counters=Items(Counter(id_, "red") for id_ in ids))
    box = made_up_box.with_oob(oob).with_scenarios({FILE: Scenario("A", start=start)})
    view = MapView()
    qtbot.addWidget(view)
    view.show_map(SceneMap.whole(box))
    document, layer = Document(box, state=GameState(scenario=FILE)), CounterLayer(view)
    layer.use(document)
    told = []
    layer.changed.connect(lambda: told.append(layer.stacks.deployment))
    document.do(moved(document.work, ids, cells[1]))
    assert not told, "it waits for a turn of its own"
    document.undo_stack.undo()
    qtbot.waitUntil(lambda: not document.turns.busy)
    assert told == [document.work.deployment] and layer.stacks.holds(cells[0]) and not layer.stacks.holds(cells[1])
    document.do(moved(document.work, ids[:1], cells[1]))
    assert len(told) == 2 and layer.stacks.holds(cells[1]), "few are shown at once"
    layer.use(None)
