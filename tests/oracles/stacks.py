"""Small boxes with units that stand somewhere, made in a line, for tests of stacking, set-up and checks."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from core.base.steps import finish
from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Piece
from core.model.issues import Issue
from core.model.items import Items
from core.model.maps import HexContent
from core.model.new_map import NewMap
from core.model.oob import Counter, Formation, Oob, Side, Values
from core.model.scenario import Scenario
from core.questions.game import Game

FILE = "battle.scenario.yaml"
SIDES = Items([Side("red", "Red"), Side("blue", "Blue")])


def unit(
    id_: str, kind: str, side: str = "red", formation: str = "", back: dict[str, Any] | None = None, **values: Any
) -> Counter:
    """A counter; the dots in the names of values are written as two underscores."""
    printed = {name.replace("__", "."): value for name, value in values.items()}
    other = Values({name.replace("__", "."): value for name, value in back.items()}) if back is not None else None
    return Counter(id_, side, Values({"piece.kind": kind, "piece.name": id_.upper(), **printed}), other, formation)


def board(
    ruleset: str,
    units: Iterable[Counter],
    at: Mapping[str, str | Piece] | None = None,
    *,
    formations: Iterable[Formation] = (),
    marks: Mapping[str, tuple[Mark, ...]] | None = None,
    terrain: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    **scenario: Any,
) -> Game:
    """The game of a box of 12 columns and rows with one scenario.

    `at` names printed hexes, or pieces where more is to be said; in these `at` may be a printed number, too. `terrain` fills
    hexes. The rest are parts of the scenario.
    """
    box = NewMap("Made up", ruleset=ruleset, columns=12, rows=12, interval=None).box()
    if terrain:
        placed = box.sheets[0]
        hexes = {placed.frame.cell(box.hex(label)): HexContent(kind) for label, kind in terrain.items()}
        box = box.with_sheet(placed.file, replace(placed.sheet, hexes=hexes))
    start = Deployment().with_pieces({id_: _piece(box, where) for id_, where in (at or {}).items()})
    start = start.with_marks({box.hex(label): some for label, some in (marks or {}).items()})
    oob = Oob(SIDES, Items(formations), Items(units))
    box = replace(box, options=dict(options or {}), oob=oob, scenarios={FILE: Scenario("Battle", start=start, **scenario)})
    return Game.of(box, load_ruleset(ruleset))


def _piece(box: GameBox, where: str | Piece) -> Piece:
    if isinstance(where, str):
        return Piece(box.hex(where))
    is_number = isinstance(where.at, str) and where.at[:1].isdigit()
    return replace(where, at=box.hex(str(where.at))) if is_number else where


def found(game: Game, *codes: str) -> list[Issue]:
    """What a check finds of the scenario, of some kinds or of all."""
    issues = finish(game.check()).of_forces
    return [issue for issue in issues if issue.place.file == FILE and (not codes or issue.code in codes)]


def hexes(game: Game, *labels: str) -> tuple[Hex, ...]:
    """Hexes by their printed numbers."""
    return tuple(game.box.hex(label) for label in labels)
