"""Small boxes with units that stand somewhere, made in a line, for tests of stacking, set-up and checks."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.base.steps import finish
from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Piece
from core.model.issues import Issue
from core.model.items import Items
from core.model.maps import Area, Contour, HexContent, Path, SideFeature, Zone
from core.model.new_map import NewMap
from core.model.oob import Counter, Formation, Oob, Side, Values
from core.model.scenario import Scenario
from core.model.terrain import Terrain, TerrainKind
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
    sides: Mapping[str, Iterable[str]] | None = None,
    ways: Mapping[str, Iterable[str]] | None = None,
    outlines: Mapping[str, Iterable[str]] | None = None,
    contours: Mapping[int, Iterable[str]] | None = None,
    half_lines: Mapping[int, Iterable[str]] | None = None,
    zones: Mapping[str, Iterable[str]] | None = None,
    sources: Mapping[str, str | Mapping[str, str]] | None = None,
    options: Mapping[str, str] | None = None,
    **scenario: Any,
) -> Game:
    """The game of a box of 12 columns and rows with one scenario.

    `at` names printed hexes, or pieces where more is to be said; in these `at` may be a printed number, too. `terrain` fills
    hexes. `sides` are features along hexsides, each written as in "05.05 05.06"; `ways` are lines through the centres of
    hexes, written alike. `outlines` of terrain, `contours` by their heights in metres and `half_lines`, which are broken
    ones, go through points: centres, or what lies in the middle between several, as in "05.05+05.06". `zones` are named ones
    with their hexes, sea zones where the name begins so; `sources` say of sides where their lines of supply must lead, or
    whatever values they have. Kinds of terrain that the ruleset does not have are made up. The rest are parts of the
    scenario.
    """
    box = NewMap("Made up", ruleset=ruleset, columns=12, rows=12, interval=None).box()
    rules = load_ruleset(ruleset)
    kinds = dict.fromkeys((terrain or {}).values(), TerrainKind.HEX)
    kinds |= dict.fromkeys(sides or (), TerrainKind.SIDE) | dict.fromkeys(ways or (), TerrainKind.PATH)
    kinds |= dict.fromkeys(outlines or (), TerrainKind.AREA)
    made_up = {id_: _made_up(id_, kind) for id_, kind in kinds.items() if id_ not in rules.terrain}
    box = replace(box, terrain={**box.terrain, **made_up})
    if terrain or sides or ways or zones:
        box = _drawn(box, terrain or {}, sides or {}, ways or {}, zones or {})
    if outlines or contours or half_lines:
        box = _outlined(box, outlines or {}, contours or {}, half_lines or {})
    start = Deployment().with_pieces({id_: _piece(box, where) for id_, where in (at or {}).items()})
    start = start.with_marks({box.hex(label): some for label, some in (marks or {}).items()})
    stated = {
        id_: Values({"supply.source": said} if isinstance(said, str) else dict(said)) for id_, said in (sources or {}).items()
    }
    named = (replace(each, values=stated.get(each.id, each.values)) for each in SIDES)
    oob = Oob(Items(named), Items(formations), Items(units))
    box = replace(box, options=dict(options or {}), oob=oob, scenarios={FILE: Scenario("Battle", start=start, **scenario)})
    return Game.of(box, rules)


def _made_up(id_: str, kind: TerrainKind) -> Terrain:
    return Terrain(id_, id_.replace("-", " ").capitalize(), kind)


def _drawn(
    box: GameBox,
    terrain: Mapping[str, str],
    sides: Mapping[str, Iterable[str]],
    ways: Mapping[str, Iterable[str]],
    zones: Mapping[str, Iterable[str]],
) -> GameBox:
    placed = box.sheets[0]

    def cells(text: str) -> tuple[tuple[int, int], ...]:
        return tuple(placed.frame.cell(box.hex(label)) for label in text.split())

    def line(text: str) -> tuple[tuple[float, float], ...]:
        return tuple(placed.frame.to_sheet(plane_centre(box.hex(label))) for label in text.split())

    sheet = replace(
        placed.sheet,
        hexes={cells(label)[0]: HexContent(kind) for label, kind in terrain.items()},
        sides=Items(SideFeature(id_, (one, other)) for id_, some in sides.items() for one, other in map(cells, some)),
        paths=Items(Path(id_, line(text)) for id_, some in ways.items() for text in some),
        zones=Items(
            Zone("sea" if name.startswith("Sea ") else "entry", frozenset(cells(" ".join(some))), name=name)
            for name, some in zones.items()
        ),
    )
    return box.with_sheet(placed.file, sheet)


def _outlined(
    box: GameBox,
    outlines: Mapping[str, Iterable[str]],
    contours: Mapping[int, Iterable[str]],
    half_lines: Mapping[int, Iterable[str]],
) -> GameBox:
    placed = box.sheets[0]

    def line(text: str) -> tuple[tuple[float, float], ...]:
        return tuple(placed.frame.to_sheet(_middle(box, point)) for point in text.split())

    solid = (Contour(Fraction(height), line(text)) for height, some in contours.items() for text in some)
    broken = (Contour(Fraction(height), line(text), "broken") for height, some in half_lines.items() for text in some)
    areas = Items(Area(id_, (line(text),)) for id_, some in outlines.items() for text in some)
    return box.with_sheet(placed.file, replace(placed.sheet, areas=areas, contours=Items([*solid, *broken])))


def _middle(box: GameBox, text: str) -> tuple[float, float]:
    """The middle between the centres of hexes that are written as in "05.05+05.06"."""
    points = [plane_centre(box.hex(label)) for label in text.split("+")]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


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
