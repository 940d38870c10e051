"""`phaseline scan`: prepares a scanned sheet for the eye, in a process of its own, which gives its memory back at its end.

The window runs it. The last line on the output is the folder of the pyramid; lines that begin with "progress" come before.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from app.canvas.scan_cutter import cut
from app.export.outcome import FINE, PROBLEMS, PROGRESS, parsed
from app.export.starting import start_qt
from core.base.atomic import replaced
from core.base.errors import CoreError


def main(argv: Sequence[str] | None = None) -> int:
    """Prepares one picture: 0 when it is there, 1 when it cannot be read or kept, 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="phaseline scan", description="Prepare a scanned sheet for the window.")
    parser.add_argument("file", type=Path, metavar="FILE", help="a PNG, JPEG, TIFF or PDF file")
    parser.add_argument("--page", type=int, default=1, metavar="N", help="page of a PDF file, from 1")
    parser.add_argument("--cache", type=Path, metavar="FOLDER", help="where it is kept (the user's cache)")
    parser.add_argument("--copy", type=Path, metavar="TARGET", help="copy it there first")
    asked = parsed(parser, argv)
    if isinstance(asked, int):
        return asked
    start_qt(os.environ, sys.platform)
    try:
        file = asked.file if asked.copy is None else _copied(asked.file, asked.copy)
        folder = cut(file, asked.page, asked.cache, lambda share: print(f"{PROGRESS}{share:.3f}", flush=True))
    except CoreError as error:
        print(error, file=sys.stderr)
        return PROBLEMS
    except OSError as error:
        print(f"{asked.file.name} could not be prepared: {error}.", file=sys.stderr)
        return PROBLEMS
    except MemoryError:
        print(f"{asked.file.name} is too large for the memory of this computer.", file=sys.stderr)
        return PROBLEMS
    print(folder)
    return FINE


def _copied(file: Path, target: Path) -> Path:
    with replaced(target) as temporary:
        shutil.copyfile(file, temporary)
    return target
