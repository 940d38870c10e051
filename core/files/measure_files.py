"""Reads the kinds of control measures, `resources/measures.yaml`, and the names that are suggested for them,
`resources/motifs.yaml`. Either file is used whole or not at all."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, get_args

from pydantic import Field

from core.base.errors import did_you_mean
from core.files.broken import BrokenFile
from core.files.resources import resources_folder
from core.files.schemas import VERSION, Item, Text, Version, Word, number, one_of
from core.files.strict_yaml import Route, Unreadable, read_document
from core.files.validation import Reader
from core.geometry.measures.drawing import RECIPES
from core.geometry.measures.parts import Shape
from core.model.graphics import NAME, MeasureKind, MeasureKinds, Motif, Naming

MEASURES_FILE = "measures.yaml"
MOTIFS_FILE = "motifs.yaml"

_IDS = "abcdefghijklmnopqrstuvwxyz0123456789-"
_ENTITY_DIGITS = 6


class BrokenMeasures(BrokenFile):
    """A file of kinds or motifs that is wrong."""


class MeasuresFile(Item):
    """The keys of `measures.yaml`."""

    noun: ClassVar[str] = "file of control measures"
    phaseline: str
    version: Version
    source: Word
    groups: Annotated[dict[Word, Word], Field(min_length=1)]
    kinds: Annotated[dict[str, Any], Field(min_length=1)]


class KindItem(Item):
    """A kind of control measures."""

    noun: ClassVar[str] = "kind of control measure"
    title: Word
    group: Word
    draw: Annotated[list[Word], Field(min_length=1)]
    sizes: dict[Word, Annotated[Fraction, number(0.01, 10)]] = Field(default_factory=dict)
    label: Text = NAME
    letters: Text = ""
    entity: Text = ""
    units: Annotated[str, one_of("", "sides")] = ""
    names: Annotated[Naming, one_of(*get_args(Naming))] = "motif"
    about: Word


class MotifsFile(Item):
    """The keys of `motifs.yaml`."""

    noun: ClassVar[str] = "file of motifs"
    phaseline: str
    version: Version
    source: Word
    motifs: Annotated[dict[str, Any], Field(min_length=1)]


class MotifItem(Item):
    """A motif of names."""

    noun: ClassVar[str] = "motif"
    title: Word
    names: Annotated[list[Word], Field(min_length=1)]


@lru_cache(maxsize=2)
def load_measures(path: Path | None = None) -> MeasureKinds:
    """All kinds of control measures; `path` is a file other than the program's own. Raises BrokenMeasures."""
    reader = _opened(path or resources_folder() / MEASURES_FILE)
    accepted = reader.accepts("measures", "file of control measures")
    head = reader.head(MeasuresFile, presets={"version": VERSION}) if accepted else None
    kinds = dict(_kinds(reader, head)) if head else {}
    if reader.issues or head is None:
        raise BrokenMeasures(reader.issues)
    return MeasureKinds(MappingProxyType(kinds), MappingProxyType(dict(head.groups)))


@lru_cache(maxsize=2)
def load_motifs(path: Path | None = None) -> Mapping[str, Motif]:
    """All motifs by their ids; `path` is a file other than the program's own. Raises BrokenMeasures."""
    reader = _opened(path or resources_folder() / MOTIFS_FILE)
    accepted = reader.accepts("motifs", "file of motifs")
    head = reader.head(MotifsFile, presets={"version": VERSION}) if accepted else None
    motifs = dict(_motifs(reader, head)) if head else {}
    if reader.issues or head is None:
        raise BrokenMeasures(reader.issues)
    return MappingProxyType(motifs)


def _opened(path: Path) -> Reader:
    try:
        return Reader(read_document(path, path.name))
    except Unreadable as error:
        raise BrokenMeasures((error.issue,)) from error


def _kinds(reader: Reader, head: MeasuresFile) -> Iterator[tuple[str, MeasureKind]]:
    for route, item in reader.items("kinds", head.kinds, KindItem):
        id_ = str(route[-1])
        before = reader.count
        _check_id(reader, route, id_)
        if item.group not in head.groups:
            reader.report((*route, "group"), f'There is no group "{item.group}".{did_you_mean(item.group, head.groups)}')
        shape = _shape(reader, route, item)
        if item.entity and not (len(item.entity) == _ENTITY_DIGITS and item.entity.isdecimal()):
            reader.report((*route, "entity"), f'"entity" must be {_ENTITY_DIGITS} digits, not "{item.entity}".')
        if shape is not None and reader.count == before:
            sides = item.units == "sides"
            yield (
                id_,
                MeasureKind(
                    id_, item.title, item.group, shape, item.label, item.letters, item.entity, sides, item.names, item.about
                ),
            )


def _shape(reader: Reader, route: Route, item: KindItem) -> Shape | None:
    """The recipe with its traits and sizes, None where the recipe is not known."""
    name, *traits = item.draw
    recipe = RECIPES.get(name)
    if recipe is None:
        reader.report((*route, "draw", 0), f'There is no recipe "{name}".{did_you_mean(name, RECIPES)}')
        return None
    for place, trait in enumerate(traits, 1):
        if trait not in recipe.traits:
            said = f'The recipe "{name}" knows no trait "{trait}".{did_you_mean(trait, recipe.traits)}'
            reader.report((*route, "draw", place), said)
    for size in item.sizes:
        if size not in recipe.sizes:
            said = f'The recipe "{name}" has no size "{size}".{did_you_mean(size, recipe.sizes)}'
            reader.report((*route, "sizes", size), said, at_key=True)
    return Shape(name, MappingProxyType({key: float(each) for key, each in item.sizes.items()}), frozenset(traits))


def _motifs(reader: Reader, head: MotifsFile) -> Iterator[tuple[str, Motif]]:
    for route, item in reader.items("motifs", head.motifs, MotifItem):
        id_ = str(route[-1])
        _check_id(reader, route, id_)
        seen: set[str] = set()
        for place, name in enumerate(item.names):
            if name.casefold() in seen:
                reader.report((*route, "names", place), f'"{name}" stands in this motif twice.')
            seen.add(name.casefold())
        yield id_, Motif(id_, item.title, tuple(item.names))


def _check_id(reader: Reader, route: Route, id_: str) -> None:
    if not id_ or id_.strip(_IDS):
        reader.report(route, f'"{id_}" must be of small letters, digits and hyphens, such as "axis-main".', at_key=True)
