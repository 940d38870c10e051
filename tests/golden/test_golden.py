"""Every worked example of the rules, as data: the files beside this one name their book, section and box.

A case asks a question through the one door, `core.questions.ask`, and compares everything that it expects; `cites` are rules
that its reasons must name, `labels` those of all proposals, `does` and `or` what the first and the second do, `lacks` what an
answer, or something that is done, does not have. To find the case of a rule, look for its number in the file names; to add one,
add a file. What a file may hold: `oracles.golden_cases`.
"""

import re
from dataclasses import replace
from typing import Any

import pytest
from oracles.golden_cases import GoldenCase, golden_cases
from oracles.led import fits
from oracles.procedure_steps import compare_step

from core.base.errors import WrongUse
from core.questions.answers import as_json
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.procedure import ProcedureDetail

MAP_QUESTIONS = ("los", "elevation", "crossfire")
CASES = golden_cases()
LINES = [case for case in CASES if case.question == "los"]


def test_there_are_golden_cases_for_every_stated_fact_of_the_example() -> None:
    # 40 elevations, 24 stated lines of sight with 12 consequences, 7 cross fires.
    assert sum(case.question in MAP_QUESTIONS for case in CASES) == 83


COMBATS = frozenset({"combat", "overrun", "barrage"})
"""Questions whose rolls lead through what follows."""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_worked_example(case: GoldenCase) -> None:
    expect = dict(case.expect)
    if "refused" in expect:
        with pytest.raises(WrongUse, match=re.escape(expect["refused"])):
            _ = case.ruling
        return
    ruling = case.ruling
    for proposal in ruling.detail.proposals if isinstance(ruling.detail, ProcedureDetail) else ():
        assert all(fits(case.game, each) for each in proposal.then)
    answer = as_json(ruling, case.game.box)
    rows = {row["hex"]: row for row in answer.get("profile", ())}
    for wanted in expect.pop("profile", ()):
        row = rows[wanted["hex"]]
        assert {key: row[key] for key in wanted} == wanted
    if "highest_m" in expect:
        assert max(row["height_m"] for row in rows.values()) == expect.pop("highest_m")
    if "from_m" in expect:
        assert (answer["from"]["base_m"], answer["to"]["base_m"]) == (expect.pop("from_m"), expect.pop("to_m"))
    if "order" in expect:
        wanted = {row["id"]: row for row in expect.pop("order")}
        found = [row for row in answer["phases"] if row["id"] in wanted]
        assert [{name: row[name] for name in wanted[row["id"]]} for row in found] == list(wanted.values())
    if "labels" in expect:
        assert [each["label"] for each in answer["proposals"]] == expect.pop("labels")
    for number, name in enumerate(("does", "or")):
        if name in expect:
            _compare(answer["proposals"][number], expect.pop(name))
    if case.question in COMBATS and "proposals" in expect:
        assert _made(answer["proposals"]) == expect.pop("proposals")
    assert answer.keys().isdisjoint(expect.pop("lacks", ()))
    compare_step(answer, expect)
    cited = {reason["rule"].rpartition(" ")[2] for reason in answer["reasons"]}
    assert cited >= set(expect.pop("cites", ()))
    assert {key: answer[key] for key in expect} == expect
    if "verdict" not in expect and case.question in MAP_QUESTIONS:
        assert answer["verdict"] == "decided"


def _made(proposals: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a combat leaves beside the steps that it leads to, and that it counts."""
    left = ({name: value for name, value in each.items() if name not in ("attempt", "then")} for each in proposals)
    return [each for each in left if each.keys() - {"label"} and any(each[name] for name in each.keys() - {"label"})]


def _compare(proposal: dict[str, Any], wanted: dict[str, Any]) -> None:
    """A proposal against what is wanted of it: of pieces what is named of them, of what is asked then each question with all
    that it is given, as a line."""
    wanted = dict(wanted)
    assert proposal.keys().isdisjoint(wanted.pop("lacks", ()))
    for id_, piece in wanted.pop("pieces", {}).items():
        found = proposal["pieces"][id_]
        assert found == piece if piece is None or found is None else {key: found.get(key) for key in piece} == piece
    if "then" in wanted:
        told = [
            " ".join((each["question"], *(f"{k}={v}" for k, v in each["given"].items()))) for each in proposal.get("then", ())
        ]
        assert told == wanted.pop("then")
    if "counted" in wanted:
        found = {f"{each['formation']} {each['what']}": each["more"] for each in proposal.get("counted", ())}
        assert found == wanted.pop("counted")
    assert {key: proposal[key] for key in wanted} == wanted


@pytest.mark.parametrize("case", LINES, ids=str)
def test_worked_example_gives_the_same_verdict_backwards(case: GoldenCase) -> None:
    there = case.ruling
    back = ask("los", case.game, **{**case.given, "from": case.given["to"], "to": case.given["from"]})
    assert back.verdict == there.verdict
    assert back.detail.blockers == there.detail.blockers[::-1]


@pytest.mark.parametrize("case", LINES, ids=str)
def test_worked_example_holds_by_the_letter_of_hexside_contacts_too(case: GoldenCase) -> None:
    game = case.game
    letter = Game.of(replace(game.box, options={**game.box.options, "los.hexside_contact": "touched"}), game.ruleset)
    one, other = case.ruling, ask("los", letter, **case.given)
    assert (one.verdict, one.detail) == (other.verdict, other.detail)
