"""Asking TCS without a map: games of an empty box with options, and answers as JSON."""

from dataclasses import replace
from functools import cache
from typing import Any

from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game

RULES = load_ruleset("tcs-4.01")
BOX = NewMap("Nowhere", ruleset="tcs-4.01", columns=1, rows=1).box()


@cache
def game(**options: str) -> Game:
    """A game of an empty box; the points of its options are written as two low lines."""
    return Game.of(replace(BOX, options={name.replace("__", "."): value for name, value in options.items()}), RULES)


def told(question: str, in_: Game | None = None, **parameters: Any) -> dict[str, Any]:
    """An answer as JSON, once its text could be written and its reasons all name the book."""
    in_ = in_ or game()
    ruling = ask(question, in_, **parameters)
    assert as_text(ruling, in_.box).startswith(question)
    assert ruling.reasons
    assert all(reason.rule.book == "tcs" for reason in ruling.reasons)
    return as_json(ruling, in_.box)


def texts(found: dict[str, Any]) -> str:
    """Everything that an answer says."""
    return " / ".join(reason["text"] for reason in found["reasons"])
