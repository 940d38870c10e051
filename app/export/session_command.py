"""`phaseline journal` where it needs a painter: a page with the map after each turn, or a sequence of pictures of the map.

The words are those of `core.cli.journal`. Everything that is drawn comes from what the side that asks may see. All pictures of
a sequence have one size, so that they can be made into a film.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage, QImageWriter, QPainter

from app.canvas.counters.off_map import room_of
from app.canvas.counters.print import CountersOnPaper
from app.canvas.layers import COUNTERS, LayerState
from app.canvas.painters import painting
from app.canvas.scene_map import SceneMap
from app.canvas.style import load_style
from app.canvas.transform import united
from app.export.limits import LEAST_DPI, MOST_DPI
from app.export.outcome import FINE, ended, parsed
from app.export.page import Look, Page
from app.export.render import TooLarge
from app.export.starting import read_box, say_progress, start_qt
from core.analysis.relief_raster import relief_raster
from core.base.atomic import write_bytes
from core.base.errors import CoreError, WrongUse
from core.base.steps import finish
from core.cli.journal import Looked, add_arguments, look, write_page
from core.cli.parsing import Parser
from core.cli.replay import tell_fault
from core.model.box import GameBox
from core.model.deployment import Deployment
from core.play.exports import EACH, Each, pictured
from core.rules.kernel.ruleset import Ruleset

MOST_PIXELS = 60_000_000
"""A picture of a sequence is held whole; this one takes 240 MB."""

_HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing | QPainter.RenderHint.SmoothPixmapTransform

_LEFT_OUT = ("underlay", "zones")
"""Layers that tell nothing of what happened."""


def main(argv: Sequence[str]) -> int:
    """Writes a page or pictures: 0 when that went well, 1 for a damaged journal or box, 2 for a wrong call."""
    parser = Parser(prog="phaseline journal")
    add_arguments(parser)
    given = parsed(parser, list(argv))
    return given if isinstance(given, int) else ended(lambda: _export(given), "The journal could not be exported")


def _export(given: argparse.Namespace) -> int:
    if given.box is None:
        raise WrongUse("Pictures need the game: give --box with its folder.")
    if not LEAST_DPI <= given.dpi <= MOST_DPI:
        raise WrongUse(f"A resolution of {given.dpi:g} dots per inch cannot be drawn. Allowed: {LEAST_DPI} to {MOST_DPI}.")
    looked = look(given)
    box, ruleset, _ = read_box(given.box)
    if box is None or not box.sheets:
        raise CoreError(f"{given.box}: there is no map in this box.")
    if box.title != looked.session.record.began.game:
        played = looked.session.record.began.game
        raise WrongUse(f'The session was played over "{played}", and {given.box} is "{box.title}".')
    application = start_qt(os.environ, sys.platform)
    tell = say_progress if given.progress else lambda share: None
    if given.pictures is not None:
        given.pictures.mkdir(parents=True, exist_ok=True)
        sequence = _pictures(looked, box, ruleset, given.each or "phase", given.dpi, tell)
        for count, (number, picture) in enumerate(sequence, 1):
            write_bytes(given.pictures / f"{count:05}-entry-{number}.png", picture)
        print(given.pictures)
    else:
        pictures = dict(_pictures(looked, box, ruleset, given.each or "turn", given.dpi, tell))
        write_page(looked, given.html, pictures)
        print(given.html)
    application.processEvents()
    return tell_fault(given.journal, looked.loaded.read, FINE)


def _pictures(
    looked: Looked, box: GameBox, ruleset: Ruleset | None, each: Each, dpi: float, tell: Callable[[float], None]
) -> Iterator[tuple[int, bytes]]:
    """The entries that are shown, each with the map after it as a PNG."""
    assert each in EACH
    numbers = pictured(looked.session, looked.view, each)
    film = _Film(box, ruleset, looked.session.record.began.scenario.off_map, dpi)
    for number in numbers:
        film.make_room(_seen(looked, number))
    film.begin()
    for done, number in enumerate(numbers, 1):
        yield number, film.picture(_seen(looked, number), looked.teller.told(looked.view.entry(number)))
        tell(done / len(numbers))


def _seen(looked: Looked, number: int) -> Deployment:
    return looked.view.state(number).state.deployment or Deployment()


class _Film:
    """Draws the map once, and counters over it as often as is wanted."""

    def __init__(self, box: GameBox, ruleset: Ruleset | None, boxes: tuple[str, ...], dpi: float) -> None:
        self._box, self._ruleset, self._boxes, self._dpi = box, ruleset, boxes, dpi
        terrain = ruleset.terrain_of(box) if ruleset is not None else None
        self._scene = SceneMap.whole(box, load_style(), None, terrain)
        layers = LayerState()
        for layer in (*_LEFT_OUT, COUNTERS):
            layers = layers.with_shown(layer, False)
        self._scene.show_relief(finish(relief_raster(box)))
        self._look = Look(dpi=dpi, layers=layers)
        self._room = self._scene.bounds
        self._ground = QImage()

    def make_room(self, deployment: Deployment) -> None:
        """Has all pictures be as large as the boxes of this one beside the map want."""
        room = room_of(self._counters(deployment).boxes)
        if room is not None:
            self._room = united((self._room, room))

    def begin(self) -> None:
        """Draws what all pictures share. Raises TooLarge."""
        # Boxes are laid out below the map as it is without them.
        bounds, self._scene.bounds = self._scene.bounds, self._room
        try:
            page = Page(self._scene, self._look, self._box.title)
            wide, high = page.size.width(), page.size.height()
            if wide * high > MOST_PIXELS:
                told = f"Pictures of {wide:,} × {high:,} pixels are too large for a sequence. Use fewer dots to the inch."
                raise TooLarge(told)
            self._ground = QImage(page.size, QImage.Format.Format_RGB32)
            self._ground.fill(self._scene.style.paper.margin_colour)
            page.paint(self._ground)
            self._transform, self._exposure = page.transform(), page.exposure()
        finally:
            self._scene.bounds = bounds

    def picture(self, deployment: Deployment, about: str) -> bytes:
        """The map with what lies on it, as a PNG; `about` is kept in it as its description."""
        image = self._ground.copy()
        image.setText("Description", about)
        with painting(image, self._transform) as painter:
            painter.setRenderHints(_HINTS)
            self._counters(deployment).paint(painter, self._exposure)
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QImageWriter(buffer, b"png")
        if not writer.write(image):
            raise OSError(writer.errorString())
        return bytes(buffer.data().data())

    def _counters(self, deployment: Deployment) -> CountersOnPaper:
        return CountersOnPaper(self._scene, self._ruleset, self._box.oob, deployment, self._boxes)
