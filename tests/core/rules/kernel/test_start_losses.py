"""Steps lost before play: what set-ups say, what pieces have lost, and edits that bring the two together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, found, unit

from core.base.errors import Place
from core.model.deployment import Piece
from core.model.edits.edit import Edit
from core.model.issues import Issue, Severity
from core.model.oob import Formation
from core.model.scenario import SetUp
from core.model.scenario_findings import findings_by_row
from core.model.work import Work
from core.questions.game import Game
from core.rules.kernel.start_losses import spread

CODES = ("losses-differ", "losses-uneven", "losses-unsaid")
HERE = "05.05"
COMPANY = Formation("co", "A Company", "red")
KINDS = {"tcs-4.01": "infantry", "scs-1.6": "combat", "vcs": "parent"}


def company(
    lost: dict[str, int], losses: int = 0, ruleset: str = "tcs-4.01", full: int = 5, missing: str = "", **more: object
) -> Game:
    """A formation whose units, by the steps that they have lost, are set up somewhere; `missing` ones stand nowhere."""
    steps = {"attack": 1, "defence": 1} if ruleset == "scs-1.6" else {}
    units = [unit(id_, KINDS[ruleset], formation="co", steps=full, **steps) for id_ in (*lost, *missing)]
    at = {id_: Piece(HERE, rank=n, lost=count) for n, (id_, count) in enumerate(lost.items())}
    said = {"set_ups": (SetUp(("co",), losses=losses, place=Place(FILE, 7, 3)),), **more}
    return board(ruleset, units, at, formations=(COMPANY,), **said)


def faults(game: Game) -> list[Issue]:
    return found(game, *CODES)


def mended(game: Game, edit: Edit | None) -> Game:
    assert edit is not None
    return Game.of(edit.apply(Work(game.box)).box, game.ruleset)


def lost_of(game: Game) -> dict[str, int]:
    return {id_: piece.lost for id_, piece in game.box.scenarios[FILE].start.pieces.items()}


@pytest.mark.parametrize("lost", [{"a": 1, "b": 1, "c": 1}, {"a": 2, "b": 1, "c": 0}])
def test_losses_that_a_set_up_states_are_those_of_its_pieces_and_are_spread_evenly(lost: dict[str, int]) -> None:
    issues = faults(company(lost, 3))
    assert [(issue.code, issue.rule) for issue in issues] == ([] if max(lost.values()) == 1 else [("losses-uneven", "27.1e")])
    for issue in issues:
        assert issue.units == ("a", "b", "c")
        assert "A 2 of 5, B 1 of 5, C 0 of 5" in issue.text
        assert lost_of(mended(company(lost, 3), issue.fix)) == {"a": 1, "b": 1, "c": 1}


@pytest.mark.parametrize(("lost", "losses"), [({"a": 0, "b": 0}, 3), ({"a": 4, "b": 3}, 3), ({"a": 1, "b": 0}, 8)])
def test_other_losses_than_the_set_up_states_are_an_error_that_its_fix_mends(lost: dict[str, int], losses: int) -> None:
    game = company(lost, losses)
    (issue,) = faults(game)
    assert (issue.code, issue.rule, issue.severity, issue.place.line) == ("losses-differ", "27.1e", Severity.ERROR, 7)
    assert f"says {losses} steps lost" in issue.text
    after = mended(game, issue.fix)
    assert sum(lost_of(after).values()) == losses
    assert faults(after) == []


def test_losses_that_would_take_a_unit_off_the_map_are_spread_by_nobody_but_the_user() -> None:
    (issue,) = faults(company({"a": 0, "b": 0}, 9))
    assert (issue.code, issue.fix) == ("losses-differ", None)
    (issue,) = faults(company({"a": 0, "b": 0}, 11))
    assert "says 11 steps lost, and its units have 10" in issue.text


def test_units_that_stand_nowhere_yet_may_be_those_that_lost_the_rest() -> None:
    assert faults(company({"a": 1}, 4, missing="b")) == []
    assert [issue.code for issue in faults(company({"a": 1}, 7, missing="b"))] == ["losses-differ"]
    assert [issue.code for issue in faults(company({"a": 3}, 2, missing="b"))] == ["losses-differ"]


@pytest.mark.parametrize("way", [0, 1])
def test_a_unit_that_has_lost_steps_of_which_no_set_up_speaks_may_have_them_back_or_have_it_said(way: int) -> None:
    game = company({"a": 1, "b": 0, "c": 1})
    (issue,) = faults(game)
    assert (issue.code, issue.rule, issue.severity) == ("losses-unsaid", "27.1d", Severity.WARNING)
    assert (issue.units, issue.fix) == (("a", "c"), None)
    assert issue.place == Place(FILE, 7, 3)
    after = mended(game, issue.ways[way])
    assert faults(after) == []
    assert (sum(lost_of(after).values()), after.box.scenarios[FILE].set_ups[0].losses) == ((0, 0), (2, 2))[way]


def test_units_of_no_set_up_begin_at_full_strength_too() -> None:
    game = company({"a": 1}, set_ups=())
    (issue,) = faults(game)
    assert (issue.rule, len(issue.ways)) == ("27.1d", 1)
    assert faults(mended(game, issue.ways[0])) == []


def test_where_the_scenario_lists_strengths_pieces_may_have_lost_what_no_set_up_states() -> None:
    assert faults(company({"a": 1, "b": 4}, options={"setup.strength": "listed"})) == []
    assert [issue.code for issue in faults(company({"a": 1}, 2, options={"setup.strength": "listed"}))] == ["losses-differ"]


def test_losses_by_type_need_not_be_even() -> None:
    assert faults(company({"a": 3, "b": 0}, 3, options={"setup.losses": "by_type"})) == []


@pytest.mark.parametrize(
    ("ruleset", "lost", "losses", "told"),
    [
        ("scs-1.6", {"a": 1, "b": 0}, 0, [("losses-unsaid", "Set Up Notes 3")]),
        ("scs-1.6", {"a": 1, "b": 0}, 2, [("losses-differ", "Set Up Notes 3")]),
        ("vcs", {"a": 1, "b": 0}, 0, []),
        ("vcs", {"a": 1, "b": 0}, 2, [("losses-differ", "")]),
    ],
)
def test_every_series_compares_what_is_stated_and_names_its_own_rule(ruleset, lost, losses, told) -> None:
    assert [(issue.code, issue.rule) for issue in faults(company(lost, losses, ruleset, full=2))] == told


def test_the_findings_stand_at_the_row_of_their_set_up() -> None:
    game = company({"a": 0, "b": 0}, 3)
    scenario = game.box.scenarios[FILE]
    rows, rest = findings_by_row(game.box.oob, FILE, scenario, faults(game))
    assert set(rows) == {("set_ups", 0)}
    assert rest == ()


@law(200)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.integers(0, 30), st.data())
def test_losses_are_spread_as_evenly_as_can_be_while_every_unit_keeps_a_step(full, losses, data) -> None:
    units = {f"u{n}": steps for n, steps in enumerate(full)}
    before = {id_: data.draw(st.integers(0, steps)) for id_, steps in units.items()}
    made = spread(units, losses, before)
    if losses > sum(steps - 1 for steps in full):
        assert made is None
        return
    assert made is not None
    assert sum(made.values()) == losses
    assert all(0 <= made[id_] < steps for id_, steps in units.items())
    open_ = [made[id_] for id_, steps in units.items() if made[id_] < steps - 1]
    assert not open_ or max(made.values()) - min(open_) <= 1


@law(60)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=4), st.integers(1, 12))
def test_whatever_the_pieces_have_lost_the_fix_leaves_nothing_to_mend(lost, losses) -> None:
    game = company({f"u{n}": count for n, count in enumerate(lost)}, losses)
    for issue in faults(game):
        if issue.fix is not None:
            assert faults(mended(game, issue.fix)) == []
