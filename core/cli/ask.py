"""phaseline ask: answers questions about a box."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base.errors import CoreError, WrongUse
from core.cli.parsing import PROBLEMS, Commands, json_line, open_box

if TYPE_CHECKING:
    from core.questions.game import Game


def add(commands: Commands) -> None:
    """Adds the command."""
    ask = commands.add_parser(
        "ask",
        help="answer a question about a box",
        epilog="Example: phaseline ask los scenarios/tcs-example from=1.04 to=4.05 method=standard --json. "
        "All questions and their parameters: phaseline questions. A name may be meant for a question about numbers that are "
        "typed and for one on the map: morale BOX units=4+1+0 is the one, morale BOX to=4.05 the other.",
    )
    ask.add_argument("--json", action="store_true", help="answer as JSON (always so with --batch)")
    ask.add_argument("--batch", metavar="FILE", help="answer every line of a file of JSON questions (- for standard input)")
    ask.add_argument("words", nargs="+", metavar="QUESTION BOX NAME=VALUE …", help="with --batch: the box alone")
    ask.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Answers one question, or with --batch every line of a file."""
    from core.questions.answers import as_json, as_text
    from core.questions.catalogue import ask

    if given.batch is not None:
        if len(given.words) != 1:
            raise WrongUse("With --batch give the box alone: phaseline ask --batch QUESTIONS.jsonl BOX")
        return _batch(given.batch, Path(given.words[0]))
    if len(given.words) < 2 or "=" in given.words[1]:
        raise WrongUse("Give a question, a box and the parameters: phaseline ask los BOX from=1.04 to=4.05")
    name, box, *rest = given.words
    game, code = open_box(Path(box))
    ruling = ask(name, game, **_parameters(rest))
    if given.json:
        print(json_line(as_json(ruling, game.box)))
    else:
        print(as_text(ruling, game.box, game.ruleset))
    return code


def _parameters(words: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise WrongUse(f'"{word}" is no parameter; write NAME=VALUE, such as from=1.04.')
        if name in found:
            raise WrongUse(f'"{name}" is given twice.')
        found[name] = value
    return found


def _batch(file: str, box: Path) -> int:
    game, code = open_box(box)
    try:
        stream = sys.stdin if file == "-" else Path(file).open(encoding="utf-8")  # noqa: SIM115 - closed below
    except OSError as error:
        raise WrongUse(f"{file}: {error.strerror}.") from error
    with stream:
        for number, raw in enumerate(stream.buffer if hasattr(stream, "buffer") else stream, 1):
            line = raw.decode("utf-8", errors="replace") if isinstance(raw, bytes) else raw
            if not line.strip():
                continue
            answer = _batch_answer(line, game, f"{file}:{number}")
            if "error" in answer:
                code = PROBLEMS
            print(json_line(answer), flush=True)
    return code


def _batch_answer(line: str, game: "Game", place: str) -> dict[str, Any]:
    from core.questions.answers import as_json
    from core.questions.catalogue import ask

    try:
        question = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"{place}: not JSON: {error}"}
    if not isinstance(question, dict) or not isinstance(question.get("question"), str):
        return {"error": f'{place}: a question is a JSON object with "question" and its parameters.'}
    name = question.pop("question")
    try:
        return as_json(ask(name, game, **question), game.box)
    except CoreError as error:
        return {"error": f"{place}: {error}"}
    except (TypeError, ValueError) as error:
        # A line that nobody thought of must not take the others with it.
        return {"error": f"{place}: this question cannot be read: {error}"}
