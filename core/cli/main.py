"""Commands: questions, ask, check, import."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

from core.base.errors import CoreError, WrongUse

FINE, PROBLEMS, WRONG = 0, 1, 2


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        print(f"phaseline: {message}\nTry: phaseline --help", file=sys.stderr)
        raise SystemExit(WRONG)


def main(argv: Sequence[str]) -> int:
    """Runs one command line (without the program's name) and returns its exit code."""
    parser = _parser()
    try:
        given = parser.parse_args(list(argv))
        return int(given.run(given))
    except WrongUse as error:
        print(f"phaseline: {error}", file=sys.stderr)
        return WRONG
    except CoreError as error:
        print(f"phaseline: {error}", file=sys.stderr)
        return PROBLEMS
    except BrokenPipeError:
        # The reader of our output has gone; what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"phaseline: {where}{error.strerror or error}.", file=sys.stderr)
        return PROBLEMS
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else WRONG


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="phaseline",
        description="Maps, lines of sight and rulings for hex-and-counter wargames. Without arguments, or with a box, the "
        "window opens.",
        epilog="phaseline render BOX --map A -o map.png draws a map; see phaseline render --help.",
    )
    parser.add_argument("--version", action="version", version=f"Phaseline {version('phaseline')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Parser)

    questions = commands.add_parser("questions", help="list all questions with their parameters")
    questions.add_argument("--json", action="store_true", help="as JSON")
    questions.set_defaults(run=_questions)

    ask = commands.add_parser(
        "ask",
        help="answer a question about a box",
        epilog="Example: phaseline ask los scenarios/tcs-example from=1.04 to=4.05 method=standard --json",
    )
    ask.add_argument("--json", action="store_true", help="answer as JSON (always so with --batch)")
    ask.add_argument("--batch", metavar="FILE", help="answer every line of a file of JSON questions (- for standard input)")
    ask.add_argument("words", nargs="+", metavar="QUESTION BOX NAME=VALUE …", help="with --batch: the box alone")
    ask.set_defaults(run=_ask)

    check = commands.add_parser("check", help="list everything that is wrong with a box")
    check.add_argument("boxes", nargs="+", type=Path, metavar="BOX")
    check.add_argument("--json", action="store_true", help="as JSON")
    check.set_defaults(run=_check)

    bring = commands.add_parser("import", help="make a map from other files")
    kinds = bring.add_subparsers(title="kinds", metavar="KIND", required=True, parser_class=_Parser)
    dem = kinds.add_parser("dem", help="a map sheet from an elevation grid (ESRI ASCII)")
    dem.add_argument("file", type=Path, metavar="FILE")
    dem.add_argument("box", type=Path, metavar="BOX", help="the folder of the new box")
    dem.add_argument("--map", default="A", help="letter of the sheet (default: A)")
    where = dem.add_mutually_exclusive_group()
    where.add_argument("--centre", metavar="LAT,LON", help="middle of the map in degrees; without it, of the grid")
    where.add_argument("--origin", metavar="X,Y", help="lower left corner of the map in the metres of the grid")
    dem.add_argument("--columns", type=int, default=40)
    dem.add_argument("--rows", type=int, default=30)
    dem.add_argument("--hex-m", type=float, default=114.3, help="metres from hex to hex (default: 114.3, 125 yards)")
    dem.add_argument("--ruleset", default="tcs-4.01", help="ruleset of the new box (default: tcs-4.01)")
    dem.add_argument("--interval", default="20", help="contour interval in metres (default: 20)")
    dem.set_defaults(run=_import_dem)
    return parser


def _questions(given: argparse.Namespace) -> int:
    from core.questions.catalogue import QUESTIONS

    if given.json:
        listed = [
            {
                "question": q.name,
                "summary": q.summary,
                "rules": q.rules,
                "parameters": [
                    {"name": p.name, "kind": p.kind, "required": p.required, "choices": list(p.choices), "help": p.help}
                    for p in q.parameters
                ],
            }
            for q in QUESTIONS.values()
        ]
        print(json.dumps(listed, indent=2, ensure_ascii=False))
        return FINE
    for q in QUESTIONS.values():
        print(f"{q.name}: {q.summary} [{q.rules}]")
        for p in q.parameters:
            choices = f" ({', '.join(p.choices)})" if p.choices else ""
            need = ", required" if p.required else ""
            print(f"    {p.name}= [{p.kind}{need}] {p.help}{choices}")
    return FINE


def _ask(given: argparse.Namespace) -> int:
    from core.questions.answers import as_json, as_text
    from core.questions.catalogue import ask

    if given.batch is not None:
        if len(given.words) != 1:
            raise WrongUse("With --batch give the box alone: phaseline ask --batch QUESTIONS.jsonl BOX")
        return _batch(given.batch, Path(given.words[0]))
    if len(given.words) < 2 or "=" in given.words[1]:
        raise WrongUse("Give a question, a box and the parameters: phaseline ask los BOX from=1.04 to=4.05")
    name, box, *rest = given.words
    game, code = _open(Path(box))
    ruling = ask(name, game, **_parameters(rest))
    if given.json:
        print(_json(as_json(ruling, game.box)))
    else:
        print(as_text(ruling, game.box))
    return code


def _json(answer: dict[str, Any]) -> str:
    """One line of JSON; what the terminal's encoding cannot carry is escaped."""
    text = json.dumps(answer, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(answer)
    return text


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
    game, code = _open(box)
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
            print(_json(answer), flush=True)
    return code


def _batch_answer(line: str, game: Any, place: str) -> dict[str, Any]:
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


def _check(given: argparse.Namespace) -> int:
    from core.questions.game import open_game

    found = [(box, issue) for box in given.boxes for issue in open_game(box).issues]
    if given.json:
        listed = [
            {
                "box": str(box),
                "file": issue.place.file,
                "line": issue.place.line,
                "column": issue.place.column,
                "severity": issue.severity.value,
                "text": issue.text,
                "rule": issue.rule,
            }
            for box, issue in found
        ]
        print(json.dumps(listed, indent=2, ensure_ascii=False))
    else:
        for box, issue in found:
            print(f"{box}: {issue}" if len(given.boxes) > 1 else str(issue), file=sys.stderr)
        if not found:
            print(f"{', '.join(map(str, given.boxes))}: no problems found")
    return PROBLEMS if found else FINE


def _open(path: Path) -> tuple[Any, int]:
    """The game in a folder; its problems go to standard error, and the code says whether there were any."""
    from core.questions.game import open_game

    opened = open_game(path)
    for issue in opened.issues:
        print(str(issue), file=sys.stderr)
    if opened.game is None:
        raise CoreError(f"{path} could not be opened.")
    return opened.game, PROBLEMS if opened.issues else FINE


def _import_dem(given: argparse.Namespace) -> int:
    from core.files.box_files import write_box
    from core.files.canonical import GAME_FILE
    from core.geometry.layout import SheetFrame
    from core.interop.dem import run
    from core.model.box import GameBox, PlacedSheet

    if (given.box / GAME_FILE).exists():
        raise WrongUse(f"{given.box} already holds a box, and an import would change it; name a new folder.")
    sheet = run(
        given.file,
        sheet_id=given.map,
        centre=given.centre,
        origin=given.origin,
        columns=given.columns,
        rows=given.rows,
        hex_m=given.hex_m,
        interval=given.interval,
        progress=_show_progress,
    )
    placed = PlacedSheet(sheet, SheetFrame.place(sheet.grid.raised, sheet.grid.orientation), given.map)
    write_box(given.box, GameBox(title=given.box.name, ruleset=given.ruleset, sheets=(placed,)))
    print(f"{given.box}: {len(sheet.contours)} contours on {given.columns} × {given.rows} hexes")
    return FINE


def _show_progress(done: float, what: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{100 * done:3.0f}% {what:<30}", end="" if done < 1 else "\n", file=sys.stderr, flush=True)
