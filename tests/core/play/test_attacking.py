"""What the rules say against an attack before it is declared."""

from types import MappingProxyType

import pytest
from oracles.sessions import RED, session
from oracles.stacks import FILE, board

from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.edit import IN_PLAY
from core.model.edits.force_edits import ChangePieces
from core.model.state import GameState, Moment
from core.play.attacking import against_it, against_phase, noted, questions
from core.play.turns import Course
from core.questions.sentences import fill
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.rulings import UNDECIDABLE, Reason, RuleRef, Ruling
from core.rules.operations.battle_detail import AttackersDetail, NearUnit
from core.rules.operations.movement_detail import Condition, OverrunDetail

THERE = Hex(5, 5)
KNOWN = {"a": ("red", "Alpha"), "b": ("red", "Bravo"), "c": ("red", "Charlie")}


def why(text: str, section: str = "7.1") -> Reason:
    return Reason(RuleRef("scs", "1.6", section), text)


def ruling(detail: object, verdict: str = "attackers", question: str = "combat.attackers") -> Ruling:
    return Ruling(question, "scs-1.6", verdict, None, (why("who may", "7.0"),), detail)


NEAR = AttackersDetail(
    THERE,
    ("x",),
    (NearUnit("a", "attacks", ()), NearUnit("b", "joins", (why("b needs others"),)), NearUnit("c", "no", (why("c is out"),))),
)


@pytest.mark.parametrize(
    ("units", "told"),
    [
        (["a"], []),
        (["a", "b"], []),
        (["b"], ["Without others they cannot attack {hex}", "b needs others"]),
        (["c"], ["c is out"]),
        (["a", "c"], ["c is out"]),
        (["a", "far", "further"], ["Not near enough to attack {hex}: {units}"]),
    ],
)
def test_units_attack_where_they_may_alone_or_with_others(units: list[str], told: list[str]) -> None:
    assert [reason.template for reason in against_it(ruling(NEAR), KNOWN, units)] == told


def test_where_nobody_can_tell_nothing_stands_against_it() -> None:
    assert against_it(ruling(NEAR, UNDECIDABLE), KNOWN, ["c"]) == ()
    # Whoever defends there may be out of sight.
    assert against_it(ruling(AttackersDetail(THERE, (), ()), "empty"), KNOWN, ["c"]) == ()
    assert against_it(ruling(CombatDetail(), "hit", "bombardment"), KNOWN, ["c"]) == ()


def test_several_hexes_at_once_are_told_against_where_a_series_attacks_one_by_one() -> None:
    several = AttackersDetail(THERE, ("x", "y"), (), (Hex(5, 6),))
    assert [each.template for each in against_it(ruling(several, "prohibited"), KNOWN, ["a"])] == ["who may"]


def test_of_an_overrun_the_conditions_that_fail_are_told_each_once() -> None:
    met = (Condition("a", True, why("good")), *(Condition("b", False, why("bad")),) * 2, Condition("c", None, why("perhaps")))
    detail = OverrunDetail(("a",), THERE, None, "movement", met)
    assert [each.template for each in against_it(ruling(detail, "prohibited", "overrun"), KNOWN, ["a"])] == ["bad"]
    assert against_it(ruling(detail, "allowed", "overrun"), KNOWN, ["a"]) == ()
    # Its combat may be what is prohibited.
    fought = OverrunDetail(("a",), THERE, None, "movement", met[:1], odds=ruling(CombatDetail(), "prohibited", "combat"))
    assert [each.template for each in against_it(ruling(fought, "prohibited", "overrun"), KNOWN, ["a"])] == ["who may"]
    assert [each.template for each in against_it(ruling(CombatDetail(), "prohibited", "bombardment"), KNOWN, ["a"])] == [
        "who may"
    ]


def test_what_is_asked_is_by_the_kind_and_of_hexes_alone() -> None:
    played = session()
    asked = (("combat.attackers", {"to": [THERE], "side": RED}),)
    assert questions(played, RED, ["r1"], [THERE, "Reserve"], "attack") == asked
    # One attack on several hexes is one question.
    both = (("combat.attackers", {"to": [THERE, Hex(5, 6)], "side": RED}),)
    assert questions(played, RED, ["r1"], [THERE, Hex(5, 6)], "attack") == both
    assert questions(played, RED, ["r1"], ["Reserve"], "attack") == ()
    assert questions(played, RED, ["r1"], [THERE], "overrun") == (("overrun", {"units": ["r1"], "to": THERE}),)
    assert questions(played, RED, ["r1"], [THERE], "bombardment") == (("bombardment", {"units": ["r1"], "to": THERE}),)
    asked = (("demolition", {"units": ["r1"], "to": THERE, "target": "Road"}),)
    assert questions(played, RED, ["r1"], [THERE], "road-demolition") == asked
    assert questions(played, RED, ["r1"], [THERE], "barrage") == (("barrage", {"units": ["r1"], "to": THERE}),)
    assert questions(played, RED, ["r1"], [THERE], "support") == ()
    # Where they began the phase is known, and what they have spent since is to be counted.
    start = played.state.deployment.pieces["r1"].at
    played.do(ChangePieces("Go", IN_PLAY, MappingProxyType({"r1": Piece(Hex(9, 9))})), RED)
    for units in (["r1"], ["r1", "r2"]):
        asked = questions(played, RED, units, [THERE], "overrun", lambda place: f"{place.q}/{place.r}")
        assert asked[0][1]["before"] == [f"r1*?*{start.q}/{start.r}"]


def test_the_note_names_rules_and_no_units() -> None:
    told = noted(" a feint ", "Attack", [why("x", "7.0"), why("y", "7.1"), why("z", "7.0")])
    assert told == "a feint (Attack that [SCS 1.6 7.0], [SCS 1.6 7.1] do not allow)"


@pytest.mark.parametrize(
    ("ruleset", "phase", "by", "what", "told"),
    [
        ("scs-1.6", "combat", "red", "attack", []),
        ("scs-1.6", "combat", "blue", "attack", ["The phase is that of Red, whose units alone do this [SCS 1.6 7.0]."]),
        ("scs-1.6", "supply", "red", "attack", ["Attack: declared in another phase, Combat Phase [SCS 1.6 7.0]."]),
        (
            *("scs-1.6", "combat", "red", "overrun"),
            ["Overrun: declared in another phase, Movement and overruns, Exploitation Phase [SCS 1.6 3.0, 6.0]."],
        ),
        # There is no phase for it in this game, which then says itself when guns barrage.
        ("scs-1.6", "combat", "blue", "barrage", []),
        ("scs-1.6", "", "blue", "attack", []),
        ("new-scs", "combat", "blue", "support", []),
        (
            "new-scs",
            "movement",
            "blue",
            "support",
            ["Support of the defenders: declared in another phase, Combat Phase [NEW SCS Combat phase]."],
        ),
        ("vcs", "combat", "blue", "attack", ["The phase is that of Red, whose units alone do this [VCS 4.3, 10.0]."]),
    ],
)
def test_what_is_declared_is_for_its_phase_and_for_the_side_that_has_it(
    ruleset: str, phase: str, by: str, what: str, told: list[str]
) -> None:
    game = board(ruleset, [])
    moment = Moment(1, phase, "red") if phase else Moment()
    state = GameState(scenario=FILE, moment=moment, order=("red", "blue"))
    course = Course.of(game.box, game.ruleset, FILE)
    found = against_phase(course, game.ruleset, state, by, what)
    assert [f"{fill(each.template, each.values, game.box)} [{each.rule}]." for each in found] == told
