"""How other people's words for ground become ours: what an importer asks when it meets a tag, a terrain or a class."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from core.model.maps import Section

Shape = Literal["point", "line", "area"]


@dataclass(frozen=True, slots=True)
class FeatureRow:
    """One row: features of a `shape` that have any of `tags` (and none of `unless`) become items of a section.

    A key stands with the values that count, "*" among them for any value. `terrain` names kinds of terrain, the best first; the
    first that a box knows is taken. `size` is the height of letters of a name, in hexes.
    """

    tags: Mapping[str, frozenset[str]]
    shape: Shape
    section: Section
    terrain: tuple[str, ...] = ()
    unless: Mapping[str, frozenset[str]] | None = None
    size: Fraction | None = None

    def fits(self, tags: Mapping[str, str], shape: Shape) -> bool:
        """Whether a feature with such tags is meant by this row."""
        return shape == self.shape and _any(self.tags, tags) and not (self.unless and _any(self.unless, tags))


@dataclass(frozen=True, slots=True)
class Translation:
    """The rows for features on the ground, first fit first, and our kinds of terrain for single words."""

    rows: tuple[FeatureRow, ...]
    words: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, Fraction]
    nothing: frozenset[str] = frozenset()
    boards: Mapping[str, str] = field(default_factory=dict)

    def row(self, tags: Mapping[str, str], shape: Shape) -> FeatureRow | None:
        """The first row that fits, None when nobody has said what such a feature is."""
        return next((row for row in self.rows if row.fits(tags, shape)), None)

    def candidates(self, word: str) -> tuple[str, ...]:
        """Our kinds of terrain for a word, the best first: the word itself as we spell ids, then what the table says.

        >>> Translation((), {"forest": ("woods",)}, {}).candidates("Forest")
        ('forest', 'woods')
        """
        id_ = "-".join(word.strip().lower().replace("_", " ").split())
        return (id_, *self.words.get(id_, ()))

    def is_nothing(self, word: str) -> bool:
        """Whether a word means open ground, which needs no item."""
        return "-".join(word.strip().lower().replace("_", " ").split()) in self.nothing


def _any(wanted: Mapping[str, frozenset[str]], tags: Mapping[str, str]) -> bool:
    return any(key in tags and (tags[key] in values or "*" in values) for key, values in wanted.items())
