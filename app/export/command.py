"""`phaseline render`: a map of a box as PNG, SVG or PDF, without a window."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from app.canvas.layers import LAYER_IDS, LayerState
from app.export.render import FORMATS, find_sheet, render_box
from core.base.errors import CoreError, WrongUse
from core.base.steps import finish
from core.model.issues import Severity

FINE, PROBLEMS, WRONG = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Draws one map: 0 when that went well, 1 when the box has errors or cannot be read or written, 2 for a wrong call."""
    try:
        asked = _parser().parse_args(argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else WRONG
    try:
        layers = parse_layers(asked.layers)
        if asked.output.suffix.lower() not in FORMATS:
            raise WrongUse(f'"{asked.output.name}" must end in one of: {", ".join(FORMATS)}.')
        return _render(asked.box, asked.map, asked.output, asked.dpi, layers)
    except WrongUse as error:
        print(error, file=sys.stderr)
        return WRONG
    except CoreError as error:
        print(error, file=sys.stderr)
        return PROBLEMS
    except OSError as error:
        print(f"The map could not be written: {error}", file=sys.stderr)
        return PROBLEMS


def _render(folder: Path, sheet: str, out: Path, dpi: int, layers: LayerState) -> int:
    # Neither pydantic nor numpy is needed to say what was wrong with the call.
    from core.files.box_files import load_box

    loaded = load_box(folder)
    for issue in loaded.issues:
        print(issue, file=sys.stderr)
    if loaded.box is None or not loaded.box.sheets:
        if not loaded.issues:
            print(f"{folder}: there is no map in this box.", file=sys.stderr)
        return PROBLEMS
    find_sheet(loaded.box, sheet)
    raster = None
    if layers.shows("tint") or layers.shows("shading"):
        from core.analysis.relief_raster import relief_raster

        raster = finish(relief_raster(loaded.box))
    application = start_qt(os.environ, sys.platform)
    render_box(loaded.box, sheet, out, dpi, layers, raster)
    application.processEvents()
    print(out)
    return PROBLEMS if any(issue.severity is Severity.ERROR for issue in loaded.issues) else FINE


def start_qt(environment: Mapping[str, str], platform: str) -> QCoreApplication:
    """Makes fonts and pictures available; without a display Qt would end the program, so it draws off the screen then."""
    running = QGuiApplication.instance()
    if running is not None:
        return running
    offscreen = platform_for(environment, platform)
    return QGuiApplication(["phaseline", *(["-platform", offscreen] if offscreen else [])])


def platform_for(environment: Mapping[str, str], platform: str) -> str:
    """Qt's platform for drawing files: "offscreen" where there is no display, empty where Qt may choose.

    >>> platform_for({}, "linux"), platform_for({"DISPLAY": ":0"}, "linux"), platform_for({}, "win32")
    ('offscreen', '', '')
    """
    if platform != "linux" or "QT_QPA_PLATFORM" in environment:
        return ""
    return "" if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY") else "offscreen"


def parse_layers(text: str) -> LayerState:
    """Layers as a user writes them: "contours,grid" for only these, "-tint,-shading" for all but these.

    Raises UnknownLayer, and WrongUse when both ways are mixed.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    if names in ([], ["all"]):
        return LayerState()
    without = [name for name in names if name.startswith("-")]
    if without and len(without) < len(names):
        raise WrongUse(f'"{text}" mixes layers to draw with layers to leave out. Name only the ones or only the others.')
    if not without:
        return LayerState.only(*names)
    state = LayerState()
    for name in without:
        state = state.with_shown(name[1:], False)
    return state


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="phaseline render", description="Draw a map of a game box into a file.")
    parser.add_argument("box", type=Path, metavar="BOX", help="folder of the box, such as scenarios/tcs-example")
    parser.add_argument("--map", default="", metavar="A", help="letter or id of the map; not needed when there is one")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=f"ends in {', '.join(FORMATS)}")
    parser.add_argument("--dpi", type=int, default=150, metavar="N", help="dots per inch on paper (150)")
    parser.add_argument(
        "--layers",
        default="all",
        metavar="LIST",
        help=f'only these, as "contours,grid", or all but these, as "--layers=-tint,-shading": {", ".join(LAYER_IDS)}',
    )
    return parser
