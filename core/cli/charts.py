"""phaseline charts: lists the charts in force for a box, where they come from, and whether the rules' examples agree."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.parsing import Commands, open_box

if TYPE_CHECKING:
    from core.questions.game import Game


def add(commands: Commands) -> None:
    """Adds the command."""
    charts = commands.add_parser(
        "charts",
        help="list the charts in force for a box",
        epilog="Example: phaseline charts scenarios/tcs-example",
    )
    charts.add_argument("box", type=Path, metavar="BOX")
    charts.add_argument("--json", action="store_true", help="as JSON")
    charts.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Prints the charts of a box."""
    game, code = open_box(given.box)
    listed = [_row(game, id_) for id_ in sorted(game.ruleset.book(game.box).charts)]
    if given.json:
        print(json.dumps(listed, indent=2, ensure_ascii=False))
        return code
    wide = max((len(row["id"]) for row in listed), default=0)
    for row in listed:
        agree = f"{row['examples_agreeing']} of {row['examples']} examples agree" if row["examples"] else "no example"
        # A chart of one game is for its boxes alone.
        whose = f"for {game.ruleset.sets[row['set']].title}; " if row["set"] else ""
        told = f"{row['title']} [{row['unit']}] ({whose}{row['source']})"
        print(f"{row['id']:<{wide}}  {row['provenance']:<13}  {agree:<24}  {told}")
    if not listed:
        print(f"{game.ruleset.title} has no charts.")
    return code


def _row(game: "Game", id_: str) -> dict[str, Any]:
    from core.rules.kernel.examples import outcomes

    book = game.ruleset.book(game.box)
    chart = book.chart(id_)
    found = outcomes(game.ruleset.examples, book, id_)
    return {
        "id": id_,
        "title": chart.title,
        "set": game.ruleset.home(chart, game.box.chart_set),
        "provenance": chart.status,
        "partly": sorted({part.status for part in chart.parts}),
        "unit": chart.unit,
        "source": chart.source,
        "rules": list(chart.rules),
        "examples": len(found),
        "examples_agreeing": sum(outcome.agrees for outcome in found),
        "disagreeing": [outcome.example.id for outcome in found if not outcome.agrees],
        "covers": [each.source for each in book.under.get(id_, ())],
    }
