"""A ruling: a verdict that carries its reasons.

Every question of every series is answered by a `Ruling`. Its head is the same for all; what a question knows beyond that
stands in `detail`, a frozen dataclass of the question's own, from which panels draw and JSON is written.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.geometry.hexes import Hex
from core.model.terrain import Provenance
from core.rules.kernel.refs import RuleRef

Number = int | Fraction


@dataclass(frozen=True)
class Reason:
    """One step of an argument.

    `template` is an English sentence with named fields, `values` fills them; kept apart so that the sentence can be
    translated. A `Hex` among the values is printed as its number on the map. `numbers` are the quantities that the step
    compares, by name, in the unit that the name ends with (`height_m`) or in hexes.
    """

    rule: RuleRef
    template: str
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    hexes: tuple[Hex, ...] = ()
    numbers: Mapping[str, Number] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Ruling:
    """The answer to one question under one ruleset.

    `verdict` is one of the question's own words, "undecidable" when an input is missing. `value` is the number or word that
    the question asks for, if it asks for one. `charts` are the charts whose numbers were used. `box_errors` counts the errors
    in the files of the box: what had to be left out may change the verdict.
    """

    question: str
    ruleset: str
    verdict: str
    value: Number | str | None
    reasons: tuple[Reason, ...]
    detail: Any = None
    charts: tuple[Provenance, ...] = ()
    box_errors: int = 0


UNDECIDABLE = "undecidable"


def metres(value: Number | float | None) -> str:
    """A height for people: whole metres as they are, others with one decimal.

    >>> metres(Fraction(140, 3)), metres(60), metres(Fraction(125, 2))
    ('46.7', '60', '62.5')
    """
    if value is None:
        return "?"
    return f"{float(value):.1f}".removesuffix(".0")
