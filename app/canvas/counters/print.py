"""Counters on a map that is written to a file: the same stacks as in the window, drawn anew at whatever size."""

import math
from collections.abc import Iterable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from app.canvas.counters.off_map import boxes_beside, paint_box, room_of
from app.canvas.counters.stacks import Stacks
from app.canvas.layers import COUNTERS, Exposure, Renderer
from app.canvas.scene_map import SceneMap
from app.canvas.transform import HEX, meets, united
from app.counters.painter import paint_face
from core.base.errors import WrongUse, did_you_mean
from core.model.box import GameBox
from core.model.deployment import Deployment, Spot
from core.model.oob import Oob
from core.model.scenario import Scenario
from core.rules.kernel.ruleset import Ruleset


def lay_counters(
    scene: SceneMap, ruleset: Ruleset | None, oob: Oob, deployment: Deployment, boxes: Iterable[str] | None = None
) -> None:
    """Has a prepared map paint the stacks of a deployment, and beside it the boxes with these names and those in which
    anything lies, for which it becomes larger; no boxes for None."""
    counters = CountersOnPaper(scene, ruleset, oob, deployment, boxes)
    scene.lay(counters)
    if (room := room_of(counters.boxes)) is not None:
        scene.bounds = united((scene.bounds, room))


class UnknownScenario(WrongUse):
    """A scenario that the box does not have."""


def find_scenario(box: GameBox, name: str) -> Scenario:
    """A scenario of the box; it is named by its file, with or without its end, or by its title. Raises
    UnknownScenario, which names the nearest."""
    folded = name.strip().casefold()
    names: dict[str, str] = {}
    for file, scenario in box.scenarios.items():
        for each in (file, file.removesuffix(".scenario.yaml"), scenario.title):
            names.setdefault(each.casefold(), file)
    if folded in names:
        return box.scenarios[names[folded]]
    if not box.scenarios:
        raise UnknownScenario(f'There is no scenario "{name}": this box has none.')
    known = (*box.scenarios, *(scenario.title for scenario in box.scenarios.values()))
    raise UnknownScenario(f'This box has no scenario "{name}".{did_you_mean(name, known)}')


class CountersOnPaper(Renderer):
    """Paints the stacks of a deployment onto one prepared map."""

    layer = COUNTERS

    def __init__(
        self,
        scene: SceneMap,
        ruleset: Ruleset | None,
        oob: Oob,
        deployment: Deployment,
        boxes: Iterable[str] | None = None,
    ) -> None:
        """`boxes` are the names of boxes to be drawn beside the map; None for none at all."""
        self._transform, self._style = scene.transform, scene.style.counters
        self._stacks = Stacks(scene.style.counters)
        self._stacks.show(ruleset, oob, deployment)
        self.boxes = boxes_beside(self._stacks.boxes(boxes), scene.bounds, scene.style.counters) if boxes is not None else ()
        """The boxes beside the map."""

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints what of the stacks lies in the exposure."""
        # What pixels cannot hold is left out; on paper as lines everything is drawn.
        px = None if isinstance(painter.device(), QImage) else math.inf
        for place in sorted(self._stacks.hexes):
            x, y = self._transform.centre(place)
            if meets((x - HEX, y - HEX, x + HEX, y + HEX), exposure.span):
                self._paint(painter, place, x, y, px)
        for box in self.boxes:
            if meets(box.span, exposure.span):
                paint_box(painter, box, self._style, exposure)
                self._paint(painter, box.name, *box.middle, px)

    def _paint(self, painter: QPainter, spot: Spot, x: float, y: float, px: float | None) -> None:
        for card in self._stacks.picture(spot).seen(small=False):
            half = card.side / 2
            area = QRectF(x + card.x - half, y + card.y - half, card.side, card.side)
            paint_face(painter, area, card.face, px=px)
