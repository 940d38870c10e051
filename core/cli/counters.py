"""phaseline counters: lists the order of battle of a box, or writes its counters as a table for other programs."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.parsing import Commands, open_box

if TYPE_CHECKING:
    from core.model.oob import Counter, Formation, Side, Value
    from core.questions.game import Game


def add(commands: Commands) -> None:
    """Adds the command."""
    counters = commands.add_parser(
        "counters",
        help="list the order of battle of a box, or write its counters as a table",
        epilog="Example: phaseline counters scenarios/tcs-example --csv units.csv",
    )
    counters.add_argument("box", type=Path, metavar="BOX")
    how = counters.add_mutually_exclusive_group()
    how.add_argument("--csv", type=Path, metavar="FILE", help="write a table of all counters, for a spreadsheet and back")
    how.add_argument("--countersheet", type=Path, metavar="FILE", help="write them for templates of Inkscape (countersheets)")
    how.add_argument("--json", action="store_true", help="list them as JSON")
    counters.add_argument("--delimiter", choices=("comma", "semicolon", "tab"), default="comma", help="between cells")
    counters.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Prints or writes the counters of a box."""
    from core.base.atomic import write_bytes
    from core.interop.counter_csv import to_csv
    from core.interop.countersheet import to_countersheet

    game, code = open_box(given.box)
    oob, ruleset = game.box.oob, game.ruleset
    delimiter = {"comma": ",", "semicolon": ";", "tab": "\t"}[given.delimiter]
    if given.json:
        print(json.dumps(_as_json(game), indent=2, ensure_ascii=False))
    elif given.csv is not None:
        # Spreadsheets take a file for UTF-8 only when it begins with its mark.
        write_bytes(given.csv, to_csv(oob, ruleset, delimiter).encode("utf-8-sig"))
        print(f"{given.csv}: {_counted(game)}")
    elif given.countersheet is not None:
        write_bytes(given.countersheet, to_countersheet(oob, ruleset, delimiter).encode())
        print(f"{given.countersheet}: {_counted(game)}")
    else:
        _print_tree(game)
    return code


def _counted(game: "Game") -> str:
    many = len(game.box.oob.counters)
    return "1 counter" if many == 1 else f"{many} counters"


def _print_tree(game: "Game") -> None:
    """Sides, formations and counters, each line with its id in front."""
    oob = game.box.oob
    if not oob:
        print(f"{game.box.title} has no counters.")
        return
    for side in (*oob.sides, None):
        lines = list(_lines(game, side.id if side is not None else None))
        if side is not None:
            print(f"{side.id}  {side.name}")
        elif lines:
            print("(no side)")
        for line in lines:
            print(f"  {line}")


def _lines(game: "Game", side: str | None) -> list[str]:
    """The lines of a side, None for whatever belongs to no side that there is."""
    from core.rules.kernel.cells import kind_of, name_of

    oob, values = game.box.oob, game.ruleset.values
    lines: list[str] = []

    def is_theirs(item: "Formation | Counter") -> bool:
        return item.side == side if side is not None else oob.side(item.side) is None

    def add_counters(formation: str, indent: str) -> None:
        for counter in oob.members(formation):
            if is_theirs(counter):
                words = filter(None, (name_of(values, counter.values), kind_of(values, counter.values)))
                copies = f" × {counter.copies}" if counter.copies > 1 else ""
                lines.append(f"{indent}{counter.id}  {', '.join(words)}{copies}".rstrip())

    seen: set[str] = set()
    # What goes round in a ring has nobody at its top.
    for top in (*oob.children(""), *oob.formations):
        for formation in oob.below(top.id):
            if is_theirs(formation) and formation.id not in seen:
                seen.add(formation.id)
                indent = "  " * (len(list(oob.above(formation.id))) - 1)
                lines.append(f"{indent}{formation.id}  {formation.name}")
                add_counters(formation.id, f"{indent}  ")
    add_counters("", "")
    return lines


def _as_json(game: "Game") -> dict[str, Any]:
    """The order of battle as `resources/manual/json.md` describes it."""
    oob = game.box.oob
    return {
        "sides": [_side(each) for each in oob.sides],
        "formations": [_formation(each) for each in oob.formations],
        "counters": [_counter(each) for each in oob.counters],
    }


def _side(side: "Side") -> dict[str, Any]:
    shown = {"id": side.id, "name": side.name, "colour": side.colour, "ink": side.ink}
    return {**shown, "values": _values(side.values), "note": side.note}


def _formation(formation: "Formation") -> dict[str, Any]:
    return {
        "id": formation.id,
        "name": formation.name,
        "side": formation.side,
        "parent": formation.parent,
        "sidc": formation.sidc,
        "stripe": formation.stripe,
        "values": _values(formation.values),
        "note": formation.note,
    }


def _counter(counter: "Counter") -> dict[str, Any]:
    return {
        "id": counter.id,
        "side": counter.side,
        "formation": counter.formation,
        "sidc": counter.sidc,
        "look": counter.look,
        "copies": counter.copies,
        "values": _values(counter.values),
        "back": _values(counter.back) if counter.back is not None else None,
        "note": counter.note,
    }


def _values(values: "Mapping[str, Value]") -> dict[str, Any]:
    """Printed values; numbers that are not whole are texts, which are exact."""
    from core.rules.kernel.cells import plain_text_of

    return {
        id_: held if isinstance(held, bool | int | str) else int(held) if held.denominator == 1 else plain_text_of(held)
        for id_, held in sorted(values.items())
    }
