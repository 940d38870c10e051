"""The page on JSON in the manual and the JSON that is printed: every name and verdict of the operational series is on it."""

import re
from collections.abc import Iterator
from typing import Any

from oracles.golden_cases import golden_cases

from core.files.resources import resources_folder
from core.questions.answers import as_json

SERIES = ("scs", "new-scs", "vcs")
BY_NAME = frozenset({"pieces", "markers"})
"""What holds values of its own by the ids of pieces, or by hexes."""

OF_OTHERS = frozenset({"choices", "chances", "chits", "numbers"})
"""What holds names that are units, results, chits or quantities."""

PAGE = frozenset(re.findall(r"`([^`]+)`", (resources_folder() / "manual" / "json.md").read_text(encoding="utf-8")))
ODDS = re.compile(r"odds [0-9]+:[0-9]+")
FALLS = re.compile(r"(falls|falls_surely|hex_falls) [0-9.]+")
RESULT = re.compile(r"[0-9]")


def names(answer: Any) -> Iterator[str]:
    """Every name of an answer that is a name of ours."""
    if isinstance(answer, list):
        for each in answer:
            yield from names(each)
    for name, value in answer.items() if isinstance(answer, dict) else ():
        own = name.removesuffix("_exact")
        yield "odds 2:1" if ODDS.fullmatch(own) else re.sub(r" .*", " 0506", own) if FALLS.fullmatch(own) else own
        if name in BY_NAME and isinstance(value, dict):
            yield from names(list(value.values()))
        elif name not in OF_OTHERS and not (name == "units" and isinstance(value, dict)):
            yield from names(value)


def answers() -> Iterator[tuple[str, dict[str, Any]]]:
    """The worked examples of the operational series, answered."""
    for case in golden_cases():
        if case.game.ruleset.series in SERIES and not case.refused:
            yield str(case), as_json(case.ruling, case.game.box)


def test_every_name_and_verdict_that_is_printed_stands_on_the_page() -> None:
    found = dict(answers())
    assert len({answer["question"] for answer in found.values()}) > 25
    untold = {name: case for case, answer in found.items() for name in names(answer) if name not in PAGE}
    assert untold == {}
    verdicts = {answer["verdict"]: case for case, answer in found.items() if not RESULT.search(answer["verdict"])}
    assert {verdict: case for verdict, case in verdicts.items() if verdict not in PAGE} == {}
