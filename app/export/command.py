"""`phaseline render`: a map of a box as PNG, SVG or PDF, whole or over pages, or its order of battle, without a window."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.canvas.counters.print import find_scenario
from app.canvas.layers import LAYER_IDS
from app.canvas.scan_cutter import cut
from app.canvas.scans import Pyramid, UnreadableScan
from app.export import counter_command, oob_command
from app.export.layer_words import arranged, parse_layers
from app.export.op_sheets import command as op_sheet_command
from app.export.outcome import FINE, PROBLEMS, ended, parsed
from app.export.page import Look
from app.export.paper import PAPERS, TURNS, PageWish, find_paper
from app.export.render import FORMATS, check_look, render_box
from app.export.starting import held_box, read_box, say_progress, start_qt
from core.base.errors import WrongUse
from core.base.steps import finish
from core.model.box import PlacedSheet
from core.model.issues import Severity


def main(argv: Sequence[str] | None = None) -> int:
    """Draws one map or the order of battle: 0 when that went well, 1 for a box with errors or one that cannot be read or
    written, 2 for a wrong call."""
    given = list(sys.argv[1:] if argv is None else argv)
    if counter_command.is_meant(given):
        return counter_command.main(given)
    if op_sheet_command.is_meant(given):
        return op_sheet_command.main(given)
    asked = parsed(_parser(), given)
    if isinstance(asked, int):
        return asked
    return ended(lambda: _drawn(asked), f"The {'map' if asked.oob is None else 'order of battle'} could not be written")


def _drawn(asked: argparse.Namespace) -> int:
    if oob_command.check(asked):
        return _render_oob(asked)
    layers = arranged(parse_layers(asked.layers), asked.opacity, asked.order)
    look = Look(asked.dpi, asked.hex_mm, layers, page_wish(asked))
    check_look(asked.output, look)
    return _render(asked, look)


def _render(asked: argparse.Namespace, look: Look) -> int:
    box, ruleset, issues = held_box() if asked.box_on_stdin else read_box(asked.box)
    for issue in issues:
        print(issue, file=sys.stderr)
    if box is None or not box.sheets:
        if not issues:
            print(f"{asked.box}: there is no map in this box.", file=sys.stderr)
        return PROBLEMS
    placed = box.sheet_called(asked.map)
    if asked.scenario:
        scenario = find_scenario(box, asked.scenario)
        look = replace(look, deployment=scenario.start, boxes=scenario.off_map, ruleset=ruleset)
    look = replace(look, terrain=ruleset.terrain_of(box) if ruleset is not None else None)
    if look.layers.shows("tint") or look.layers.shows("shading"):
        from core.analysis.relief_raster import relief_raster

        look = replace(look, raster=finish(relief_raster(box)))
    application = start_qt(os.environ, sys.platform)
    tell = say_progress if asked.progress else None
    if look.layers.shows("underlay"):
        look = replace(look, scans=_scans(placed, asked.box if asked.box.is_dir() else asked.box.parent))
    render_box(box, asked.map, asked.output, look, tell)
    application.processEvents()
    print(asked.output)
    return PROBLEMS if any(issue.severity is Severity.ERROR for issue in issues) else FINE


def _render_oob(asked: argparse.Namespace) -> int:
    box, ruleset, issues = held_box() if asked.box_on_stdin else read_box(asked.box)
    for issue in issues:
        print(issue, file=sys.stderr)
    if box is None:
        return PROBLEMS
    application = start_qt(os.environ, sys.platform)
    oob_command.render(asked, box, ruleset)
    application.processEvents()
    print(asked.oob)
    return PROBLEMS if any(issue.severity is Severity.ERROR for issue in issues) else FINE


def _scans(placed: PlacedSheet, folder: Path) -> dict[str, Pyramid]:
    """The scanned sheet under a map, if there is one that can be read; what is wrong with it is said."""
    scan = placed.sheet.underlay
    if scan is None:
        return {}
    file = folder / scan.file
    if not file.is_file():
        print(f"The scanned sheet {scan.file} is not in {folder}; the map is drawn without it.", file=sys.stderr)
        return {}
    try:
        return {placed.file: Pyramid(cut(file, scan.page))}
    except UnreadableScan as error:
        print(f"{error} The map is drawn without it.", file=sys.stderr)
        return {}


def page_wish(asked: argparse.Namespace) -> PageWish | None:
    """The pages that were asked for. Raises WrongUse when something is said of pages and none are asked for."""
    preset = PageWish()
    if asked.pages is None:
        if (asked.turn, asked.overlap, asked.margin) != (None, None, None):
            raise WrongUse("What is said of pages (--turn, --overlap, --margin) needs --pages with a size of paper.")
        return None
    return PageWish(
        find_paper(asked.pages).id,
        asked.turn or preset.turn,
        preset.margin if asked.margin is None else asked.margin,
        preset.overlap if asked.overlap is None else asked.overlap,
        not asked.no_cut_marks,
        not asked.no_labels,
        not asked.no_overview,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="phaseline render", description="Draw a map of a game box into a file.")
    parser.epilog = "phaseline render BOX --counters FILE writes the counters of the box; --counters --help says how."
    parser.epilog += " phaseline render BOX --opsheet ID writes its op sheets; --opsheet --help says how."
    parser.add_argument("box", type=Path, metavar="BOX", help="folder of the box, such as scenarios/tcs-example")
    parser.add_argument("--map", default="", metavar="A", help="letter or id of the map; not needed when there is one")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help=f"ends in {', '.join(FORMATS)}")
    parser.add_argument("--dpi", type=float, default=150.0, metavar="N", help="dots per inch on paper (150)")
    parser.add_argument(
        "--hex-mm", type=float, metavar="N", help="millimetres from hex centre to hex centre (as the style says)"
    )
    parser.add_argument(
        "--scenario", default="", metavar="NAME", help="show the counters where they start in it, by its title or file"
    )
    oob_command.add_arguments(parser)
    papers = ", ".join(paper.id for paper in PAPERS)
    parser.add_argument("--pages", metavar="PAPER", help=f"cut the map over pages of a PDF file: {papers}")
    parser.add_argument("--turn", choices=TURNS, help="how the paper lies (whichever needs the fewest pages)")
    parser.add_argument("--overlap", type=float, metavar="MM", help="what neighbouring pages both show (10)")
    parser.add_argument("--margin", type=float, metavar="MM", help="white around each page (10)")
    parser.add_argument("--no-cut-marks", action="store_true", help="no strokes at the corners where pages are cut")
    parser.add_argument("--no-labels", action="store_true", help="no words at the foot of pages")
    parser.add_argument("--no-overview", action="store_true", help="no page that shows how the others lie together")
    parser.add_argument(
        "--opacity", default="", metavar="LIST", help='how far layers cover what lies under: "shading=0.5,areas=0.8"'
    )
    parser.add_argument(
        "--order", default="", metavar="LIST", help="layers from the bottom up; those not named keep their place"
    )
    parser.add_argument("--progress", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--box-on-stdin", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--layers",
        default="all",
        metavar="LIST",
        help=f'only these, as "contours,grid", or all but these, as "--layers=-tint,-shading": {", ".join(LAYER_IDS)}',
    )
    return parser
