"""The audit at the end of a phase: what it asks in every series, stacks and declared attacks, and what it never fails over."""

from dataclasses import replace

import pytest
from auditing import COMPANY, PLATOON, codes, going, mended, playing
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece
from core.model.scenario import Arrival
from core.model.state import Declared, GameState, Moment
from core.model.work import Work
from core.play.audit import audit, audit_steps, phase_of
from core.rules.kernel.findings import WEIGHTS
from core.rules.registry import CHECKS

ALL = {id_: load_ruleset(id_) for id_ in ruleset_ids()}


@pytest.mark.parametrize("id_", ALL)
def test_each_phase_names_checks_that_its_series_has_and_tasks_open_what_there_is(id_: str) -> None:
    from core.questions.catalogue import QUESTIONS
    from core.rules.kernel.sequence import DESKS

    rules = ALL[id_]
    named = set()
    for top in rules.sequence:
        for _, phase in top.walk():
            named |= set(phase.checks)
            for task in phase.tasks:
                assert not task.opens or task.opens in DESKS or task.opens in QUESTIONS[rules.series], (phase.id, task.opens)
    known = CHECKS[rules.series]
    assert named <= known.keys()
    assert known.keys() - named <= {"declared", "arrivals"}, "a check that no phase asks for"


def test_tasks_about_units_on_the_map_open_what_is_asked_of_the_map() -> None:
    opened = {task.opens for top in ALL["vcs"].sequence for _, phase in top.walk() for task in phase.tasks}
    assert {"supply", "replacements"} <= opened and "supply.trace" not in opened


def test_steps_above_the_limit_are_found_where_stacking_is_enforced() -> None:
    units = [unit(f"p{n}", "infantry", steps=5, target__class="area") for n in range(7)]
    game = board("tcs-4.01", units, {f"p{n}": "05.05" for n in range(7)})
    state = playing(game, "action.stacking")
    found = audit(game, state, state)
    assert codes(found) == [("overstacked", "5.1", "mend")]
    assert "35 steps (infantry and weapons) in 05.05, 5 more than the limit of 30" in found[0].text
    assert not found[0].edits, "the owner chooses what goes"
    assert audit(game, state, going(game, state, p6="06.06")) == ()


def test_no_phase_of_tcs_ends_with_both_sides_in_a_hex() -> None:
    game = board(
        "tcs-4.01", [unit("p", "infantry", steps=5), unit("foe", "infantry", "blue", steps=5)], {"p": "05.05", "foe": "05.05"}
    )
    state = playing(game, "action.stacking")
    assert ("enemies", "5.2b", "mend") in codes(audit(game, state, state))


def test_a_unit_that_can_attack_lies_on_top_of_each_stack_of_scs() -> None:
    units = [unit("inf", "combat", attack=4, defence=4, steps=2), unit("gun", "artillery", barrage=3, defence=1, steps=1)]
    game = board("scs-1.6", units, {"inf": Piece("05.05", 0), "gun": Piece("05.05", 1)}, options={"stacking.limit": "4"})
    state = playing(game, "movement.stacking")
    found = [each for each in audit(game, state, state) if each.code == "top"]
    assert [each.section for each in found] == ["4.0c"]
    assert mended(game, state, found).stack(game.box.hex("05.05")) == ("gun", "inf")


def test_an_attack_that_was_declared_is_resolved_before_its_phase_ends() -> None:
    units = [unit("a", "combat", attack=4, defence=4), unit("foe", "combat", "blue", attack=2, defence=2)]
    game = board("scs-1.6", units, {"a": "05.05", "foe": "05.06"})
    target = game.box.hex("05.06")
    state = playing(game, "combat", declared=(Declared("red", ("a",), (target,)),))
    found = [each for each in audit(game, state, state) if each.code == "declared"]
    assert codes(found) == [("declared", "Fog of War", "mend")]
    assert found[0].text == "Red has declared an attack by A against 05.06, and it is not resolved."
    assert not [each for each in audit(game, state, replace(state, declared=())) if each.code == "declared"]


def test_what_is_to_be_mended_comes_first_and_slices_say_how_far_the_audit_is() -> None:
    at = {"p": Piece("05.05", marks=frozenset({"paralyzed"}))}
    game = board("tcs-4.01", [PLATOON], at, formations=COMPANY)
    state = playing(game, "action.recovery")
    steps = list(audit_steps(game, state, state))
    assert steps and all(0 <= done < total == 2 for done, total in steps)
    assert set(WEIGHTS) == {"mend", "may", "look"}


def test_before_the_first_phase_nothing_is_audited() -> None:
    game = board("scs-1.6", [])
    assert audit(game, playing(game, ""), playing(game, "")) == ()
    assert phase_of(game, playing(game, "combat")) is not None


def test_a_check_that_the_series_does_not_have_is_named() -> None:
    game = board("scs-1.6", [])
    rules = replace(game.ruleset, sequence=(replace(game.ruleset.sequence[0], id="x", checks=("stackin",), phases=()),))
    with pytest.raises(WrongUse, match=r"checks no .stackin."):
        audit(replace(game, ruleset=rules), playing(game, "x"), playing(game, "x"))


@pytest.mark.parametrize("id_", ALL)
def test_no_audit_fails_over_pieces_places_and_names_that_there_are_not(id_: str) -> None:
    game = board(id_, [unit("a", "combat"), unit("foe", "combat", "blue")], {"a": "05.05", "foe": "05.05"})
    odd = frozenset({"fired", "unready", "isolated 2", "reserve", "dug-in", "paralyzed", "no such mark 7"})
    pieces = {
        "a": Piece(game.box.hex("04.04"), marks=odd),
        "ghost": Piece(Hex(999, 999), marks=odd),
        "boxed": Piece("Nowhere", marks=odd),
    }
    start = playing(game, "")
    assert start.deployment is not None
    now = start.deployment.with_pieces(pieces).with_marks(
        {Hex(999, 999): (Mark("building 2"),), "Nowhere": (Mark("smoke-2", "x"),)}
    )
    state = replace(start, deployment=now, declared=(Declared("nobody", ("ghost",), (Hex(999, 999), "Nowhere")),))
    for top in game.ruleset.sequence:
        for _, phase in top.walk():
            for side, of in (("red", ""), ("blue", "no such formation"), ("", ""), ("green", "ghost")):
                here = replace(state, moment=Moment(3, phase.id, side, 2, of))
                for finding in audit(game, replace(start, moment=here.moment), here):
                    assert finding.text.endswith(".") and finding.section and finding.code
                    assert all(edit.apply(Work(game.box, here)) is not None for edit in finding.edits)


def test_an_overstack_of_vcs_has_time_until_the_next_movement_of_its_owner() -> None:
    blue = [unit(f"b{n}", "parent", "blue", steps=2, attack=4, defence=4) for n in range(4)]
    game = board("vcs", blue, {f"b{n}": "05.05" for n in range(4)})

    def found(phase: str, side: str, start: GameState | None = None) -> list[tuple[str, str]]:
        state = playing(game, phase, side)
        every = audit(game, start or state, state)
        return [(each.section, each.weight) for each in every if each.code == "overstacked"]

    assert found("reserves", "red") == found("movement", "red") == []
    assert found("movement", "blue") == [("8.0", "mend")]
    assert found("reserves", "blue") == [("8.1", "look")]
    apart = going(game, playing(game, "reserves", "blue"), b3="06.06")
    assert found("reserves", "blue", apart) == [("8.0", "mend")], "reserves made it"


WAITING = Piece("Reinforcements")


@pytest.mark.parametrize(("ruleset", "phase"), [("scs-1.6", "movement.reinforcements"), ("new-scs", "reinforcements")])
def test_reinforcements_that_are_due_and_have_an_open_entry_are_looked_after(ruleset: str, phase: str) -> None:
    units = [unit(id_, "combat") for id_ in ("late", "later", "held", "shut")] + [unit("foe", "combat", "blue")]
    placed = {"late": WAITING, "later": WAITING, "held": WAITING, "shut": WAITING, "foe": "06.06"}
    empty = board(ruleset, [])
    inside = [empty.box.hex("06.06"), *empty.box.hex("06.06").neighbours()]

    def due(unit: str, turn: int, *labels: str, edge: bool = True) -> Arrival:
        return Arrival((unit,), turn, tuple(map(empty.box.hex, labels)), edge=edge)

    coming = (due("late", 1, "01.06", "01.07"), due("later", 2, "01.06"), due("held", 1), due("shut", 1, "06.06", edge=False))
    game = board(ruleset, units, placed, arrivals=coming)
    state = playing(game, phase)
    found = audit(game, state, state)
    assert [(each.code, each.weight, each.units) for each in found] == [
        ("arrivals", "look", ("late",)),
        ("arrivals", "look", ("shut",)),
    ]
    assert found[0].text == "Not come in yet, though due: LATE; open to them: 01.06, 01.07."
    assert set(found[1].spots) > set(inside[1:]) and inside[0] not in found[1].spots, "around the hex that is blocked"
    assert audit(game, playing(game, phase, "blue"), playing(game, phase, "blue")) == ()
    brought = replace(state, deployment=state.deployment.with_pieces({"late": Piece(empty.box.hex("01.06")), "shut": None}))
    assert audit(game, state, brought) == ()
