"""Every worked example of the rules, as data: the files beside this one name their book, section and box.

A case asks a question through the one door, `core.questions.ask`, and compares everything that it expects. To find the case of
a rule, look for its number in the file names; to add one, add a file. A file names its box, or a ruleset where no map is
needed, then perhaps with `options` that its box plays by. Where it lists `units`, each with what it prints and where it stands,
they stand on an empty map of 12 by 12 hexes; its `set_ups` and `arrivals` are those of their scenario.
"""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from oracles.stacks import board, hexes, unit

from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.deployment import Piece
from core.model.new_map import NewMap
from core.model.scenario import Arrival, SetUp
from core.questions.answers import as_json
from core.questions.catalogue import ask
from core.questions.game import Game, open_game

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.yaml"))


def _cases() -> list[Any]:
    found = []
    for path in FILES:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        for number, case in enumerate(document["cases"], 1):
            given = " ".join(f"{k}={v}" for k, v in case["given"].items())
            place = document.get("box") or document["ruleset"]
            forces = {name: document[name] for name in ("units", "set_ups", "arrivals", "said") if name in document}
            played = (place, tuple(sorted(document.get("options", {}).items())), json.dumps(forces))
            found.append(pytest.param(played, case, id=f"{path.parent.name} {document['section']} #{number} {given}"))
    return found


CASES = _cases()


MAP_QUESTIONS = ("los", "elevation", "crossfire")


@cache
def _game(named: tuple[str, tuple[tuple[str, str], ...], str]) -> Game:
    place, options, forces = named
    if forces != "{}":
        return _with_forces(place, dict(options), json.loads(forces))
    if place in ruleset_ids():
        box = NewMap("Nowhere", ruleset=place, columns=1, rows=1).box()
        return Game.of(replace(box, options=dict(options)), load_ruleset(place))
    opened = open_game(scenarios_folder() / place)
    assert opened.game is not None, opened.issues
    return opened.game


def _with_forces(ruleset: str, options: dict[str, str], forces: dict[str, Any]) -> Game:
    """A box with the units of a file; units are red unless they say otherwise."""
    units, at = [], {}
    for each in forces.get("units", ()):
        piece = {name: each[name] for name in ("at", "rank", "face", "lost", "mode") if name in each}
        piece |= {"on": each["carrier"]} if "carrier" in each else {}
        units.append(unit(each["id"], each["kind"], each.get("side", "red"), **each.get("prints", {})))
        if piece:
            at[each["id"]] = Piece(**piece)
    empty = board(ruleset, [])

    def parts(made: Any, name: str) -> tuple[Any, ...]:
        named = ({**each, "units": tuple(each["units"])} for each in forces.get(name, ()))
        return tuple(made(**{**each, "hexes": hexes(empty, *each.get("hexes", ()))}) for each in named)

    said = {"set_ups": parts(SetUp, "set_ups"), "arrivals": parts(Arrival, "arrivals"), **forces.get("said", {})}
    return board(ruleset, units, at, options=options, **said)


def test_there_are_golden_cases_for_every_stated_fact_of_the_example() -> None:
    # 40 elevations, 24 stated lines of sight with 12 consequences, 7 cross fires.
    assert sum(case.values[1]["question"] in MAP_QUESTIONS for case in CASES) == 83


@pytest.mark.parametrize(("box", "case"), CASES)
def test_worked_example(box: Any, case: dict[str, Any]) -> None:
    game = _game(box)
    ruling = ask(case["question"], game, **case["given"])
    answer = as_json(ruling, game.box)
    expect = dict(case["expect"])
    rows = {row["hex"]: row for row in answer.get("profile", ())}
    for wanted in expect.pop("profile", ()):
        row = rows[wanted["hex"]]
        assert {key: row[key] for key in wanted} == wanted
    if "highest_m" in expect:
        assert max(row["height_m"] for row in rows.values()) == expect.pop("highest_m")
    if "from_m" in expect:
        assert (answer["from"]["base_m"], answer["to"]["base_m"]) == (expect.pop("from_m"), expect.pop("to_m"))
    assert {key: answer[key] for key in expect} == expect
    if "verdict" not in expect and case["question"] in MAP_QUESTIONS:
        assert answer["verdict"] == "decided"


@pytest.mark.parametrize(("box", "case"), [c for c in CASES if c.values[1]["question"] == "los"])
def test_worked_example_gives_the_same_verdict_backwards(box: Any, case: dict[str, Any]) -> None:
    game = _game(box)
    given = dict(case["given"])
    there = ask("los", game, **given)
    given["from"], given["to"] = given["to"], given["from"]
    back = ask("los", game, **given)
    assert back.verdict == there.verdict
    assert back.detail.blockers == there.detail.blockers[::-1]


@pytest.mark.parametrize(("box", "case"), [c for c in CASES if c.values[1]["question"] == "los"])
def test_worked_example_holds_by_the_letter_of_hexside_contacts_too(box: Any, case: dict[str, Any]) -> None:
    game = _game(box)
    letter = Game.of(replace(game.box, options={**game.box.options, "los.hexside_contact": "touched"}), game.ruleset)
    one, other = ask("los", game, **case["given"]), ask("los", letter, **case["given"])
    assert (one.verdict, one.detail) == (other.verdict, other.detail)
