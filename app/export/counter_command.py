"""`phaseline render BOX --counters FILE`: counter sheets of a box as PDF, or the test page of a printer, without a window.

With `--cards FILE` it is the turn track and the set-up cards of a scenario.
"""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.export.counter_layout import (
    BACKS,
    BEGINS,
    GROUPINGS,
    SIZES,
    SheetWish,
    check,
    counter_side,
    lay_out,
    sheet_paper,
)
from app.export.outcome import FINE, PROBLEMS, ended, parsed
from app.export.paper import PAPERS, TURNS
from app.export.starting import held_box, read_box, say_progress, start_qt
from core.base.comma_parts import comma_parts
from core.base.errors import WrongUse

if TYPE_CHECKING:
    from app.export.counter_pieces import Choice
    from app.export.counter_sheets import Job
    from core.rules.kernel.ruleset import Ruleset

ALL = "all"
"""Stands for every kind of marker."""


def is_meant(argv: Sequence[str]) -> bool:
    """Whether counters or cards are asked for, and no map."""
    return any(each.split("=")[0] in ("--counters", "--cards") for each in argv)


def main(argv: Sequence[str]) -> int:
    """Writes counter sheets: 0 when that went well, 1 when the box has errors or cannot be read or written, 2 for a wrong
    call."""
    asked = parsed(_parser(), argv, helps_alone=True)
    if isinstance(asked, int):
        return asked
    return ended(lambda: _checked(asked), "The pages could not be written")


def _checked(asked: argparse.Namespace) -> int:
    wish = sheet_wish(asked)
    check(wish)
    out = asked.counters or asked.cards
    if out.suffix.lower() != ".pdf":
        raise WrongUse(f'"{out.name}" cannot hold counter sheets or cards; only a .pdf file can.')
    return _write(asked, wish)


def _write(asked: argparse.Namespace, wish: SheetWish) -> int:
    from core.model.issues import Severity

    box, ruleset, issues = held_box() if asked.box_on_stdin else read_box(asked.box)
    for issue in issues:
        print(issue, file=sys.stderr)
    if box is None:
        return PROBLEMS
    application = start_qt(os.environ, sys.platform)
    tell = say_progress if asked.progress else lambda share: None
    from app.export.cards import CardChoice, card_job, write_cards
    from app.export.counter_pieces import PieceFaces, check_choice, gathered, numbered
    from app.export.counter_sheets import Job, write_sheets, write_test

    if asked.cards is not None:
        job = card_job(box, ruleset, CardChoice(asked.scenario, not asked.no_track, not asked.no_set_up), wish)
        if not job.sheets:
            print(f"{asked.box}: there is nothing to print: the scenario has nothing of what is chosen.", file=sys.stderr)
            return PROBLEMS
        write_cards(job, asked.cards, tell)
    elif asked.test_page:
        write_test(wish, box.title, asked.counters)
    else:
        choice = piece_choice(asked, ruleset)
        check_choice(choice, box.oob, ruleset)
        groups = gathered(box.oob, ruleset, choice, wish.group)
        pieces = numbered(groups)
        if not pieces:
            print(f"{asked.box}: there is nothing to print: no counter is chosen, and no marker.", file=sys.stderr)
            return PROBLEMS
        plan = lay_out([group.group for group in groups], wish)
        sheets = Job(box.title, plan, pieces, PieceFaces(box.oob, ruleset))
        write_sheets(sheets, asked.counters, tell)
        _warn(sheets)
    application.processEvents()
    print(asked.counters or asked.cards)
    return PROBLEMS if any(issue.severity is Severity.ERROR for issue in issues) else FINE


def _warn(job: "Job") -> None:
    from app.export.counter_pieces import LEAST_LETTERS_MM
    from core.base.steps import finish

    wish = job.plan.wish
    small = finish(job.faces.small_texts(job.pieces, wish.side, wish.backs != "none"))
    for each in small:
        print(
            f'warning: "{each.text}" on {each.piece} is {each.height:.2g} mm high; '
            f"below {LEAST_LETTERS_MM:g} mm it is hard to read.",
            file=sys.stderr,
        )


def sheet_wish(asked: argparse.Namespace) -> SheetWish:
    """How counters are to be printed. Raises WrongUse."""
    return SheetWish(
        side=counter_side(asked.size),
        paper=sheet_paper(asked.paper).id,
        turn=asked.turn,
        margin=asked.margin,
        gutter=asked.gutter,
        bleed=asked.bleed,
        backs=asked.backs,
        over=asked.over,
        offset=(asked.offset[0], asked.offset[1]),
        group=asked.group,
        begin=asked.begin,
        marks=not asked.no_marks,
        lines=asked.lines,
        labels=not asked.no_labels,
    )


def piece_choice(asked: argparse.Namespace, ruleset: "Ruleset | None") -> "Choice":
    """What is to be printed. Raises WrongUse for markers that are not written as `kind=count`."""
    from app.export.counter_pieces import Choice

    only = None if asked.only is None else comma_parts(asked.only)
    return Choice(only, asked.sets, _marker_counts(asked.markers, ruleset))


def _marker_counts(text: str, ruleset: "Ruleset | None") -> Mapping[str, int]:
    found: dict[str, int] = {}
    for pair in comma_parts(text):
        kind, _, number = pair.partition("=")
        if not number.strip().isdecimal():
            raise WrongUse(f'"{pair}" must be a marker, = and how many of it, such as {ALL}=2.')
        kinds = ruleset.markers if kind.strip() == ALL and ruleset is not None else (kind.strip(),)
        found.update(dict.fromkeys(kinds, int(number)))
    return found


def _parser() -> argparse.ArgumentParser:
    preset = SheetWish()
    parser = argparse.ArgumentParser(prog="phaseline render", description="Write the counters of a game box as sheets.")
    parser.add_argument("box", type=Path, metavar="BOX", help="folder of the box, such as scenarios/sable-river")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--counters", type=Path, metavar="FILE", help="the PDF file")
    what.add_argument("--cards", type=Path, metavar="FILE", help="a PDF file of the turn track and the set-up cards")
    parser.add_argument("--scenario", default="", metavar="NAME", help="with --cards: its title or file; not needed for one")
    parser.add_argument("--no-track", action="store_true", help="with --cards: no turn track")
    parser.add_argument("--no-set-up", action="store_true", help="with --cards: no set-up cards")
    sizes = ", ".join(name for name, _ in SIZES)
    parser.add_argument("--size", default="5/8", metavar="N", help=f"side of a counter: {sizes} inch, or millimetres (5/8)")
    papers = ", ".join(paper.id for paper in PAPERS)
    parser.add_argument("--paper", default=preset.paper, metavar="PAPER", help=f"{papers}, or millimetres as 210x297 (a4)")
    parser.add_argument("--turn", choices=TURNS, default=preset.turn, help="how the paper lies (fewest)")
    parser.add_argument("--margin", type=float, default=preset.margin, metavar="MM", help="white around each page (10)")
    parser.add_argument("--gutter", type=float, default=preset.gutter, metavar="MM", help="between counters (0)")
    parser.add_argument("--bleed", type=float, default=preset.bleed, metavar="MM", help="printed around counters (1)")
    parser.add_argument(
        "--backs", choices=BACKS, default=preset.backs, help="which edge paper turns over, or folded, or none (long)"
    )
    parser.add_argument("--over", action="store_true", help="counters are turned top to bottom, not sideways")
    parser.add_argument(
        "--offset", nargs=2, type=float, default=preset.offset, metavar=("X", "Y"), help="moves backs right and down, in mm"
    )
    parser.add_argument("--group", choices=GROUPINGS, default=preset.group, help="what is kept together (side)")
    parser.add_argument("--begin", choices=BEGINS, default=preset.begin, help="where a group begins (row)")
    parser.add_argument("--sets", type=int, default=1, metavar="N", help="how often all counters are printed (1)")
    parser.add_argument("--only", metavar="LIST", help="ids of sides and formations; empty for no counters at all")
    parser.add_argument("--markers", default="", metavar="LIST", help=f'kinds and counts: "fired=6,step-loss=2", "{ALL}=4"')
    parser.add_argument("--no-marks", action="store_true", help="no strokes where to cut")
    parser.add_argument("--lines", action="store_true", help="a line around each counter")
    parser.add_argument("--no-labels", action="store_true", help="no words that name the page")
    parser.add_argument("--test-page", action="store_true", help="crosses and rulers in the place of counters")
    parser.add_argument("--progress", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--box-on-stdin", action="store_true", help=argparse.SUPPRESS)
    return parser
