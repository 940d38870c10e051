"""Rulings as JSON and text: exactly the documented names, plain values, whole sentences."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from core.model.terrain import Provenance
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.rulings import metres

HEAD = {"question", "ruleset", "verdict", "value", "reasons", "box_errors", "charts"}
NAMES = {
    "los": {"method", "from", "to", "distance", "visibility", "low_end", "blockers", "profile"},
    "elevation": {"hex", "method", "how", "chord"},
    "heights": {"method", "heights"},
    "field": {"method", "from", "visibility", "hexes", "undecidable"},
    "crossfire": {"target", "firers", "lines", "pairs", "completing", "completing_seen"},
}
ROW = {
    "hex", "contact", "distance", "base_m", "feature", "feature_m", "smoke", "height_m", "sight_m", "margin_m", "blocks",
}  # fmt: skip

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("los", {"from": "1.04", "to": "4.05"}),
    ("los", {"from": "1.04", "to": "4.05", "method": "heads_abc", "visibility": 2, "smoke": "3.05"}),
    ("los", {"from": "1.11", "to": "2.06"}),
    ("los", {"from": "1.11", "to": "1.11"}),
    ("elevation", {"hex": "4.04"}),
    ("elevation", {"hex": "4.05", "method": "heads_ab"}),
    ("elevation", {"hex": "3.05"}),
    ("heights", {"method": "simplified"}),
    ("field", {"from": "4.05", "visibility": 3, "smoke_barrage": "3.05"}),
    ("crossfire", {"target": "4.06", "firers": "4.09,6.05"}),
    ("crossfire", {"target": "4.06", "firers": "4.06"}),
]


@pytest.mark.parametrize(("question", "given_"), ASKED)
def test_json_has_exactly_the_documented_names(example: Game, question: str, given_: dict[str, Any]) -> None:
    answer = as_json(ask(question, example, **given_), example.box)
    assert set(answer) - {"value_exact"} == HEAD | NAMES[question]
    assert all(set(reason) == {"rule", "text", "hexes", "numbers"} for reason in answer["reasons"])
    assert all(set(chart) == {"id", "title", "provenance", "source"} for chart in answer["charts"])
    assert all(set(row) == ROW for row in answer.get("profile", ()))
    assert all(set(pair) == {"firers", "lines", "rays", "crossfire"} for pair in answer.get("pairs", ()))
    if answer.get("chord"):
        assert set(answer["chord"]) == {"low_m", "high_m", "part", "low_end", "high_end"}
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer


@pytest.mark.parametrize(("question", "given_"), ASKED)
def test_every_reason_is_a_whole_sentence_with_its_rule_and_without_gaps(
    example: Game, question: str, given_: dict[str, Any]
) -> None:
    answer = as_json(ask(question, example, **given_), example.box)
    assert bool(answer["reasons"]) == (question != "heights")
    for reason in answer["reasons"]:
        assert reason["rule"].startswith("TCS 4.01 ")
        assert reason["text"].endswith(".")
        assert not re.search(r"[{}]|None|Fraction|Hex\(|\?\?", reason["text"]), reason["text"]


@pytest.mark.parametrize(("question", "given_"), ASKED)
def test_text_says_the_verdict_first_and_every_reason_after_it(example: Game, question: str, given_: dict[str, Any]) -> None:
    ruling = ask(question, example, **given_)
    first, *rest = as_text(ruling, example.box).splitlines()
    assert first.startswith(f"{question}: ")
    for reason in as_json(ruling, example.box)["reasons"]:
        assert f"  [{reason['rule']}] {reason['text']}" in rest


def test_numbers_are_whole_where_they_are_and_decimals_of_fractions_elsewhere(example: Game) -> None:
    ruling = ask("los", example, **{"from": "1.04", "to": "4.05"})
    rows = as_json(ruling, example.box)["profile"]
    for row, exact in zip(rows, ruling.detail.profile, strict=True):
        for name, value in (("sight_m", exact.sight), ("margin_m", exact.margin), ("height_m", exact.height)):
            assert value is not None
            assert row[name] == (value.numerator if value.denominator == 1 else float(value))
            assert isinstance(row[name], int) == (Fraction(value).denominator == 1)


def test_hexes_stand_as_they_are_printed_and_every_reason_names_hexes_of_the_map(example: Game) -> None:
    answer = as_json(ask("field", example, **{"from": "4.5"}), example.box)
    assert answer["from"] == "4.05"
    assert set(answer["hexes"]) <= {example.box.label(h) for h in example.box.cells}
    assert "4.05" in answer["hexes"]


def test_the_profile_agrees_with_itself(example: Game) -> None:
    for method in ("standard", "simplified", "heads_a", "heads_ab", "heads_ac", "heads_abc"):
        answer = as_json(ask("los", example, **{"from": "1.08", "to": "6.10", "method": method}), example.box)
        for row in answer["profile"]:
            assert row["height_m"] == pytest.approx(row["base_m"] + row["feature_m"])
            assert row["margin_m"] == pytest.approx(row["sight_m"] - row["height_m"])
            assert row["blocks"] == (row["margin_m"] < 0)
        assert answer["blockers"] == [row["hex"] for row in answer["profile"] if row["blocks"]]
        assert answer["verdict"] == ("blocked" if answer["blockers"] else "clear")
        assert answer["value"] == min(row["margin_m"] for row in answer["profile"])


def test_metres_are_shown_to_one_decimal() -> None:
    shown = [metres(v) for v in (Fraction(140, 3), 60, Fraction(125, 2), Fraction(-1, 3), 0, None)]
    assert shown == ["46.7", "60", "62.5", "-0.3", "0", "?"]


@pytest.mark.parametrize(
    ("least", "held"),
    [(9, {"value": 5 / 18, "value_exact": "5/18"}), (2, {"value": 1}), (12, {"value": 1 / 36, "value_exact": "1/36"})],
)
def test_a_fraction_that_no_short_decimal_equals_stands_beside_as_text(example: Game, least: int, held: dict[str, Any]) -> None:
    answer = as_json(ask("dice.chances", example, dice="2d6", least=least), example.box)
    assert {name: each for name, each in answer.items() if name.startswith("value")} == held
    assert answer["reasons"][0]["rule"] == "TCS 4.01 1.6"


def test_the_heights_of_a_box_are_called_what_they_are(example: Game) -> None:
    heights = Provenance("box.los_heights", example.box.title, "box", "game.yaml")
    ruling = replace(ask("los", example, **{"from": "1.04", "to": "4.05"}), charts=(heights,))
    title = f"Heights of terrain of “{example.box.title}”"
    assert as_text(ruling, example.box).splitlines()[-1] == f"  chart box.los_heights: {title} (box; game.yaml)"
    assert as_json(ruling, example.box)["charts"][0]["title"] == title
