"""A game that has followed edits equals one that is compiled afresh."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from core.base.steps import finish
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.contour_edits import reverse_high
from core.model.edits.map_edits import ChangeItems, ChangeSheet
from core.model.maps import Area, Contour, Grid, HexContent, ItemRef, MapSheet, SideFeature, Spot
from core.model.new_map import NewMap
from core.model.state import GameState
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game

RULESET = load_ruleset("tcs-4.01")
EXAMPLE = load_box(scenarios_folder() / "tcs-example").box
SHEET = EXAMPLE.sheets[0]
FILE = SHEET.file


@pytest.fixture(autouse=True)
def _own_store(tmp_path, monkeypatch):
    monkeypatch.setattr("core.files.height_store.cache_folder", lambda: tmp_path / "heights")


def random_edit(box, dice):
    """One change of one item, or of a few, such as drawing makes them."""
    sheet = box.sheet(FILE).sheet
    kind = dice.choice(["move", "move", "shift", "delete", "ring", "wood", "unwood", "hex", "side", "spot", "height", "turn"])
    kind = dice.choice([kind, kind, "open", "reverse"])
    contours = sheet.items("contours")
    key = dice.choice(contours.keys) if contours.keys else 0
    ref, line = ItemRef(FILE, "contours", key), contours.get(key)
    x, y = dice.uniform(1, 5), dice.uniform(1, 8)
    ring = tuple((x + a * 0.3, y + b * 0.3) for a, b in ((0, 0), (1, 0), (1.1, 1), (0, 1), (0, 0)))
    if kind in ("move", "shift", "delete", "height", "turn", "reverse") and line is None:
        kind = "ring"
    if kind == "move":
        at = dice.randrange(len(line.line))
        points = list(line.line)
        points[at] = (points[at][0] + dice.uniform(-0.2, 0.2), points[at][1] + dice.uniform(-0.2, 0.2))
        if line.closed:
            points[0] = points[-1] = points[at] if at in (0, len(points) - 1) else points[0]
        changes = {ref: replace(line, line=tuple(points))}
    elif kind == "shift":
        changes = {ref: replace(line, line=tuple((px + 0.02, py - 0.01) for px, py in line.line))}
    elif kind == "delete":
        changes = {ref: None}
    elif kind == "height":
        changes = {ref: replace(line, height=line.height + dice.choice([-20, 20]))}
    elif kind == "turn":
        changes = {ref: replace(line, high=dice.choice(["left", "right", None]))}
    elif kind == "ring":
        made = Contour(Fraction(dice.choice([40, 60, 80])), ring, high=dice.choice(["left", "right", None]))
        changes = {ItemRef(FILE, "contours", contours.next_key): made}
    elif kind == "open":
        # It ends inside a face, and all of the face's ground that it faces rests on it.
        way = ((x, y), (x + dice.uniform(-2, 2), y + dice.uniform(-2, 2)))
        made = Contour(Fraction(dice.choice([20, 40, 60])), way, high=dice.choice(["left", "right", None]))
        changes = {ItemRef(FILE, "contours", contours.next_key): made}
    elif kind == "reverse":
        changes = dict(reverse_high(box, [ref]).items) if line.high else {ref: replace(line, high="left")}
    elif kind == "wood":
        changes = {ItemRef(FILE, "areas", sheet.items("areas").next_key): Area("woods", (ring,))}
    elif kind == "unwood" and sheet.areas:
        changes = {ItemRef(FILE, "areas", dice.choice(sheet.items("areas").keys)): None}
    elif kind == "hex":
        changes = {ItemRef(FILE, "hexes", (dice.randint(1, 6), dice.randint(1, 8))): HexContent("village")}
    elif kind == "side":
        changes = {ItemRef(FILE, "sides", sheet.items("sides").next_key): SideFeature("hedgerow", ((3, 4), (3, 5)))}
    else:
        changes = {ItemRef(FILE, "spots", sheet.items("spots").next_key): Spot(Fraction(dice.randint(30, 90)), (x, y))}
    return ChangeItems(f"{kind}", changes)


def _answers(game, dice):
    places = dice.sample(sorted(game.box.cells), 4)
    asked = [ask("elevation", game, hex=place, method=method) for place in places for method in ("standard", "heads_abc")]
    asked.append(ask("los", game, **{"from": places[0], "to": places[1], "method": "standard"}))
    asked.append(ask("field", game, **{"from": places[2], "method": "simplified"}))
    return asked


@pytest.mark.parametrize("seed", range(6))
def test_rulings_after_any_edits_are_those_of_the_box_compiled_afresh(seed):
    dice = random.Random(seed)
    game = Game.of(EXAMPLE, RULESET)
    ask("heights", game)
    for step in range(8):
        edit = random_edit(game.box, dice)
        game = game.with_edits([edit])
        if step % 3 == 1:
            # Now and then several edits come before anything is asked.
            continue
        fresh = Game.of(game.box, RULESET)
        assert game.ground.key == fresh.ground.key, edit.label
        assert dict(game.ground.obstacles) == dict(fresh.ground.obstacles), edit.label
        heights = ask("heights", game).detail.heights
        assert heights == ask("heights", fresh).detail.heights, edit.label
        state = dice.getstate()
        ours = _answers(game, dice)
        dice.setstate(state)
        assert ours == _answers(fresh, dice), edit.label


@pytest.mark.parametrize("seed", range(3))
def test_the_net_follows_edits_whether_it_was_asked_for_in_between_or_not(seed):
    dice = random.Random(seed)
    game = Game.of(EXAMPLE, RULESET)
    first = game.forces.net
    assert first is game.with_state(GameState(visibility=3)).forces.net is game.compiled.net
    for step in range(12):
        game = game.with_edits([random_edit(game.box, dice)])
        if step % 3 == 2:
            net, fresh = game.forces.net, Game.of(game.box, RULESET).forces.net
            assert (net.hexes, net.kinds, net.crossing) == (fresh.hexes, fresh.kinds, fresh.crossing)
            assert net.crossings == fresh.crossings
            # What no edit of items touches is taken over.
            assert net.near is first.near


@pytest.mark.parametrize("high", ["left", "right"])
def test_heights_across_a_face_follow_a_line_inside_it_that_is_reversed(high):
    box = NewMap("Slope", columns=10, rows=12).box()
    file = box.sheets[0].file
    inner = ItemRef(file, "contours", 2)
    lines = {
        ItemRef(file, "contours", 1): Contour(Fraction(0), ((-0.5, 3.0), (10.0, 3.0)), high="left"),
        inner: Contour(Fraction(20), ((1.0, 8.0), (8.0, 8.0)), high=high),
    }
    game = Game.of(ChangeItems("Draw", lines).apply(Work(box)).box, RULESET)
    ask("heights", game)
    after = game.with_edits([reverse_high(game.box, [inner])])
    assert ask("heights", after).detail.heights == ask("heights", Game.of(after.box, RULESET)).detail.heights


def test_faces_that_an_edit_does_not_touch_are_the_very_same():
    game = Game.of(EXAMPLE, RULESET)
    before = {id(face) for face in game.ground.relief.faces}
    ring = ((1.0, 1.0), (1.1, 1.0), (1.1, 1.1), (1.0, 1.0))
    ref = ItemRef(FILE, "contours", SHEET.sheet.items("contours").next_key)
    after = game.with_edits([ChangeItems("Draw", {ref: Contour(Fraction(80), ring, high="left")})])
    new = [face for face in after.ground.relief.faces if id(face) not in before]
    assert len(new) == 2


def test_a_change_of_a_wood_leaves_relief_and_heights_as_they_are():
    game = Game.of(EXAMPLE, RULESET)
    ask("heights", game)
    ref = ItemRef(FILE, "areas", SHEET.sheet.items("areas").next_key)
    ring = ((1.0, 1.0), (1.4, 1.0), (1.4, 1.4), (1.0, 1.0))
    after = game.with_edits([ChangeItems("Draw", {ref: Area("woods", (ring,))})])
    method = game.case.method("standard")
    assert after.ground.relief is game.ground.relief
    assert after.case.heights(method).known is game.case.heights(method).known
    assert dict(after.ground.obstacles) != dict(game.ground.obstacles)


def test_another_interval_or_grid_compiles_everything_afresh():
    game = Game.of(EXAMPLE, RULESET)
    ask("heights", game)
    head = SHEET.sheet.head
    for other in (
        replace(head, contour_interval=Fraction(10)),
        replace(head, grid=replace(head.grid, columns=head.grid.columns - 1)),
    ):
        after = game.with_edits([ChangeSheet("Change", FILE, other)])
        fresh = Game.of(after.box, RULESET)
        assert after.ground.hexes == fresh.ground.hexes
        assert ask("heights", after).detail.heights == ask("heights", fresh).detail.heights


def test_states_of_play_are_kept_over_edits_of_the_box():
    game = Game.of(EXAMPLE, RULESET).with_state(GameState(visibility=3))
    ref = ItemRef(FILE, "spots", SHEET.sheet.items("spots").next_key)
    after = game.with_edits([ChangeItems("Set", {ref: Spot(Fraction(50), (2.0, 2.0))})])
    assert after.state.visibility == 3
    assert after.case.state.visibility == 3


def test_a_line_that_was_never_saved_is_named_by_the_hex_near_it():
    game = Game.of(EXAMPLE, RULESET)
    bare = {ItemRef(FILE, name, key): None for name in ("contours", "spots") for key in SHEET.sheet.items(name).keys}
    ring = ((2.0, 2.0), (4.0, 2.0), (4.0, 6.0), (2.0, 6.0), (2.0, 2.0))
    ref = ItemRef(FILE, "contours", SHEET.sheet.items("contours").next_key)
    after = game.with_edits([ChangeItems("Draw", {**bare, ref: Contour(Fraction(40), ring)})])
    ruling = ask("elevation", after, hex=sorted(after.box.cells)[len(after.box.cells) // 2])
    assert ruling.verdict == "undecidable"
    assert "m line near" in ruling.reasons[0].template.replace("{line} ", "")


def _two_sheets():
    """Two sheets side by side; three contours cross the seam between them, a little apart as printed sheets are."""
    frame = SheetFrame.place("even")
    shift = 5 * 3**0.5 / 2

    def across(y, height, x0, x1):
        return Contour(Fraction(height), ((x0, y), ((x0 + x1) / 2, y + 0.2), (x1, y)), high="left")

    def sheet(name, columns, contours, edge):
        grid = Grid(columns, 10, Numbering("{column}.{row:02}", columns, 10), raised="even", edge=edge)
        return MapSheet(name, grid, contour_interval=Fraction(20), contours=contours)

    steps = ((3.0, 40), (6.0, 60), (9.0, 80))
    west = sheet("A", 6, tuple(across(y, h, -1.0, 5.4848) for y, h in steps), (0.2887, 0.5, 5.4848, 10.5))
    east = sheet("B", 7, tuple(across(y - 0.5, h, 5.4858 - shift, 12.0) for y, h in steps), (5.4848 - shift, 0.0, 6.5, 10.0))
    beside = SheetFrame.place("even", beside=frame, columns=5, half_rows=1)
    return GameBox(
        "Two", "tcs-4.01", (PlacedSheet(west, frame, "A", "a.map.yaml"), PlacedSheet(east, beside, "B", "b.map.yaml"))
    )


@pytest.mark.parametrize("seed", range(4))
def test_edits_beside_and_on_the_seam_of_two_sheets_are_followed(seed):
    dice = random.Random(seed)
    game = Game.of(_two_sheets(), RULESET)
    game = game.with_check(finish(game.check()))
    assert game.found == ()
    for _ in range(10):
        file = dice.choice(["a.map.yaml", "b.map.yaml"])
        items = game.box.sheet(file).sheet.items("contours")
        ref = ItemRef(file, "contours", dice.choice(items.keys))
        line = items.get(ref.key)
        points = list(line.line)
        at = dice.randrange(3)
        points[at] = (points[at][0] + dice.choice([0.0, 0.005, 0.02]), points[at][1] + dice.choice([-0.3, 0.01, 0.02]))
        game = game.with_edits([ChangeItems("Move", {ref: replace(line, line=tuple(points))})])
        game = game.with_check(finish(game.check()))
        fresh = Game.of(game.box, RULESET)
        assert game.ground.key == fresh.ground.key
        assert [str(issue) for issue in game.issues] == [str(issue) for issue in fresh.with_check(finish(fresh.check())).issues]
        assert ask("heights", game).detail.heights == ask("heights", fresh).detail.heights
