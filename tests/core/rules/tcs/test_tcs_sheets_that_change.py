"""Op sheets whose units are lost, struck off, put on again or bound twice: what counts of them, and what does not."""

from dataclasses import replace
from fractions import Fraction

import pytest
from oracles.stacks import board, hexes

from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.order_edits import ChangeOrders
from core.model.orders import Addition, Commitment, OpSheet, TaskGroup
from core.questions.catalogue import ask
from core.rules.tcs.orders.order_steps import as_sheet
from tests.core.rules.tcs.sheet_bench import WITH
from tests.core.rules.tcs.test_tcs_order_steps import HERE, Play, sheet

(THERE,) = hexes(board("tcs-4.01", []), "06.06")


def lost(play: Play, *ids: str) -> Play:
    """The same play with some units eliminated."""
    deployment = play.game.state.deployment
    assert deployment is not None
    pieces = deployment.pieces
    for id_ in ids:
        pieces = pieces.delete(id_)
    play.show(replace(play.game.state, deployment=replace(deployment, pieces=pieces)))
    return play


def rally(play: Play, id_: str) -> Hex | None:
    held = play.game.forces.unit(id_)
    assert held is not None
    return play.orders.of(held).rally


def sections(play: Play, name: str) -> set[str]:
    return {reason.rule.section for reason in ask("opsheet.check", play.game, sheet=name).reasons}


@pytest.mark.parametrize(("dead", "wanted"), [((), 0), (("1-a",), 1), (("2-a",), 0)])
def test_half_of_a_sheet_is_half_of_those_that_are_left(dead: tuple[str, ...], wanted: int) -> None:
    play = lost(Play(sheet("Oak", "1-bn", "2-bn", reserve=("2-bn",))), *dead)
    assert play.steps.must_commit(play.sheet("Oak")) == wanted


def test_a_battalion_that_is_lost_is_no_element_of_a_new_sheet() -> None:
    play = lost(Play(), "2-a", "2-b")
    play.do(play.steps.drawn_up(sheet("Oak", "1-bn", "2-bn"), 4))
    assert (play.sheet("Oak").elements, play.sheet("Oak").staff) == (1, True)


def test_who_is_lost_does_not_decide_what_a_sheet_gains() -> None:
    play = lost(Play(sheet("Oak", "1-a", "t-1", "t-2", status="waiting", turn=1)), "1-a")
    play.do(play.steps.accrued([]))
    assert play.sheet("Oak").turns == 9, "vehicles alone are left"
    play = lost(Play(sheet("Elm", "1-a"), sheet("Oak", "1-bn", status="waiting", turn=1)), "1-a")
    play.do(play.steps.accrued([]))
    assert play.sheet("Oak").turns == 3, "nobody that is left is Assigned"


@pytest.mark.parametrize(("option", "gain"), [("three", 3), ("two", 2)])
def test_a_reading_says_what_defenders_on_their_way_gain_for_a_new_sheet(option: str, gain: int) -> None:
    drawn = sheet("Oak", "1-bn", status="waiting", turn=1)
    on_their_way = {f"1-{name}": Piece("05.05", mode="move") for name in "ab"}
    play = Play(
        sheet("Elm", "1-bn", type="Hasty Defense"), drawn, at=on_their_way, **WITH, **{"weighted_turns.move_sheets": option}
    )
    assert play.of("1-a") == "moving to defend"
    found = ask("opsheet.weighted", play.game, sheet="Oak")
    assert found.value == gain
    (decides,) = [each for each in found.reasons if each.template.startswith("Decided")]
    assert decides.rule.section == "6.6d, 6.6e, 6.9d"
    play.do(play.steps.accrued([]))
    assert play.sheet("Oak").turns == gain
    there = Play(sheet("Elm", "1-bn", type="Hasty Defense"), drawn, **WITH)
    assert ask("opsheet.weighted", there.game, sheet="Oak").value == 2, "who stands there is Assigned"


def test_a_sheet_that_nobody_is_on_gains_nothing() -> None:
    play = Play(sheet("Oak", status="waiting", turn=1), sheet("Elm", "1-bn", status="waiting", turn=1))
    assert set(play.steps.accrued([]).sheets) == {"Elm"}
    play.do(play.steps.struck_off(play.sheet("Elm"), ["1-bn"]))
    assert not play.steps.accrued([]).sheets


def test_units_added_to_a_sheet_from_before_play_have_its_staff() -> None:
    play = Play(sheet("Oak", "1-bn"))
    play.do(play.steps.added(play.sheet("Oak"), ("2-a", "3-a")))
    drawn = play.sheet("Oak")
    assert play.steps.preparation(as_sheet(drawn, drawn.added[0])).effective_size == 1


def test_a_formation_that_was_struck_off_comes_back_at_no_cost() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn", status="waiting", elements=2, staff=True, turns=12))
    play.do(play.steps.struck_off(play.sheet("Oak"), ["2-bn"]))
    play.do(play.steps.added(play.sheet("Oak"), ("2-bn",)))
    drawn = play.sheet("Oak")
    assert "2-a" in play.orders.members(drawn) and drawn.units == ("1-bn", "2-bn")
    assert (drawn.turns, drawn.elements) == (12, 2)


def test_who_is_struck_off_does_not_pay_for_who_is_added() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn", status="waiting", elements=2, staff=True, turns=27))
    play.do(play.steps.struck_off(play.sheet("Oak"), ["2-bn"]))
    play.do(play.steps.added(play.sheet("Oak"), ("3-bn",)))
    assert (play.sheet("Oak").elements, play.sheet("Oak").turns) == (3, 18)
    play = Play(sheet("Oak", "1-bn", "2-bn", "3-bn", status="waiting", elements=3, staff=True, turns=27))
    play.do(play.steps.struck_off(play.sheet("Oak"), ["2-bn", "3-bn"]))
    play.do(play.steps.added(play.sheet("Oak"), ("2-a",)))
    assert (play.sheet("Oak").elements, play.sheet("Oak").turns) == (3, 27), "the size stays when units are struck off"


def test_units_that_failed_are_added_to_their_sheet_again() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn", elements=2, staff=True))
    play.do(play.steps.ended(play.sheet("Oak"), "failed", ["2-bn"]))
    play.do(play.steps.added(play.sheet("Oak"), ("2-bn",)))
    assert "2-a" in play.orders.members(play.sheet("Oak"))
    assert play.of("2-a") == "unassigned" and rally(play, "2-a") == HERE, "they keep their rally point while they prepare"
    play.do(play.steps.withdrawn(play.sheet("Oak"), 0, ["2-bn"]))
    assert play.of("2-a") == "unassigned" and "2-a" not in play.orders.members(play.sheet("Oak"))
    play.do(play.steps.added(play.sheet("Oak"), ("2-bn",)))
    play.do(play.steps.begun(play.sheet("Oak"), "implemented", 0))
    assert play.of("2-a") == "assigned"


def test_a_part_of_what_was_added_leaves_by_itself_and_keeps_its_rally_point() -> None:
    play = Play(sheet("Oak", "1-bn", rally=(("1-bn", HERE), ("2-bn", THERE))))
    play.do(play.steps.added(play.sheet("Oak"), ("2-bn",)))
    play.do(play.steps.begun(play.sheet("Oak"), "implemented", 0))
    play.do(play.steps.ended(play.sheet("Oak"), "succeeded", ["2-a"]))
    assert (play.of("2-a"), play.of("2-b")) == ("unassigned", "assigned")
    assert play.sheet("Oak").added[0].units == ("2-b",) and rally(play, "2-a") == THERE


def test_who_only_prepared_to_join_a_sheet_gets_no_rally_point_from_its_success() -> None:
    play = Play(sheet("Oak", "1-bn", rally=(("1-bn", HERE), ("2-bn", THERE))))
    play.do(play.steps.added(play.sheet("Oak"), ("2-bn",)))
    play.do(play.steps.ended(play.sheet("Oak"), "succeeded"))
    assert rally(play, "1-a") == HERE and rally(play, "2-a") is None
    assert not play.orders.members(play.sheet("Oak")) & {"2-a", "2-b"}


def test_a_sheet_in_force_leaves_units_on_those_in_preparation() -> None:
    play = Play(
        sheet("Oak", "1-bn", status="waiting", type="Move"),
        sheet("Elm", "1-bn", status="preliminary", preliminary="To the wood"),
    )
    play.do(play.steps.begun(play.sheet("Oak"), "implemented"))
    assert play.of("1-a") == "move sheet", "what is in force came after the preliminary instructions"
    assert not play.sheet("Elm").left


def test_a_formation_that_fails_its_vehicle_morale_fails_on_each_sheet_that_bound_it() -> None:
    play = Play(sheet("Oak", "1-bn", "3-a", "3-b", "t-1"), sheet("Elm", "t-2"))
    failed = ask("vehicle_morale", play.game, track=["1", "o"], losses=1, rolls=["1"], formation="3-bn")
    made = failed.detail.proposals
    assert [each.label for each in made] == ["3-A, 3-B, T-1: fail and leave “Oak”", "T-2: fail and leave “Elm”"]
    for each in made:
        for edit in each.edits:
            play.do(edit)
    assert play.sheet("Elm").status == "failed" and play.sheet("Oak").implemented
    assert [play.of(each) for each in ("1-a", "3-a", "t-1", "t-2")] == ["assigned", *["unassigned"] * 3]
    holds = ask("vehicle_morale", play.game, track=["1", "o"], losses=1, rolls=["6"], formation="3-bn")
    assert not getattr(holds.detail, "proposals", ())


def test_who_follows_preliminary_instructions_is_dropped_from_no_sheet_by_vehicle_morale() -> None:
    joins = Addition(("t-2",), "Attack", status="preliminary")
    play = Play(
        sheet("Oak", "1-bn", preliminary="To the ford", added=(joins,)),
        sheet("Elm", "t-1", status="preliminary", preliminary="To the wood"),
        sheet("Ash", "3-a"),
    )
    failed = ask("vehicle_morale", play.game, track=["1", "o"], losses=1, rolls=["1"], formation="3-bn")
    assert [each.label for each in failed.detail.proposals] == ["3-A: fail and leave “Ash”"]
    told = [(each.rule.section, each.values["sheet"]) for each in failed.reasons if "sheet" in each.values]
    assert told == [("17.8c", "Ash"), ("17.8c", "Elm"), ("6.14a", "Elm"), ("17.8c", "Oak"), ("6.14a", "Oak")]
    assert [each.values["sheet"] for each in failed.reasons if each.template.startswith("Dropped")] == ["Ash"]


def test_a_sheet_that_is_over_does_not_count_among_those_of_a_unit() -> None:
    def sheets(status: str) -> tuple[OpSheet, ...]:
        return sheet("A", "1-bn", status=status), sheet("B", "1-bn"), sheet("C", "1-bn", status="waiting", type="Move")

    for status in ("succeeded", "failed"):
        assert "6.7c" not in sections(Play(*sheets(status)), "C")
    assert "6.7c" in sections(Play(*sheets("implemented")), "C")


def test_sheets_with_a_group_of_the_same_highest_type_are_of_one_type() -> None:
    groups = (TaskGroup("Hold", ("1-bn",), "Prepared Defense"),)
    held = sheet("B", "1-bn", groups=groups, status="waiting")
    defence = sheet("C", "1-bn", status="waiting", type="Prepared Defense")
    assert "6.7c" in sections(Play(held, defence), "C")
    assert "6.7c" not in sections(Play(replace(held, groups=()), defence), "C")


@pytest.mark.parametrize(
    ("type_", "held", "committed", "rolled_as"),
    [
        ("Hasty Defense", ("2-bn",), (), "Attack"),
        ("Move", ("2-a",), (), "Attack"),
        ("Prepared Defense", ("2-bn",), (), "Prepared Defense"),
        ("Hasty Defense", (), (), "Hasty Defense"),
        ("Hasty Defense", ("2-a",), (Commitment(("2-a",), "Move"),), "Hasty Defense"),
    ],
)
def test_a_sheet_that_holds_units_back_is_rolled_for_as_an_attack(
    type_: str, held: tuple[str, ...], committed: tuple[Commitment, ...], rolled_as: str
) -> None:
    drawn = sheet("Oak", "1-bn", "2-bn", type=type_, status="waiting", turns=22, reserve=held, committed=committed)
    play = Play(drawn, **WITH)
    ruling, plain = (
        ask("opsheet.chance", play.game, sheet="Oak"),
        ask("command.prep", play.game, type=rolled_as, turns=22, size=1),
    )
    assert ruling.value == plain.value
    assert ("6.14b" in {each.rule.section for each in ruling.reasons}) == (rolled_as != type_)
    assert play.steps.preparation(drawn).columns() == play.steps.preparation(replace(drawn, type=rolled_as)).columns()
    assert play.steps.preparation(drawn).type == type_, "what it is stays what it is"


def test_what_is_added_to_a_sheet_that_holds_units_back_is_rolled_for_as_an_attack() -> None:
    play = Play(sheet("Oak", "1-bn", type="Hasty Defense", reserve=("1-b",)), **WITH)
    play.do(play.steps.added(play.sheet("Oak"), ("2-a",)))
    assert play.sheet("Oak").added[0].type == "Attack"
    assert play.of("1-b") == "reserve" and play.of("1-a") == "assigned"


@pytest.mark.parametrize(("fired", "gains"), [((), 9), (("t-1",), 3)])
def test_units_that_are_added_to_their_sheet_again_gain_by_what_they_are(fired: tuple[str, ...], gains: int) -> None:
    play = Play(sheet("Oak", "1-bn", "t-1", "t-2"))
    play.do(play.steps.ended(play.sheet("Oak"), "failed", ["t-1", "t-2"]))
    play.do(play.steps.added(play.sheet("Oak"), ("t-1", "t-2")))
    play.begin(5)
    play.do(play.steps.accrued(fired))
    assert play.sheet("Oak").added[0].turns == gains


def test_who_is_added_to_a_sheet_in_force_is_on_one_in_preparation_until_the_roll() -> None:
    play = Play(sheet("Oak", "1-bn"), sheet("Elm", "2-bn"))
    play.do(play.steps.added(play.sheet("Elm"), ("1-a",)))
    assert "6.7c" not in sections(play, "Oak") | sections(play, "Elm")
    play.do(ChangeOrders("", {"Ash": sheet("Ash", "1-a", type="Move", status="waiting", turn=4)}))
    assert "6.7c" in sections(play, "Oak") & sections(play, "Elm") & sections(play, "Ash"), "three are too many"


@pytest.mark.parametrize(("type_", "faulty"), [("Attack", True), ("Move", False)])
def test_who_is_added_to_a_sheet_in_force_prepares_one_of_its_type(type_: str, faulty: bool) -> None:
    play = Play(sheet("Oak", "1-bn", type=type_, status="waiting", turn=3), sheet("Elm", "2-bn"))
    play.do(play.steps.added(play.sheet("Elm"), ("1-a",)))
    assert ("6.7c" in sections(play, "Oak"), "6.7c" in sections(play, "Elm")) == (faulty, faulty)


def test_who_came_under_a_sheet_in_force_without_leaving_another_is_on_one_too_many() -> None:
    joined = (Addition(("1-a",), "Attack", status="implemented"),)
    play = Play(sheet("Oak", "1-bn"), sheet("Elm", "2-bn", added=joined))
    assert "6.7c" in sections(play, "Oak") & sections(play, "Elm")


@pytest.mark.parametrize(("dead", "chance"), [((), 0), (("1-b",), 0), (("1-a",), Fraction(1, 2))])
def test_who_was_lost_on_an_attack_does_not_keep_the_rest_of_a_battalion_from_recovering(
    dead: tuple[str, ...], chance: Fraction
) -> None:
    play = lost(Play(sheet("Oak", "1-a"), sheet("Elm", "1-b", type="Move")), *dead)
    ruling = ask("battalion_morale", play.game, platoons=3, formation="1-bn")
    assert ruling.detail.facts["recovery_chance"] == chance


def test_who_is_added_to_a_sheet_in_force_needs_a_rally_point_too() -> None:
    play = Play(sheet("Oak", "1-bn"))
    play.do(play.steps.added(play.sheet("Oak"), ("2-a",)))
    assert "6.12a" in sections(play, "Oak")
    drawn = play.sheet("Oak")
    play.do(ChangeOrders("", {"Oak": replace(drawn, rally=(*drawn.rally, ("2-bn", THERE)))}))
    assert "6.12a" not in sections(play, "Oak")


def fails(play: Play, *units: str, name: str = "Elm") -> None:
    """Declares a failure, of some units or of the whole sheet, as it is offered."""
    ruling = ask("opsheet.steps", play.game, sheet=name, **({"units": list(units)} if units else {}))
    (found,) = [each for each in ruling.detail.proposals if each.label.endswith("a failure")]
    assert any(reason.rule.section == "6.5c" for reason in ruling.reasons)
    for edit in found.edits:
        play.do(edit)


def on_preliminary(**options: str) -> Play:
    """A battalion that an older sheet bound, on the preliminary instructions of a newer one."""
    there = tuple((f"{n}-bn", THERE) for n in (1, 2))
    later = sheet("Elm", "1-bn", status="waiting", turn=3, turns=9, preliminary="To the wood", rally=there)
    play = Play(sheet("Oak", "1-bn"), later, **WITH, **options)
    play.do(play.steps.begun(play.sheet("Elm"), "preliminary"))
    return play


def test_who_is_on_preliminary_instructions_can_fail_and_gathers_by_the_new_sheet() -> None:
    play = on_preliminary()
    fails(play, "1-a")
    held = play.game.forces.unit("1-a")
    standing = play.orders.of(held)
    assert (standing.orders, standing.rally, standing.fails) == ("unassigned", THERE, True)
    assert play.of("1-b") == "preliminary" and play.sheet("Elm").status == "preliminary"
    play.do(play.steps.begun(play.sheet("Elm"), "implemented"))
    assert (play.of("1-a"), play.of("1-b")) == ("unassigned", "assigned"), "who failed is on the sheet no longer"
    assert play.orders.of(held).fails


def test_a_newer_sheet_takes_over_who_failed_on_preliminary_instructions() -> None:
    play = on_preliminary()
    fails(play, "1-a")
    play.do(ChangeOrders("Write", {"Ash": sheet("Ash", "1-a", status="waiting", turn=2)}))
    play.do(play.steps.begun(play.sheet("Ash"), "implemented"))
    play.do(play.steps.ended(play.sheet("Ash"), "succeeded"))
    standing = play.orders.of(play.game.forces.unit("1-a"))
    assert (standing.rally, standing.fails) == (HERE, False)


def test_a_whole_sheet_fails_on_its_preliminary_instructions_but_for_who_does_not_follow_them_yet() -> None:
    play = on_preliminary(**{"preliminary.added": "roll"})
    play.do(play.steps.added(play.sheet("Elm"), ("2-bn",)))
    joins = ask("opsheet.steps", play.game, sheet="Elm", units=["2-bn"])
    assert not any(each.label.endswith("a failure") for each in joins.detail.proposals)
    fails(play)
    first, joined = (play.orders.of(play.game.forces.unit(id_)) for id_ in ("1-a", "2-a"))
    assert play.sheet("Elm").status == "failed" and (first.rally, first.fails) == (THERE, True)
    assert (joined.orders, joined.rally, joined.fails) == ("unassigned", None, False)


def test_a_sheet_that_waits_cannot_fail() -> None:
    play = Play(sheet("Elm", "1-bn", status="waiting", turn=3, preliminary="To the wood"), **WITH)
    for units in ((), ("1-a",)):
        ruling = ask("opsheet.steps", play.game, sheet="Elm", **({"units": list(units)} if units else {}))
        assert not any(each.label.endswith("a failure") for each in ruling.detail.proposals)


def test_who_was_added_fails_on_preliminary_instructions_of_a_sheet_in_force() -> None:
    added = Addition(("2-bn",), "Attack", elements=1, turn=3, status="preliminary", begun=1)
    play = Play(sheet("Elm", "1-bn", preliminary="To the wood", added=(added,), rally=(("2-bn", THERE),)), **WITH)
    fails(play, "2-a")
    standing = play.orders.of(play.game.forces.unit("2-a"))
    assert (standing.orders, standing.rally, standing.fails) == ("unassigned", THERE, True)
    assert play.of("2-b") == "preliminary"


def test_who_is_struck_off_preliminary_instructions_keeps_their_rally_point_and_has_not_failed() -> None:
    play = on_preliminary(**{"preliminary.added": "roll"})
    play.do(play.steps.added(play.sheet("Elm"), ("2-bn",)))
    play.do(play.steps.struck_off(play.sheet("Elm"), ["1-a", "2-a"]))
    held, joined = (play.orders.of(play.game.forces.unit(id_)) for id_ in ("1-a", "2-a"))
    assert (held.orders, held.rally, held.fails) == ("unassigned", THERE, False)
    assert joined.rally is None, "it never followed them"
    play.do(play.steps.begun(play.sheet("Elm"), "implemented"))
    assert rally(play, "1-a") == THERE and play.of("1-a") == "unassigned"
    added = Addition(("2-bn",), "Attack", elements=1, turn=3, status="preliminary", begun=1)
    force = Play(sheet("Elm", "1-bn", preliminary="To the wood", added=(added,), rally=(("2-bn", THERE),)), **WITH)
    force.do(force.steps.withdrawn(force.sheet("Elm"), 0, ["2-a"]))
    assert (force.of("2-a"), rally(force, "2-a"), force.of("2-b")) == ("unassigned", THERE, "preliminary")
