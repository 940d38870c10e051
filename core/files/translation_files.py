"""Reads `resources/imports/features.yaml`: what other people's words for ground are on our maps."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from core.base.errors import CoreError
from core.files.resources import resources_folder
from core.files.schemas import Item, Version, Word, number, one_of
from core.files.strict_yaml import read_document
from core.files.validation import Reader
from core.model.translation import FeatureRow, Translation

NUMBERS = (
    "tolerance",
    "building_tolerance",
    "least_area",
    "least_building",
    "least_length",
    "overrun",
    "paper_hex",
    "tile_side",
    "building_1",
    "building_2",
    "building_3",
    "bridge",
)
"""The numbers that a translation must state."""

Tags = dict[str, Annotated[list[Word], Field(min_length=1)]]


class BrokenTranslation(CoreError):
    """The table that comes with the program, or one in its place, has faults; the text is the first of them."""


class TranslationFile(Item):
    """The keys of a translation."""

    noun: ClassVar[str] = "translation"
    phaseline: str
    version: Version
    title: Word
    numbers: dict[str, Any]
    features: list[Any]
    words: dict[str, list[Word]] = Field(default_factory=dict)
    nothing: list[Word] = Field(default_factory=list)
    boards: dict[str, Word] = Field(default_factory=dict)


class FeatureItem(Item):
    """One row of features."""

    noun: ClassVar[str] = "row"
    tags: Tags
    shape: Annotated[Literal["point", "line", "area"], one_of("point", "line", "area")]
    section: Annotated[
        Literal["contours", "areas", "paths", "spots", "names"], one_of("contours", "areas", "paths", "spots", "names")
    ]
    terrain: list[Word] = Field(default_factory=list)
    unless: Tags = Field(default_factory=dict)
    size: Annotated[Fraction, number(0.01, 100, "hexes")] | None = None


class NumberItem(Item):
    """A number with its unit and source."""

    noun: ClassVar[str] = "number"
    value: Annotated[Fraction, number(0, 10_000)]
    unit: Word
    source: Word


def read_translation(file: Path) -> Translation:
    """The translation in a file. Raises BrokenTranslation with the place of its first fault, and Unreadable."""
    reader = Reader(read_document(file, file.name))
    rows, numbers = [], {}
    head = reader.head(TranslationFile) if reader.accepts("translation", "table") else None
    if head is not None:
        for _, row in reader.items("features", head.features, FeatureItem):
            unless = _sets(row.unless) if row.unless else None
            rows.append(FeatureRow(_sets(row.tags), row.shape, row.section, tuple(row.terrain), unless, row.size))
        numbers = {str(route[-1]): item.value for route, item in reader.items("numbers", head.numbers, NumberItem)}
        for name in NUMBERS:
            if name not in numbers:
                reader.report(("numbers",), f'There is no number "{name}".')
    if head is None or reader.issues:
        raise BrokenTranslation(str(reader.issues[0]))
    words = MappingProxyType({word: tuple(ids) for word, ids in head.words.items()})
    return Translation(tuple(rows), words, MappingProxyType(numbers), frozenset(head.nothing), head.boards)


@lru_cache(maxsize=1)
def shipped_translation() -> Translation:
    """The translation that comes with the program."""
    return read_translation(resources_folder() / "imports" / "features.yaml")


def _sets(tags: Mapping[str, list[str]]) -> Mapping[str, frozenset[str]]:
    return MappingProxyType({key: frozenset(values) for key, values in tags.items()})
