"""What can be set of a tool while it is in hand, without a word about how it is shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several; `choices` are pairs of a lasting id and what is shown. `swatch` draws terrain of that id beside
    it. A long list has `heads`, headings by the ids of what stands below them, and is looked through by typing."""

    id: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]
    change: Callable[[str], None]
    swatch: bool = False
    heads: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number from `least` to `most` in steps, with its unit."""

    id: str
    label: str
    value: Fraction
    least: Fraction
    most: Fraction
    step: Fraction
    change: Callable[[Fraction], None]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """Something on or off."""

    id: str
    label: str
    value: bool
    change: Callable[[bool], None]


@dataclass(frozen=True, slots=True)
class Words:
    """A text, such as the name of what is drawn next."""

    id: str
    label: str
    value: str
    change: Callable[[str], None]


Option = Choice | Quantity | Flag | Words
