"""The chart of terrain of a box as one of its charts: the kinds with what rules read of them, and where each comes from."""

from collections.abc import Mapping
from fractions import Fraction

from app.panels.charts.grid import Grid, GridCell
from app.panels.charts.words import cell_text, origin_words
from app.panels.words import plain, tr
from core.model.box import GameBox
from core.model.terrain import Palette, Provenance, Terrain
from core.rules.kernel.ruleset import Ruleset

TERRAIN = "terrain"
"""Stands for the chart of terrain where charts have their ids; no chart is called so, since those name their series."""


def palette_of(box: GameBox, ruleset: Ruleset | None) -> Palette | None:
    """The palette of terrain that a box has chosen."""
    return ruleset.palettes.get(box.palette) if ruleset is not None else None


def terrain_origin(box: GameBox, ruleset: Ruleset | None) -> Provenance:
    """Where the terrain of a box comes from as a whole: its own chart, its palette, else its rules."""
    title = tr("Terrain")
    if box.terrain:
        return Provenance(TERRAIN, title, "box", box.title)
    palette = palette_of(box, ruleset)
    if palette is not None:
        return Provenance(TERRAIN, title, palette.provenance.status, palette.provenance.source)
    known = [kind.provenance for kind in (ruleset.terrain if ruleset is not None else {}).values() if kind.provenance]
    if known:
        return Provenance(TERRAIN, title, known[0].status, known[0].source)
    return Provenance(TERRAIN, title, "stand-in", tr("no source is given"))


def terrain_grid(box: GameBox, ruleset: Ruleset | None) -> Grid:
    """The kinds of terrain as a table, each with its origin."""
    kinds: Mapping[str, Terrain] = ruleset.terrain_of(box) if ruleset is not None else box.terrain
    palette = palette_of(box, ruleset)
    costs = dict.fromkeys(column for kind in kinds.values() for column in kind.costs)
    titles = {column: palette.columns.get(column, plain(column)) if palette is not None else plain(column) for column in costs}
    columns = (tr("Kind"), tr("LOS height, m"), tr("Combat class"), *titles.values(), tr("From"))
    rows = [_row(kind, tuple(costs)) for kind in kinds.values()]
    return Grid(tr("terrain"), columns, tuple(kind.name for kind in kinds.values()), tuple(rows))


def _row(kind: Terrain, costs: tuple[str, ...]) -> tuple[GridCell, ...]:
    origin = origin_words(kind.provenance) if kind.provenance is not None else tr("no source is given")
    height = "–" if kind.los_height is None else cell_text(Fraction(kind.los_height))
    texts = (plain(kind.kind.value), height, kind.combat_class or "–", *(kind.costs.get(column, "–") for column in costs))
    tip = "\n".join(each for each in (kind.note, origin) if each)
    return (*(GridCell(text, tip=f"{kind.name}: {text}\n{tip}") for text in texts), GridCell(origin, tip=tip))
