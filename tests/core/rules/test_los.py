"""Lines of sight against a naive judge in fractions, on random maps with everything that can stand on the ground."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import plain_los
from oracles.battlefields import TERRAIN, Battlefield, battlefield, set_heights
from oracles.laws import law
from oracles.plain_hexes import Cell

from core.analysis.elevation import Level
from core.base.steps import finish
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.model.maps import Area, SideFeature
from core.model.state import GameState
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.rulings import Ruling
from core.rules.tcs.sight.field import field_of_view
from core.rules.tcs.sight.los import judge, sees

FIELDS = {
    seed: battlefield(seed, raised="even" if seed % 2 else "odd", unknown=0.02 if seed % 3 == 0 else 0.0) for seed in range(8)
}


def _judged(field: Battlefield, a: Cell, b: Cell, state: GameState | None = None) -> Ruling:
    case = field.game.with_state(state or GameState()).case
    return finish(judge(case, field.hex(a), field.hex(b), "standard"))


def _pairs(field: Battlefield, count: int, seed: int) -> Iterator[tuple[Cell, Cell]]:
    dice = random.Random(seed)
    cells = sorted(field.plain.cells)
    for _ in range(count):
        yield dice.choice(cells), dice.choice(cells)


def _compare(field: Battlefield, a: Cell, b: Cell, state: GameState | None = None) -> bool:
    """Compares a ruling with the naive one, row by row; returns whether rounding on a hexside could have decided."""
    return _compared(field, a, b, state) is None


def _compared(field: Battlefield, a: Cell, b: Cell, state: GameState | None = None) -> Ruling | None:
    """A ruling that is the naive one, row by row; None where rounding on a hexside could have decided."""
    state = state or GameState()
    barrages = [field.cell(h) for h in state.smoke_barrage]
    smoke = frozenset(field.cell(h) for h in state.smoke | state.continuous_fire) | frozenset(
        cell for cell in field.plain.cells if any(field.plain.grid.distance(cell, b) <= 1 for b in barrages)
    )
    verdict, rows = plain_los.judge(
        field.plain,
        a,
        b,
        smoke=smoke,
        visibility=state.visibility,
        without=state.without,
        own_ground=field.game.case.choices["los.hexside_contact"] == "own_ground",
    )
    ruling = _judged(field, a, b, state)
    core = ruling.detail.profile
    assert [row.hex for row in core] == [field.hex(row.cell) for row in rows]
    for row, plain in zip(core, rows, strict=True):
        assert row.contact.value == plain.how
        if row.feature_height != plain.feature:
            symbols = field.plain.symbols
            assert any(plain_los.is_close_call(field.plain, s, plain.cell, a, b) for s in symbols), (a, b, plain)
            return None
        assert (row.height, row.sight, row.blocks) == (plain.total, plain.sight, plain.blocks), (a, b)
        if plain.column is not None:
            assert row.column == plain.column
    assert ruling.verdict == verdict, (a, b)
    assert ruling.detail.blockers == tuple(field.hex(row.cell) for row in rows if row.blocks)
    assert ruling.detail.distance == field.plain.grid.distance(a, b)
    return ruling


@pytest.mark.parametrize("seed", FIELDS)
def test_rulings_are_those_of_the_naive_judge_row_by_row(seed: int) -> None:
    field = FIELDS[seed]
    close = sum(_compare(field, a, b) for a, b in _pairs(field, 150, seed))
    assert close <= 3


@pytest.mark.parametrize("seed", [0, 3])
def test_rulings_by_the_letter_of_contact_are_those_of_the_naive_judge(seed: int) -> None:
    field = _turned(FIELDS[seed], {"los.hexside_contact": "touched"})
    assert sum(_compare(field, a, b) for a, b in _pairs(field, 150, seed + 20)) <= 3


def test_every_pair_of_a_small_map_is_judged_as_the_naive_judge_does() -> None:
    field = battlefield(77, 8, 7, areas=12, unknown=0.06)
    cells = sorted(field.plain.cells)
    rulings = [_compared(field, a, b) for a in cells for b in cells if a < b]
    verdicts = {ruling.verdict for ruling in rulings if ruling is not None}
    assert verdicts == {"clear", "blocked", "undecidable"}


@pytest.mark.parametrize("seed", [1, 3])
def test_smoke_visibility_and_absent_terrain_are_judged_as_the_naive_judge_does(seed: int) -> None:
    field = FIELDS[seed]
    dice = random.Random(seed)
    cells = [field.hex(c) for c in sorted(field.plain.cells)]
    close = 0
    for a, b in _pairs(field, 250, seed + 50):
        state = GameState(
            smoke=frozenset(dice.sample(cells, 8)),
            smoke_barrage=frozenset(dice.sample(cells, 2)),
            continuous_fire=frozenset(dice.sample(cells, 4)),
            visibility=dice.choice((None, 0, 1, 4, 9, 15)),
            without=frozenset(dice.sample(sorted(TERRAIN), dice.randint(0, 3))),
        )
        close += _compare(field, a, b, state)
    assert close <= 5


@pytest.mark.parametrize("seed", [2, 5])
def test_the_line_is_judged_the_same_in_both_directions(seed: int) -> None:
    field = FIELDS[seed]
    for a, b in _pairs(field, 150, seed):
        there, back = _judged(field, a, b), _judged(field, b, a)
        assert there.verdict == back.verdict
        assert there.detail.blockers == back.detail.blockers[::-1]
        assert there.value == back.value


# -- the field and the quick answer -------------------------------------------------------------------------------------------


def _field(field: Battlefield, start: Hex, state: GameState) -> tuple[frozenset[Hex], frozenset[Hex]]:
    detail = finish(field_of_view(field.game.with_state(state).case, start, "standard")).detail
    return detail.seen, detail.undecidable


def _plain_field(field: Battlefield, start: Hex, state: GameState) -> tuple[frozenset[Hex], frozenset[Hex]]:
    case = field.game.with_state(state).case
    verdicts = {place: sees(case, start, place, "standard") for place in field.game.ground.hexes}
    return frozenset(h for h, v in verdicts.items() if v), frozenset(h for h, v in verdicts.items() if v is None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3])
def test_fields_from_every_hex_of_a_map_are_the_plain_walks_of_all_pairs(seed: int) -> None:
    field = FIELDS[seed]
    cells = field.game.ground.hexes
    for number, start in enumerate(cells):
        seen, unsure = _field(field, start, GameState())
        # A line is judged the same in both directions: half of all pairs are all pairs.
        for target in cells[number:]:
            clear = sees(field.game.case, start, target, "standard")
            assert clear == (None if target in unsure else target in seen), (start, target)


@pytest.mark.parametrize("seed", FIELDS)
def test_fields_with_what_ifs_are_the_plain_walks(seed: int) -> None:
    field = FIELDS[seed]
    dice = random.Random(seed)
    cells = field.game.ground.hexes
    for start in dice.sample(cells, 6):
        state = GameState(
            smoke=frozenset(dice.sample(cells, dice.choice((0, 10)))),
            smoke_barrage=frozenset(dice.sample(cells, dice.choice((0, 2)))),
            visibility=dice.choice((None, 0, 1, 7)),
            without=frozenset(dice.sample(sorted(TERRAIN), dice.randint(0, 3))),
        )
        assert _field(field, start, state) == _plain_field(field, start, state), (start, state)


@pytest.mark.parametrize(
    "options",
    [
        {"los.corner_contact": "passes"},
        {"los.end_hex_contact": "counts"},
        {"los.hexside_contact": "touched"},
        {"los.hexside_contact": "touched", "los.end_hex_contact": "counts"},
        {"los.adjacent_beyond_visibility": "blocked"},
        {"los.corner_contact": "passes", "los.end_hex_contact": "counts", "los.adjacent_beyond_visibility": "blocked"},
    ],
)
def test_fields_judgements_and_quick_answers_agree_under_every_reading(options: dict[str, str]) -> None:
    base = FIELDS[4]
    game = Game.of(replace(base.game.box, options=options), base.game.ruleset)
    field = replace(base, game=game)
    set_heights(field, dict(base.plain.heights))
    dice = random.Random(1)
    for start in dice.sample(game.ground.hexes, 4):
        for state in (GameState(), GameState(visibility=0)):
            seen, unsure = _field(field, start, state)
            assert (seen, unsure) == _plain_field(field, start, state)
            for target in dice.sample(game.ground.hexes, 25):
                verdict = _judged(field, field.cell(start), field.cell(target), state).verdict
                assert verdict == ("clear" if target in seen else "undecidable" if target in unsure else "blocked")


@pytest.mark.parametrize("seed", [0, 6])
def test_quick_answers_are_the_verdicts_of_the_explained_ones(seed: int) -> None:
    field = FIELDS[seed]
    words = {True: "clear", False: "blocked", None: "undecidable"}
    for a, b in _pairs(field, 200, seed + 9):
        assert words[sees(field.game.case, field.hex(a), field.hex(b), "standard")] == _judged(field, a, b).verdict


# -- laws ---------------------------------------------------------------------------------------------------------------------

spots = st.tuples(st.integers(1, 20), st.integers(1, 20))


@law(30)
@given(a=spots, b=spots, more=st.sampled_from(["woods", "village", "hedgerow"]), at=spots)
def test_one_obstacle_more_never_clears_a_line(a: Cell, b: Cell, more: str, at: Cell) -> None:
    field = FIELDS[7]
    sheet = field.game.box.sheets[0].sheet
    if more == "woods":
        ring = [(x / 3072 * 3**0.5 / 2, y / 2048) for x, y in field.plain.fine_corners(at)]
        richer = replace(sheet, areas=(*sheet.areas, Area("woods", ((*ring, ring[0]),))))
    elif more == "village":
        richer = replace(sheet, hexes=sheet.hexes.set(at, replace(next(iter(sheet.hexes.values())), terrain="village")))
    else:
        beside = field.frame.cell(field.hex(at).neighbours()[0])
        richer = replace(sheet, sides=(*sheet.sides, SideFeature("hedgerow", (at, beside))))
    placed = replace(field.game.box.sheets[0], sheet=richer)
    game = Game.of(replace(field.game.box, sheets=(placed,)), field.game.ruleset)
    fuller = replace(field, game=game)
    set_heights(fuller, dict(field.plain.heights))
    before, after = _judged(field, a, b), _judged(fuller, a, b)
    assert set(before.detail.blockers) <= set(after.detail.blockers)
    assert not (before.verdict == "blocked" and after.verdict != "blocked")


@law(80)
@given(a=spots, b=spots, near=st.integers(0, 25), further=st.integers(0, 25))
def test_more_visibility_never_blocks(a: Cell, b: Cell, near: int, further: int) -> None:
    field = FIELDS[1]
    least, most = sorted((near, further))
    if _judged(field, a, b, GameState(visibility=least)).verdict == "clear":
        assert _judged(field, a, b, GameState(visibility=most)).verdict == "clear"
        assert _judged(field, a, b).verdict == "clear"
    if field.plain.grid.distance(a, b) <= 1:
        assert _judged(field, a, b, GameState(visibility=0)).verdict == "clear"


@law(80)
@given(a=spots, b=spots)
def test_smoke_in_the_ends_never_matters_and_smoke_anywhere_between_always_does(a: Cell, b: Cell) -> None:
    field = FIELDS[2]
    plain = _judged(field, a, b)
    ends = frozenset({field.hex(a), field.hex(b)})
    assert _judged(field, a, b, GameState(smoke=ends, continuous_fire=ends)) == plain
    for row in plain.detail.profile[:3]:
        for state in (GameState(smoke=frozenset({row.hex})), GameState(continuous_fire=frozenset({row.hex}))):
            assert _judged(field, a, b, state).verdict == "blocked"
        beside = row.hex.neighbours()[3]
        assert _judged(field, a, b, GameState(smoke_barrage=frozenset({beside}))).verdict == "blocked"


@law(30)
@given(a=spots, b=spots, gone=st.sets(st.sampled_from(sorted(TERRAIN)), min_size=1))
def test_terrain_made_absent_is_exactly_a_map_without_it(a: Cell, b: Cell, gone: set[str]) -> None:
    field = FIELDS[5]
    sheet = field.game.box.sheets[0].sheet
    bare = replace(
        sheet,
        areas=tuple(x for x in sheet.areas if x.terrain not in gone),
        sides=tuple(x for x in sheet.sides if x.feature not in gone),
        hexes=sheet.hexes if "village" not in gone else type(sheet.hexes)(),
    )
    game = Game.of(replace(field.game.box, sheets=(replace(field.game.box.sheets[0], sheet=bare),)), field.game.ruleset)
    barer = replace(field, game=game)
    set_heights(barer, dict(field.plain.heights))
    one, two = _judged(field, a, b, GameState(without=frozenset(gone))), _judged(barer, a, b)
    assert (one.verdict, one.detail, one.value) == (two.verdict, two.detail, two.value)


# -- places where a symbol only just touches -----------------------------------------------------------------------------------


def _flat(*areas: Area, sides: tuple[SideFeature, ...] = ()) -> Battlefield:
    """An even plain of 7 x 7 hexes with given symbols and nothing else."""
    field = battlefield(1, 7, 7, areas=0)
    sheet = replace(
        field.game.box.sheets[0].sheet, areas=areas, sides=sides, hexes=type(field.game.box.sheets[0].sheet.hexes)()
    )
    placed = replace(field.game.box.sheets[0], sheet=sheet)
    flat = replace(field, game=Game.of(replace(field.game.box, sheets=(placed,)), field.game.ruleset))
    set_heights(flat, dict.fromkeys(field.plain.cells, Fraction(0)))
    return flat


def _turned(field: Battlefield, options: dict[str, str]) -> Battlefield:
    """The same map under other readings."""
    turned = replace(field, game=Game.of(replace(field.game.box, options=options), field.game.ruleset))
    set_heights(turned, dict(field.plain.heights))
    known = field.game.case.heights(field.game.case.method("standard")).known
    turned.game.case.heights(turned.game.case.method("standard")).known.update(known)
    return turned


def _woods(field: Battlefield, *corners: tuple[int, int]) -> Area:
    """Woods with corners on the coarse lattice (X = 3c, Y = 2r + [raised]), in the four decimals of a file."""
    ring = [(round(x / (2 * 3**0.5), 4), round(y / 2, 4)) for x, y in corners]
    return Area("woods", ((*ring, ring[0]),))


def _filled(field: Battlefield, cell: Cell) -> Area:
    return _woods(field, *field.plain.grid.corners(cell))


PLAIN = battlefield(1, 7, 7, areas=0)


def test_woods_that_fill_a_hex_block_a_line_along_their_hexside() -> None:
    # From 3.04 to 5.04 the line runs along the hexside between 4.03 and 4.04 (even columns are raised).
    for filled in ((4, 3), (4, 4)):
        field = _flat(_filled(PLAIN, filled))
        ruling = _judged(field, (3, 4), (5, 4))
        assert ruling.verdict == "blocked"
        # The symbol touches both hexes beside the hexside, and counts in the one that it fills.
        assert ruling.detail.blockers == (field.hex(filled),)
        touched = _judged(_turned(field, {"los.hexside_contact": "touched"}), (3, 4), (5, 4))
        assert touched.detail.blockers == tuple(sorted((field.hex((4, 3)), field.hex((4, 4)))))


def test_an_outline_that_encloses_nothing_belongs_to_both_hexes_of_its_hexside() -> None:
    x, y = PLAIN.plain.grid.centre((4, 3))
    west, middle, east = (x - 1, y + 1), (x, y + 1), (x + 1, y + 1)
    stroke = _woods(PLAIN, west, middle, east, middle)
    assert _judged(_flat(stroke), (4, 1), (4, 7)).detail.blockers == tuple(sorted(PLAIN.hex((4, row)) for row in (3, 4)))
    point = _woods(PLAIN, middle, middle, middle)
    assert _judged(_flat(point), (4, 1), (4, 7)).detail.blockers == tuple(sorted(PLAIN.hex((4, row)) for row in (3, 4)))


@pytest.mark.parametrize(("deep", "blockers"), [(0.0, 1), (0.0005, 1), (0.0015, 2), (0.05, 2), (-0.0015, 1)])
def test_ground_belongs_to_a_hex_into_which_it_reaches_more_than_a_hair(deep: float, blockers: int) -> None:
    # A wood over the upper half of 4.03, which runs a little way over the hexside into 4.04.
    (x, y), top = PLAIN.frame.to_sheet(plane_centre(PLAIN.hex((4, 3)))), deep
    ring = ((x - 0.3, y), (x + 0.3, y), (x + 0.3, y + 0.5 + top), (x - 0.3, y + 0.5 + top), (x - 0.3, y))
    field = _flat(Area("woods", (tuple((round(px, 4), round(py, 4)) for px, py in ring),)))
    assert len(_judged(field, (4, 1), (4, 7)).detail.blockers) == blockers


def test_a_clear_hex_amid_painted_woods_is_free_of_them_and_passes_into_them() -> None:
    around = [PLAIN.cell(place) for place in PLAIN.hex((4, 4)).neighbours()]
    field = _flat(*(_filled(PLAIN, cell) for cell in around))
    rows = {row.hex: row for row in _judged(field, (4, 1), (4, 7)).detail.profile}
    assert rows[field.hex((4, 4))].feature_height == 0
    assert rows[field.hex((4, 3))].feature_height == rows[field.hex((4, 5))].feature_height == 20


def test_the_reading_of_hexside_contacts_is_named_only_where_it_decides() -> None:
    # The wood fills 4.04; 3.04 to 4.05 crosses the hexside of 4.04 alone, as the rim of an end hex.
    field = _flat(_filled(PLAIN, (4, 4)))
    for a, b in ((a, b) for a in sorted(field.plain.cells) for b in sorted(field.plain.cells) if a < b):
        ruling, other = _judged(field, a, b), _judged(_turned(field, {"los.hexside_contact": "touched"}), a, b)
        named = [reason for reason in ruling.reasons if dict(reason.values).get("reading") == "los.hexside_contact"]
        assert bool(named) == (ruling.verdict != other.verdict), (a, b)
        back = [reason for reason in other.reasons if dict(reason.values).get("reading") == "los.hexside_contact"]
        assert bool(back) == bool(named), (a, b)


def test_woods_that_fill_an_end_hex_never_block_the_way_out_or_in() -> None:
    field = _flat(_filled(PLAIN, (4, 4)))
    for target in sorted(field.plain.cells):
        there, back = _judged(field, (4, 4), target), _judged(field, target, (4, 4))
        assert there.verdict == back.verdict == "clear", target


def test_woods_with_an_edge_along_the_line_touch_it_all_the_way() -> None:
    x, y = PLAIN.plain.grid.centre((4, 4))
    for side in (1, -1):
        woods = _woods(PLAIN, (x, y - 1), (x, y + 1), (x + side, y + 1), (x + 2 * side, y), (x + side, y - 1))
        assert _judged(_flat(woods), (4, 3), (4, 5)).verdict == "blocked"
        assert _judged(_flat(woods), (4, 1), (4, 7)).verdict == "blocked"


def test_a_corner_of_woods_on_the_line_is_touched_and_one_beside_it_is_not() -> None:
    x, y = PLAIN.plain.grid.centre((4, 4))
    touching = _woods(PLAIN, (x, y), (x + 1, y + 1), (x + 1, y - 1))
    assert _judged(_flat(touching), (4, 1), (4, 7)).verdict == "blocked"
    beside = Area("woods", (((3.4655, 4.5), (3.6, 4.6), (3.6, 4.4), (3.4655, 4.5)),))
    assert _judged(_flat(beside), (4, 1), (4, 7)).verdict == "clear"


def test_a_hedgerow_blocks_across_along_and_at_its_tip_but_not_on_the_rim_of_an_end_hex() -> None:
    hedge = SideFeature("hedgerow", ((4, 3), (4, 4)))
    field = _flat(sides=(hedge,))
    assert _judged(field, (4, 1), (4, 7)).verdict == "blocked"
    assert _judged(field, (3, 4), (5, 4)).verdict == "blocked"
    # It is the rim of an end hex: the way out of 4.04 and 4.03 is free.
    assert _judged(field, (4, 4), (4, 1)).verdict == "clear"
    assert _judged(field, (4, 3), (4, 7)).verdict == "clear"
    assert _judged(_flat(), (4, 1), (4, 7)).verdict == "clear"


def test_a_height_that_nobody_knows_leaves_the_line_open_unless_something_else_blocks() -> None:
    open_field = _flat()
    blocked_field = _flat(_filled(PLAIN, (4, 3)))
    for field, with_unknown in ((open_field, "undecidable"), (blocked_field, "blocked")):
        known = field.game.case.heights(field.game.case.method("standard")).known
        place = field.hex((4, 5))
        known[place] = Level(plane_centre(place), None, "undecidable", missing="it is not known")
        assert _judged(field, (4, 1), (4, 7)).verdict == with_unknown
        # An end that is unknown leaves every comparison open; smoke blocks without any.
        end = field.hex((4, 7))
        known[end] = known[place]
        assert _judged(field, (4, 1), (4, 7)).verdict == "undecidable"
        assert _judged(field, (4, 1), (4, 7), GameState(smoke=frozenset({place}))).verdict == "blocked"
        assert _judged(field, (4, 6), (4, 7)).verdict == "clear"
        assert _judged(field, (4, 1), (4, 7), GameState(visibility=3)).verdict == "blocked"


@pytest.mark.parametrize("method", ["standard", "simplified", "heads_a", "heads_ab", "heads_ac", "heads_abc"])
def test_a_map_without_contours_is_undecidable_not_level(method: str) -> None:
    box = battlefield(5, 6, 6).game.box
    game = Game.of(box, battlefield(5, 6, 6).game.ruleset)
    assert ask("los", game, **{"from": "1.1", "to": "5.5", "method": method}).verdict == "undecidable"
    assert ask("los", game, **{"from": "1.1", "to": "1.2", "method": method}).verdict == "clear"
    assert ask("elevation", game, hex="3.3", method=method).verdict == "undecidable"
    assert ask("field", game, **{"from": "3.3", "method": method}).detail.seen == frozenset(game.box.hex("3.3").within(1))
