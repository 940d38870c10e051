"""What the keys of a box's `counters.yaml` may hold (pydantic)."""

from typing import Annotated, ClassVar

from pydantic import Field

from core.files.schemas import Colour, Group, Item, Section, Text, Version, Word

MOST_COPIES = 1000


class OobFile(Item):
    """The keys of `counters.yaml`; its sections are read item by item."""

    noun: ClassVar[str] = "file of counters"
    phaseline: str
    version: Version
    sides: Section = []
    formations: Section = []
    counters: Section = []


class OobSideItem(Item):
    """A side of the game."""

    noun: ClassVar[str] = "side of the game"
    id: Word
    name: Text = ""
    colour: Colour = ""
    ink: Colour = ""
    values: Group = {}
    note: Text = ""


class FormationItem(Item):
    """A part of a side's order of battle."""

    noun: ClassVar[str] = "formation"
    id: Word
    side: Text = ""
    name: Text = ""
    parent: Text = ""
    sidc: Text = ""
    stripe: Colour = ""
    values: Group = {}
    note: Text = ""


class CounterItem(Item):
    """A printed piece."""

    noun: ClassVar[str] = "counter"
    id: Word
    side: Text = ""
    formation: Text = ""
    sidc: Text = ""
    look: Text = ""
    copies: Annotated[int, Field(ge=1, le=MOST_COPIES)] = 1
    values: Group = {}
    back: Group = {}
    note: Text = ""
