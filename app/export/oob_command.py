"""`phaseline render --oob`: the order of battle of a box as a chart, without a window."""

import argparse
import sys
from pathlib import Path

from app.export.oob_chart import KINDS, SHOWS, ChartWish, write_chart
from app.export.paper import PageWish, find_paper
from core.base.errors import WrongUse
from core.model.box import GameBox
from core.rules.kernel.ruleset import Ruleset


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what can be said of a chart."""
    kinds = ", ".join(KINDS)
    group = parser.add_argument_group("the order of battle in the place of a map")
    group.add_argument("--oob", type=Path, metavar="FILE", help=f"draw it into a file that ends in {kinds}")
    group.add_argument(
        "--oob-show", choices=SHOWS, help="counters as they are printed, symbols with names, or formations alone"
    )
    group.add_argument("--oob-side", action="append", default=[], metavar="ID", help="only this side; may be given again")
    group.add_argument("--oob-page-a-side", action="store_true", help="a page of a PDF file for each side")


def check(asked: argparse.Namespace) -> bool:
    """Whether a chart is asked for, and not a map. Raises WrongUse for what does not go together."""
    if asked.oob is None:
        if asked.oob_show is not None or asked.oob_side or asked.oob_page_a_side:
            raise WrongUse("What is said of an order of battle (--oob-…) needs --oob with the name of a file.")
        if asked.output is None:
            raise WrongUse("Say which file is to be written: -o with its name for a map, or --oob for the order of battle.")
        return False
    if asked.output is not None or asked.map:
        raise WrongUse("A map (-o, --map) and the order of battle (--oob) are drawn by two calls.")
    if asked.pages is None and (asked.turn, asked.margin) != (None, None):
        raise WrongUse("What is said of pages (--turn, --margin) needs --pages with a size of paper.")
    wish_of(asked)
    return True


def wish_of(asked: argparse.Namespace) -> ChartWish:
    """The chart that is asked for. Raises WrongUse for paper that there is not."""
    margin = PageWish().margin if asked.margin is None else asked.margin
    paper = find_paper(asked.pages).id if asked.pages is not None else ""
    show = asked.oob_show or SHOWS[0]
    sides = tuple(dict.fromkeys(asked.oob_side))
    return ChartWish(asked.oob, show, sides, asked.oob_page_a_side, paper, asked.turn or "fewest", margin, asked.dpi)


def render(asked: argparse.Namespace, box: GameBox, ruleset: Ruleset | None) -> None:
    """Draws the chart, and says on the error output what the reader should know of it."""
    for note in write_chart(box, ruleset, wish_of(asked)):
        print(note, file=sys.stderr)
