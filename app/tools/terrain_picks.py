"""Which kind of terrain is drawn next, for tools that share the choice."""

from collections.abc import Callable

from app.documents.document import Document
from app.tools.context import ToolContext
from app.tools.drawing import DrawTool
from app.tools.options import Choice
from core.model.terrain import Terrain

CROSSINGS = frozenset({"bridge", "ford", "ferry"})
"""Hexside features that stand alone on one hexside and lead over it: they are no chain, and bound nothing."""


class TerrainPicks:
    """A choice among the kinds of terrain of a document that fit, shared by some tools.

    `recent` are those chosen last, latest first.
    """

    def __init__(self, document: Document, fits: Callable[[Terrain], bool], first: str = "") -> None:
        self._document, self._fits, self._wanted = document, fits, first
        self.recent: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[Terrain, ...]:
        """The kinds that can be chosen, in the order of the chart."""
        return tuple(each for each in self._document.terrain.values() if self._fits(each))

    @property
    def ids(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(each.id for each in self.all)

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """Their ids and names, for an option."""
        return tuple((each.id, each.name) for each in self.all)

    @property
    def current(self) -> Terrain | None:
        """The kind that is drawn next; the first one while none was chosen, None when there is none."""
        kinds = self.all
        return next((each for each in kinds if each.id == self._wanted), kinds[0] if kinds else None)

    @property
    def current_id(self) -> str:
        """Its id, empty when there is none."""
        current = self.current
        return current.id if current is not None else ""

    def choose(self, terrain: str) -> None:
        """Draws another kind from now on; one that cannot be chosen changes nothing."""
        if terrain in self.ids:
            self._wanted = terrain
            self.recent = (terrain, *(each for each in self.recent if each != terrain))


class TerrainTool(DrawTool):
    """A tool that draws one of several kinds of terrain; tools that are shaped otherwise inherit their shape beside it."""

    def __init__(self, context: ToolContext, picks: TerrainPicks) -> None:
        super().__init__(context)
        self._picks = picks

    @property
    def terrains(self) -> tuple[str, ...]:
        """The kinds that fit."""
        return self._picks.ids

    @property
    def terrain(self) -> str:
        """The kind that is drawn next."""
        return self._picks.current_id

    @property
    def recent_terrains(self) -> tuple[str, ...]:
        """The kinds that were chosen last."""
        return self._picks.recent

    def take_terrain(self, terrain: str) -> None:
        """Draws another kind from now on."""
        self._picks.choose(terrain)
        self.terrain_taken()

    def terrain_taken(self) -> None:
        """Another kind was chosen: tells the options, and what is shown of the gesture follows where that matters."""
        self.options_changed.emit()

    def terrain_option(self, label: str) -> Choice:
        """The option that chooses the kind."""
        return Choice("terrain", label, self.terrain, self._picks.choices, self.take_terrain, swatch=True)
