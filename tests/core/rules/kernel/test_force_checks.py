"""Checks of scenarios: a sound one has no finding, and every way to break it has one with its rule."""

import immutables
import pytest
from hypothesis import given
from oracles.forces import boxes
from oracles.laws import law
from oracles.stacks import FILE, board, found, hexes, unit

from core.base.steps import finish
from core.files.ruleset_files import load_ruleset
from core.model.box import GameBox
from core.model.deployment import Piece
from core.model.edits.force_edits import ChangePieces
from core.model.edits.map_edits import ChangeItems
from core.model.issues import Severity
from core.model.maps import HexContent, ItemRef
from core.model.oob import Formation
from core.model.scenario import Allotment, Arrival, SetUp, Turn
from core.questions.catalogue import ask
from core.questions.game import Game

HERE = "05.05"
EMPTY = board("scs-1.6", [])


def at(*labels: str):
    return hexes(EMPTY, *labels)


def combat(id_: str, side: str = "red", **values):
    return unit(id_, "combat", side, **{"attack": 3, "defence": 3, "movement": 4, "steps": 1, **values})


def sound(ruleset: str = "scs-1.6", **changes) -> Game:
    """A scenario with which nothing is wrong, but for the changes."""
    kind = {"tcs-4.01": "infantry", "vcs": "parent"}.get(ruleset, "combat")
    units = [
        unit(id_, kind, side, attack=3, steps=1) for id_, side in (("a", "red"), ("b", "red"), ("c", "red"), ("d", "blue"))
    ]
    said = {
        "units": units,
        "at": {"a": HERE, "b": HERE, "d": "09.09"},
        "set_ups": (SetUp(("a", "b"), hexes=at(HERE), within=2), SetUp(("d",), hexes=at("09.09"))),
        "arrivals": (Arrival(("c",), 2, at("01.05")),),
        "turns": (Turn(), Turn(), Turn()),
        "sets_up_first": "blue",
        "moves_first": "red",
        **changes,
    }
    return board(ruleset, **said)


@pytest.mark.parametrize("ruleset", ["tcs-4.01", "scs-1.6", "new-scs", "vcs", "bcs-1.1"])
def test_with_a_sound_scenario_nothing_is_wrong(ruleset) -> None:
    assert found(sound(ruleset)) == []


@pytest.mark.parametrize(
    ("ruleset", "kind", "number", "rule", "severity"),
    [
        ("tcs-4.01", "infantry", 7, "27.1c", Severity.ERROR),
        ("scs-1.6", "combat", 4, "Set Up Notes 2", Severity.WARNING),
        ("new-scs", "combat", 4, "Unified sequence of play", Severity.WARNING),
        ("vcs", "parent", 4, "8.0", Severity.ERROR),
        ("bcs-1.1", "combat", 3, "Retreat Answer Key", Severity.WARNING),
    ],
)
def test_an_overstacked_hex_is_an_error_and_by_a_stand_in_a_warning(ruleset, kind, number, rule, severity) -> None:
    units = [unit(f"u{n}", kind, attack=1, steps=5) for n in range(number)]
    (issue,) = found(board(ruleset, units, {each.id: HERE for each in units}), "overstacked")
    assert (issue.rule, issue.severity) == (rule, severity)
    assert issue.units == tuple(each.id for each in units)
    assert issue.at is not None
    assert HERE in issue.text
    assert ("stand-in" in issue.text) == (severity is Severity.WARNING)


def test_a_limit_that_the_box_states_is_no_stand_in() -> None:
    units = [combat(f"u{n}") for n in range(3)]
    (issue,) = found(board("scs-1.6", units, {each.id: HERE for each in units}, options={"stacking.limit": "2"}), "overstacked")
    assert issue.severity is Severity.ERROR


def test_a_game_that_lets_hexes_begin_overstacked_has_none() -> None:
    units = [unit(f"u{n}", "infantry", steps=5) for n in range(7)]
    at_ = {each.id: HERE for each in units}
    assert not found(board("tcs-4.01", units, at_, options={"setup.overstacked": "allowed"}), "overstacked")


@pytest.mark.parametrize(("ruleset", "rule"), [("tcs-4.01", "5.2b"), ("scs-1.6", "3.3a"), ("vcs", "8.0")])
def test_units_of_both_sides_in_one_hex(ruleset, rule) -> None:
    (issue,) = found(sound(ruleset, at={"a": HERE, "b": HERE, "d": HERE}), "enemies-together")
    assert (issue.rule, issue.units) == (rule, ("a", "b", "d"))


def test_the_wrong_unit_on_top() -> None:
    guns = unit("guns", "artillery", barrage=4, defence=1, movement=2, steps=1)
    game = board("scs-1.6", [combat("a"), guns], {"a": Piece(HERE, rank=0), "guns": Piece(HERE, rank=1)})
    (issue,) = found(game, "top-unit")
    assert (issue.rule, issue.units) == ("4.0c", ("guns",))


@pytest.mark.parametrize(
    ("ruleset", "mover", "terrain", "rule"),
    [
        ("tcs-4.01", unit("u", "vehicle", steps=1, movement__class="wheeled"), "marsh", "20.1f"),
        ("scs-1.6", combat("u", movement__class="truck"), "sea", "3.2d"),
        ("vcs", unit("u", "parent", unit__type="armour", steps=1), "swamp", "5.4"),
        ("new-scs", combat("u"), "sea", "Movement phase"),
        ("bcs-1.1", combat("u"), "sea", "published summaries"),
    ],
)
def test_a_unit_on_terrain_that_is_closed_to_it(ruleset, mover, terrain, rule) -> None:
    (issue,) = found(board(ruleset, [mover], {"u": HERE}, terrain={HERE: terrain}), "closed-terrain")
    assert (issue.rule, issue.units) == (rule, ("u",))
    assert not found(board(ruleset, [mover], {"u": HERE}, terrain={"05.06": terrain}), "closed-terrain")


def test_infantry_of_vcs_may_begin_in_a_swamp() -> None:
    walker = unit("u", "parent", unit__type="infantry", steps=1)
    assert not found(board("vcs", [walker], {"u": HERE}, terrain={HERE: "swamp"}), "closed-terrain")


def test_a_unit_too_far_from_its_set_up_hex_is_told_how_far_it_is() -> None:
    (issue,) = found(sound(at={"a": "05.08", "b": HERE, "d": "09.09"}), "outside-set-up")
    assert (issue.rule, issue.units) == ("Set Up Notes 1", ("a",))
    assert "within 2 of 05.05; it is 3 hexes away" in issue.text


def test_a_unit_outside_its_zone_or_in_a_box_that_is_not_its_own() -> None:
    (zoned,) = found(
        sound(
            set_ups=(
                SetUp(("a",), zone="nowhere"),
                SetUp(
                    ("b", "d"),
                ),
            )
        ),
        "outside-set-up",
    )
    assert (zoned.rule, zoned.units) == ("Set Up Notes 4", ("a",))
    (boxed,) = found(sound(at={"a": Piece("Reserve"), "b": HERE, "d": "09.09"}), "outside-set-up")
    assert boxed.units == ("a",)
    set_ups = (SetUp(("a",), box="Reserve"), SetUp(("b", "d")))
    assert not found(sound(at={"a": Piece("Reserve"), "b": HERE, "d": "09.09"}, set_ups=set_ups), "outside-set-up")


@pytest.mark.parametrize(
    "changes",
    [
        {
            "set_ups": (
                SetUp(("a", "b"), hexes=at(HERE)),
                SetUp(
                    ("a", "d"),
                ),
            )
        },
        {"arrivals": (Arrival(("c",), 1, at("01.05")), Arrival(("c",), 2, at("01.05")))},
        {"arrivals": (Arrival(("a", "c"), 2, at("01.05")),)},
        {"at": {"a": HERE, "b": HERE, "c": "05.06", "d": "09.09"}},
    ],
)
def test_a_unit_that_is_named_twice(changes) -> None:
    (issue,) = found(sound(**changes), "unit-twice")
    assert issue.units in (("a",), ("c",))


def test_a_unit_may_differ_from_its_formation() -> None:
    bn = (Formation("bn", "1-123", "red"),)
    units = [unit(id_, "combat", formation="bn", attack=1, steps=1) for id_ in "abc"]
    late = board(
        "scs-1.6",
        units,
        {"a": HERE, "b": HERE},
        formations=bn,
        set_ups=(SetUp(("bn",), hexes=at(HERE)),),
        arrivals=(Arrival(("c",), 2, at("01.05")),),
    )
    assert found(late) == []
    early = board(
        "scs-1.6",
        units,
        {"a": HERE},
        formations=bn,
        set_ups=(SetUp(("a",), hexes=at(HERE)),),
        arrivals=(Arrival(("bn",), 2, at("01.05")),),
    )
    assert found(early) == []


def test_units_without_a_place_are_told_in_one_finding_for_each_side() -> None:
    (issue,) = found(sound(at={"a": HERE, "d": "09.09"}, set_ups=(), arrivals=()), "unit-nowhere")
    assert (issue.units, issue.severity) == (("b", "c"), Severity.WARNING)
    (waiting,) = found(sound(at={"a": HERE, "d": "09.09"}), "not-placed")
    assert waiting.units == ("b",)


def test_counters_that_are_not_printed_and_chits_need_no_place() -> None:
    chit = unit("chit", "chit", strength__class="red")
    assert not found(board("vcs", [chit]), "unit-nowhere")


def test_reinforcements_need_an_entry_hex_on_the_edge_and_a_turn_that_there_is() -> None:
    (missing,) = found(sound(arrivals=(Arrival(("c",), 2),)), "no-entry")
    assert (missing.rule, missing.units) == ("5.0", ("c",))
    # A row that is only begun brings nobody anywhere.
    assert found(sound(arrivals=(Arrival(("c",), 2, at("01.05")), Arrival(()), Arrival((), 9, edge=False)))) == []
    assert [issue.code for issue in found(sound(arrivals=(Arrival(("c",), 2, at("05.06")),)))] == ["entry-inside"]
    assert found(sound(arrivals=(Arrival(("c",), 2, at("05.06"), edge=False),))) == []
    assert [issue.code for issue in found(sound(arrivals=(Arrival(("c",), 9, at("01.05")),)))] == ["arrives-late"]
    assert [issue.code for issue in found(sound(arrivals=(Arrival(("c",), hexes=at("01.05")),)))] == ["no-condition"]
    assert found(sound(arrivals=(Arrival(("c",), hexes=at("01.05"), condition="on a roll of 6"),))) == []
    assert "on a roll of 6" in found(sound(arrivals=(Arrival(("c",), condition="on a roll of 6"),)), "no-entry")[0].text


def test_what_the_coming_of_units_costs_is_something_that_is_counted() -> None:
    def cost(what: str) -> tuple[Arrival, ...]:
        return (Arrival(("c",), hexes=at("01.05"), condition="on a roll of 6", price=((what, 2),)),)

    (unknown,) = found(sound("vcs", arrivals=cost("suport pints")), "price-unknown")
    assert '"suport pints"' in unknown.text and 'Did you mean "support points"?' in unknown.text
    assert found(sound("vcs", arrivals=cost("support points"))) == []


def test_nobody_gets_anything_after_the_last_turn() -> None:
    assert found(sound(allotments=(Allotment("red", "sorties", 2, 3),))) == []
    (late,) = found(sound(allotments=(Allotment("red", "sorties", 2, 4),)))
    assert late.code == "gets-late" and "has 3" in late.text


def test_who_sets_up_first_must_be_known_and_in_scs_moves_second() -> None:
    (unknown,) = found(sound(sets_up_first="", moves_first=""), "no-first")
    assert unknown.rule == "Set Up Notes 5"
    assert found(sound(sets_up_first="")) == []
    (order,) = found(sound(sets_up_first="red"), "set-up-order")
    assert order.rule == "Set Up Notes 5"


def test_a_screen_of_bcs_begins_alone() -> None:
    game = sound("bcs-1.1", at={"a": Piece(HERE, marks=frozenset({"screen"})), "b": HERE, "d": "09.09"})
    (issue,) = found(game, "screen-stacked")
    assert (issue.rule, issue.units) == ("8", ("a",))


def test_a_screen_of_bcs_begins_on_its_move_side_and_is_recon_where_the_game_sets_up_screens() -> None:
    screen = frozenset({"screen"})
    units = [
        unit("scouts", "combat", recon=True, steps=2),
        unit("foot", "combat", steps=2),
        unit("down", "combat", recon=True, steps=2),
    ]
    at = {
        "scouts": Piece(HERE, marks=screen),
        "foot": Piece("07.07", marks=screen),
        "down": Piece("09.09", face=1, marks=screen),
    }
    codes = ("screen-deployed", "screen-type", "screen-set-up")

    def told(**options: str) -> dict[str, list[tuple[str, ...]]]:
        game = board("bcs-1.1", units, at, options={each.replace("__", "."): value for each, value in options.items()})
        return {code: [issue.units for issue in found(game, code)] for code in codes}

    assert told() == {code: [] for code in codes}
    wrong = {"screen-deployed": [("down",)], "screen-type": [("foot",)], "screen-set-up": []}
    assert told(recon__screens="on") == wrong
    never = told(recon__screens="on", recon__setup_screens="never")["screen-set-up"]
    assert sorted(never) == [("down",), ("foot",), ("scouts",)]


@pytest.mark.parametrize(
    ("date", "how", "wrong"),
    [
        ("16 December 1944", "by_scenario", ["guards", "us"]),
        ("16 december 1944, a.m.", "by_scenario", ["guards", "us"]),
        ("19 December 1944", "by_scenario", []),
        # It is another day that ends so.
        ("116 December", "by_scenario", []),
        ("16 December 1944", "owner", []),
    ],
)
def test_who_says_so_sets_up_no_screens_in_scenarios_of_a_day(date: str, how: str, wrong: list[str]) -> None:
    never = {"screens.never_on": "16 December"}
    formations = [Formation("86", "86th", "blue", values=immutables.Map(never)), Formation("2", "2nd", "blue")]
    units = [
        unit("us", "combat", recon=True, steps=2),
        unit("guards", "combat", "blue", "86", recon=True, steps=2),
        unit("panzer", "combat", "blue", "2", recon=True, steps=2),
    ]
    marked = frozenset({"screen"})
    at = {each.id: Piece(place, marks=marked) for each, place in zip(units, (HERE, "07.07", "09.09"), strict=True)}
    options = {"recon.screens": "on", "recon.setup_screens": how}
    turns = (Turn("1", date), Turn("2", "16 December 1944"))
    game = board("bcs-1.1", units, at, formations=formations, options=options, sources={"red": never}, turns=turns)
    assert sorted(id_ for issue in found(game, "screen-that-day") for id_ in issue.units) == wrong


def test_a_unit_without_a_step_left_is_told_wherever_it_begins() -> None:
    units = [combat("a", steps=3), combat("b"), combat("c", steps=3)]
    at_start = {"a": Piece(HERE, lost=3), "b": Piece("Pool", lost=900), "c": Piece(HERE, lost=2)}
    issues = found(board("scs-1.6", units, at_start, off_map=("Pool",)), "no-steps")
    assert [issue.text for issue in issues] == [
        "A begins without a step left; lost: 3 of 3.",
        "B begins without a step left; lost: the only one.",
    ]


def test_a_piece_off_the_map_is_told() -> None:
    away = EMPTY.box.hex("01.01").plus(-5, 0)
    assert found(sound(at={"a": Piece(away), "b": HERE, "d": "09.09"}), "off-the-map")[0].units == ("a",)


def test_errors_of_a_set_up_cast_no_doubt_upon_other_answers() -> None:
    game = sound("tcs-4.01", at={"a": HERE, "b": HERE, "d": HERE})
    game = game.with_check(finish(game.check()))
    assert any(issue.severity is Severity.ERROR for issue in game.found)
    assert ask("dice.chances", game, dice="2d6").box_errors == game.errors
    assert game.errors == sum(issue.severity is Severity.ERROR for issue in game.of_map)


def test_findings_follow_the_pieces_and_the_map_is_not_checked_again_for_them() -> None:
    game = sound()
    game = game.with_check(finish(game.check()))
    assert not [issue for issue in game.found if issue.place.file == FILE]
    lint = game.checked.lint
    moved = game.with_edits([ChangePieces("Move", FILE, {"a": Piece(game.box.hex("12.12"))})])
    checked = moved.with_check(finish(moved.check()))
    assert checked.checked.lint is lint
    assert [issue.code for issue in checked.found if issue.place.file == FILE] == ["outside-set-up"]
    back = checked.with_edits([ChangePieces("Move", FILE, {"a": Piece(game.box.hex(HERE))})])
    assert not [issue for issue in back.with_check(finish(back.check())).found if issue.place.file == FILE]


def test_a_change_of_the_map_is_felt_by_the_units_on_it() -> None:
    game = board("tcs-4.01", [unit("u", "vehicle", steps=1, movement__class="wheeled")], {"u": HERE})
    game = game.with_check(finish(game.check()))
    placed = game.box.sheets[0]
    flooded = ItemRef(placed.file, "hexes", placed.frame.cell(game.box.hex(HERE)))
    edited = game.with_edits([ChangeItems("Flood", {flooded: HexContent("marsh")})])
    assert "closed-terrain" in {issue.code for issue in edited.with_check(finish(edited.check())).found}


@law(40)
@given(boxes())
def test_whatever_a_box_holds_its_check_ends_and_its_findings_are_whole_sentences(box: GameBox) -> None:
    game = Game.of(box, load_ruleset(box.ruleset))
    for issue in finish(game.check()).of_forces:
        assert issue.text[0] != " "
        assert issue.text.endswith((".", "…", "?", '?"', ")"))
        assert issue.place.file
    for question in ("set_up", "entry"):
        for file in box.scenarios:
            assert ask(question, game, scenario=file).verdict
