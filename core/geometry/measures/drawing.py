"""Control points to a drawing: the one door to the recipes."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from core.geometry.layout import Point
from core.geometry.lines import Line
from core.geometry.measures import areas, arrows, fires, lines, obstacles, points, tasks
from core.geometry.measures.parts import NO_WORDS, Drawn, Shape, Slot
from core.geometry.measures.pen import Pen, Recipe

RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        "named-line": lines.NAMED_AT_ENDS,
        "boundary": lines.BOUNDARY,
        "trace": lines.TRACE,
        "bumps": lines.BUMPS,
        "text": lines.TEXT,
        "area": areas.AREA,
        "flag": points.FLAG,
        "crossed-circle": points.CROSSED_CIRCLE,
        "cross": points.CROSS,
        "axis": arrows.AXIS,
        "arrow": arrows.ARROW,
        "support": fires.SUPPORT,
        "attack": fires.ATTACK,
        "ambush": fires.AMBUSH,
        "security": tasks.SECURITY,
        "block": tasks.BLOCK,
        "cane": tasks.CANE,
        "seize": tasks.SEIZE,
        "ring": tasks.RING,
        "minefield": obstacles.MINEFIELD,
    }
)
"""All recipes by the names that `resources/measures.yaml` uses."""


REACH = 6.0, 4.0
"""Nothing that is drawn lies farther from the first control point than so many times the greatest distance between any two
control points, and so many hexes at the plain size."""


class UndrawablePoints(ValueError):
    """Control points of which nothing can be drawn; the text says why."""


def completed(shape: Shape, given: Sequence[Point], size: float = 1.0) -> Line:
    """Control points with those that are still missing put where they most likely will be, for a measure that is being drawn.

    Raises UndrawablePoints for none, for too many, and for one that is nowhere.
    """
    recipe = RECIPES[shape.recipe]
    if not given:
        raise UndrawablePoints("A control measure needs a point.")
    if recipe.most and len(given) > recipe.most:
        raise UndrawablePoints(f"This control measure has {recipe.most} points, not {len(given)}.")
    if not all(math.isfinite(x) and math.isfinite(y) for x, y in given):
        raise UndrawablePoints("A point of a control measure must be somewhere.")
    return recipe.completed(tuple(given), size)


def drawn(
    shape: Shape,
    given: Sequence[Point],
    size: float = 1.0,
    *,
    words: Mapping[Slot, str] = NO_WORDS,
    echelon: str = "",
    dashed: bool = False,
) -> Drawn:
    """The drawing of a shape through control points, letters and ornaments so many times their plain size.

    Ornaments shrink where there is no room for them; where all control points coincide, the drawing is that point. `dashed`
    breaks all lines of the shape itself. Raises UndrawablePoints as `completed` does.
    """
    recipe = RECIPES[shape.recipe]
    traits = shape.traits | {"dashed"} if dashed else shape.traits
    full = completed(shape, given, size)
    pen = Pen(full, {**recipe.sizes, **shape.sizes}, traits, size, words, echelon)
    recipe.draw(pen)
    return pen.done(recipe.roles_of(len(full)))
