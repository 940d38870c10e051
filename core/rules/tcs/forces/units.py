"""Units in words: "infantry 4 at 3 steps 5" is enough to count with, without a counter on a map.

A unit is written as its kind, its printed fire strength, and words after that; `WORDS` says which. What a kind of unit is in
general stands in `KINDS`; how many steps it has, in a chart.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from core.base.errors import WrongUse, did_you_mean
from core.model.charts import read_span
from core.rules.kernel.charts import Consulted

STEPS = "tcs.steps"

MOVE, FIRE, DUG_IN = "Move", "Fire", "Dug In"
POSTURES = (MOVE, FIRE, DUG_IN)
"""Postures of targets, as the charts print them."""

READY, SUPPRESSED, PARALYZED = "ready", "suppressed", "paralyzed"
CONDITIONS = (READY, SUPPRESSED, PARALYZED)

MOUNTED, RIDING, TOWED = "mounted", "riding", "towed"

INFANTRY, WEAPONS, VEHICLE, CARRIER, SUPPORT = "infantry", "weapons", "vehicle", "carrier", "support"

MG, ON_MAP, INFANTRY_GUN, AA_GUN = "MG", "on-map artillery", "infantry gun", "AA gun"
"""Kinds of units of which rules speak by their names."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of unit. `steps` is its row in the chart of steps, `target` its type as a target where all of the kind have one.

    `point` says whether it fires at points unless it says otherwise, `high` whether its trajectory is high, `by_step` whether
    its area fire strength holds for each step.
    """

    name: str
    category: str
    steps: str
    target: str = ""
    point: bool = False
    high: bool = False
    by_step: bool = False


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            Kind("infantry", INFANTRY, "infantry platoon", "A"),
            Kind("section", INFANTRY, "infantry section", "A"),
            Kind(MG, WEAPONS, "MG", "A"),
            Kind("mortar", WEAPONS, "mortar", "A", high=True),
            Kind("AT gun", WEAPONS, "other", "B-0", point=True, by_step=True),
            Kind(AA_GUN, WEAPONS, "other", "B-0", by_step=True),
            Kind(INFANTRY_GUN, WEAPONS, "other", "B-0", high=True, by_step=True),
            Kind(ON_MAP, WEAPONS, "on-map artillery", "B-0", high=True, by_step=True),
            Kind("vehicle", VEHICLE, "vehicle", point=True, by_step=True),
            Kind("carrier", CARRIER, "carrier", "B-0", point=True),
            Kind("artillery", SUPPORT, "other", high=True),
            Kind("sortie", SUPPORT, "other", high=True),
        )
    }
)
"""Every kind of unit by its name. [TCS 4.01 3.1, 3.2, 10.0a, 11.1f, 11.2, 24.4-24.7]"""

HELP = (
    f"each as its kind ({', '.join(KINDS)}), its printed fire strength, then words: at 3 (range in hexes), reach 7 (printed "
    "range), steps 2, lost 1, A, B-1 or P-3 (type of target), move, fire or dug in, fired, suppressed, paralyzed, mounted, "
    "riding, towed, high (trajectory), point or area (firer); two alike are written 2x, as in 2x MG 2 at 4"
)
"""How units are written, for the help of parameters."""

WORDS = (
    *("at", "reach", "steps", "lost", "move", "fire", "dug in", "fired", SUPPRESSED, PARALYZED),
    *(MOUNTED, RIDING, TOWED, "high", "point", "area", "A", "B-0", "B-1", "P-1"),
)


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter: its kind, its printed fire strength, the steps it has left of `full`, and what else decides fires.

    `range` and `reach` are in hexes; `target` is A, B-0, B-1 or P-n. None and "" stand for what was not said.
    """

    kind: Kind
    steps: int
    full: int
    strength: int | None = None
    range: int | None = None
    reach: int | None = None
    target: str = ""
    posture: str = FIRE
    fired: bool = False
    condition: str = READY
    carried: str = ""
    high: bool = False
    point: bool = False

    @property
    def defence(self) -> int:
        """Its defence against point fire; guns with a morale have 0. [TCS 4.01 3.2e-f, 12.2d]"""
        return int(self.target[2:]) if self.target[2:] else 0

    @property
    def is_point_target(self) -> bool:
        """Whether only point fire and the like can hurt it. [TCS 4.01 3.2b]"""
        return self.target.startswith("P")

    @property
    def is_vehicle(self) -> bool:
        """Whether it is a vehicle or a carrier."""
        return self.kind.category in (VEHICLE, CARRIER)

    @property
    def in_carrier(self) -> bool:
        """Whether it is inside a carrier, where area fire does not find it. [TCS 4.01 10.0f, 11.3e]"""
        return self.carried == MOUNTED

    def __str__(self) -> str:
        return f"{self.kind.name} of {self.steps}" if self.full > 1 else self.kind.name


_COUNT = re.compile(r"(?P<count>\d{1,2})\s*[x×]\s*(?P<rest>.+)", re.IGNORECASE)
_TARGET = re.compile(r"a|[bp]-?\d{1,2}", re.IGNORECASE)


def read_units(consulted: Consulted, parameter: str, texts: Iterable[str]) -> tuple[Unit, ...]:
    """Units as they are written; what is carried is in Move Mode. Raises WrongUse, which names the word. [TCS 4.01 24.1b]"""
    return tuple(unit for text in texts for unit in _read(consulted, parameter, text))


def _read(consulted: Consulted, parameter: str, text: str) -> Iterator[Unit]:
    found = _COUNT.fullmatch(text.strip())
    count, rest = (int(found["count"]), found["rest"]) if found is not None else (1, text.strip())
    names = sorted(KINDS, key=len, reverse=True)
    name = next((n for n in names if re.match(rf"{re.escape(n)}(\s|$)", rest, re.IGNORECASE)), None)
    if name is None:
        raise WrongUse(f'{parameter}: "{text}" begins with no kind of unit.{did_you_mean(rest.split()[0], KINDS)}')
    unit = _described(consulted, parameter, text, KINDS[name], rest[len(name) :].split())
    return iter((unit,) * count)


def _described(consulted: Consulted, parameter: str, text: str, kind: Kind, words: list[str]) -> Unit:
    unit = Unit(kind, 0, _full(consulted, kind), target=kind.target, high=kind.high, point=kind.point)
    steps: int | None = None
    posture = ""
    queue = iter(words)
    for n, word in enumerate(queue):
        folded = word.casefold()
        if folded in ("at", "reach", "steps", "lost"):
            number = next(queue, "")
            if not number.isdecimal() or len(number) > 4:
                raise WrongUse(f'{parameter}: in "{text}" a whole number must follow "{word}".')
            if folded == "at":
                unit = replace(unit, range=int(number))
            elif folded == "reach":
                unit = replace(unit, reach=int(number))
            else:
                steps = int(number) if folded == "steps" else unit.full - int(number)
        elif folded == "dug":
            if next(queue, "").casefold() != "in":
                raise WrongUse(f'{parameter}: in "{text}" the word "in" must follow "{word}".')
            posture = DUG_IN
        elif folded in _POSTURES:
            posture = _POSTURES[folded]
        elif n == 0 and word.isdecimal() and len(word) <= 3:
            unit = replace(unit, strength=int(word))
        elif folded in _PLAIN:
            unit = replace(unit, **_PLAIN[folded])
        elif _TARGET.fullmatch(word):
            unit = replace(unit, target=_target(word))
        else:
            raise WrongUse(f'{parameter}: "{word}" in "{text}" is not understood.{did_you_mean(word, WORDS, 20)}')
    steps = unit.full if steps is None else steps
    if not 0 < steps <= 99:
        raise WrongUse(f'{parameter}: "{text}" must have at least one step left.')
    if unit.carried and posture not in ("", MOVE):
        raise WrongUse(f'{parameter}: in "{text}" what is {unit.carried} is in Move Mode (24.1b).')
    posture = posture or (MOVE if unit.carried else FIRE)
    return replace(unit, steps=steps, full=max(unit.full, steps), posture=posture)


_POSTURES: Mapping[str, str] = MappingProxyType({posture.casefold(): posture for posture in (MOVE, FIRE)})


_PLAIN: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        **{condition: {"condition": condition} for condition in (SUPPRESSED, PARALYZED)},
        **{carried: {"carried": carried} for carried in (MOUNTED, RIDING, TOWED)},
        "fired": {"fired": True},
        "high": {"high": True},
        "point": {"point": True},
        "area": {"point": False},
    }
)


def _target(word: str) -> str:
    letter, number = word[0].upper(), word[1:].lstrip("-")
    return letter if letter == "A" else f"{letter}-{int(number)}"


def _full(consulted: Consulted, kind: Kind) -> int:
    """The steps of a unit at full strength; those whose counters differ begin with one. [TCS 4.01 10.0a]"""
    found = consulted.book.chart(STEPS).cells.get((kind.steps, "steps"))
    if found is None:
        return 1
    span = read_span(str(found))
    return span.low if span is not None and span.low else 1


def refuse_mixed(parameter: str, units: Iterable[Unit], allowed: str, allow: Iterable[bool]) -> None:
    """Raises WrongUse for units that a fire cannot have; `allowed` says what it can."""
    for unit, fits in zip(units, allow, strict=True):
        if not fits:
            raise WrongUse(f"{parameter}: {unit.kind.name} cannot take part; {allowed}.")
