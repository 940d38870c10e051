"""Missions as they lie on the map: what a marker says of its mission, and back [TCS 4.01 18.3-18.7, 19.3, 26.2b].

All that a mission has to be remembered by is written on its marker, so that players read what the program reads::

    105 mm HE fast of A/907 FA, seen by 1/E/2     placed: its adjustment is still to come, and that unit observes
    105 mm HE fast of A/907 FA                    adjusted: a good shoot, or a bad one by the side of the marker
    105 mm HE battalion of 907 FA Bn, bad shoot   a marker that has one side alone
    155 mm HE, strength 16/8                      a battery that is no counter of the game: good shoot and bad shoot
    rockets of 2/Werfer 84, radius 1, to be adjusted

A marker without words is what its kind says, a battery or a battalion, good or bad.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Mark
from core.model.state import around

HE, SMOKE, ILLUM, ROCKET = "HE", "smoke", "illumination", "rocket"
BATTERY, BATTALION = "battery", "battalion"
FAST, CONTINUOUS = "fast", "continuous"
GOOD_MARK, BAD_MARK, BATTALION_MARK = "barrage-good", "barrage-bad", "battalion-barrage"
CONTINUOUS_MARK, LEVEL_TWO, ILLUM_MARK = "continuous-barrage", "smoke-2", "illum"
BARRAGES = frozenset({GOOD_MARK, BAD_MARK, BATTALION_MARK, CONTINUOUS_MARK})
"""Kinds of markers of missions. [TCS 4.01 18.3, 18.8]"""

_KINDS = {HE: HE, SMOKE: SMOKE, ILLUM: ILLUM, "rockets": ROCKET}
_AND = " + "
_TEXT = re.compile(
    rf"(?:(?P<calibre>\d+) mm )?(?P<kind>{'|'.join(_KINDS)})(?P<words>(?: (?:{BATTALION}|{FAST}|{CONTINUOUS}))*)"
    r"(?: of (?P<batteries>.+?))?(?:, strength (?P<good>\d+)(?:/(?P<bad>\d+))?)?(?:, radius (?P<radius>\d+))?"
    r"(?:, number (?P<number>\d+))?(?P<shoot>, bad shoot)?(?:, seen by (?P<observer>.+)|(?P<placed>, to be adjusted))?"
)


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission. `batteries` are what its counters are called, none for a battery that is no counter of the game; `good` and
    `bad` are the strengths that were told for such a one, and `calibre` is in millimetres. `radius` is the one of the zone of
    rockets in hexes. `placed` says that its adjustment is still to come, for which `observer` sees. `number` tells it from
    others of the side that are alike."""

    kind: str = HE
    size: str = BATTERY
    fast: bool = False
    continuous: bool = False
    calibre: int | None = None
    batteries: tuple[str, ...] = ()
    good: int | None = None
    bad: int | None = None
    radius: int | None = None
    number: int = 1
    is_bad: bool = False
    placed: bool = False
    observer: str = ""

    @property
    def words(self) -> str:
        """What it is, without what has become of it.

        >>> Mission(HE, BATTALION, fast=True, calibre=105).words
        '105 mm HE battalion fast'
        """
        kind = next(word for word, each in _KINDS.items() if each == self.kind)
        parts = [f"{self.calibre} mm"] * (self.calibre is not None) + [kind] + [BATTALION] * (self.size == BATTALION)
        return " ".join(parts + [FAST] * self.fast + [CONTINUOUS] * self.continuous)

    @property
    def text(self) -> str:
        """What stands on its marker.

        >>> Mission(SMOKE, calibre=105, batteries=("A/907",), placed=True, observer="1/E/2").text
        '105 mm smoke of A/907, seen by 1/E/2'
        """
        text = self.words + (f" of {_AND.join(self.batteries)}" if self.batteries else "")
        if self.good is not None:
            text += f", strength {self.good}" + (f"/{self.bad}" if self.bad is not None else "")
        text += f", radius {self.radius}" if self.radius is not None else ""
        text += f", number {self.number}" if self.number > 1 else ""
        # What has two sides shows by them which shoot it is.
        text += ", bad shoot" if self.is_bad and self.mark_kind != BAD_MARK else ""
        if self.placed:
            text += f", seen by {self.observer}" if self.observer else ", to be adjusted"
        return text

    @property
    def mark_kind(self) -> str:
        """The kind of its marker. A continuous fire blocks lines of sight from when it has been adjusted. [TCS 4.01 18.6b]"""
        if self.continuous and not self.placed:
            return CONTINUOUS_MARK
        if self.size == BATTALION:
            return BATTALION_MARK
        return BAD_MARK if self.is_bad else GOOD_MARK

    def mark(self, side: str) -> Mark:
        """Its marker."""
        return Mark(self.mark_kind, side, self.text)

    @property
    def reach(self) -> int | None:
        """How far its attack zone reaches around its hex; None for one that attacks nobody. [TCS 4.01 18.5, 18.6c]"""
        if self.kind == ROCKET:
            return self.radius or 0
        if self.kind != HE:
            return None
        return 1 if self.size == BATTALION else 0

    @property
    def touches_beside(self) -> bool:
        """Whether it attacks the hexes beside its zone. [TCS 4.01 18.5a, 18.6c]"""
        return self.kind == HE


@dataclass(frozen=True, slots=True)
class Lying:
    """A mission that lies on the map, with its hex and its marker."""

    mission: Mission
    hex: Hex
    mark: Mark

    @property
    def side(self) -> str:
        """Whose it is."""
        return self.mark.side

    @property
    def zone(self) -> frozenset[Hex]:
        """The hexes of its attack zone. [TCS 4.01 18.5a, 18.5b, 18.6c]"""
        reach = self.mission.reach
        return frozenset() if reach is None else around((self.hex,), reach)

    @property
    def beside(self) -> frozenset[Hex]:
        """The hexes beside its attack zone that it attacks, too. [TCS 4.01 18.5a, 18.6c]"""
        reach = self.mission.reach
        if reach is None or not self.mission.touches_beside:
            return frozenset()
        return around((self.hex,), reach + 1) - self.zone


def mission_of(mark: Mark) -> Mission | None:
    """What a marker says of its mission; what its kind says where it bears no words, or others; None for other markers.

    >>> mission_of(Mark("barrage-bad", "red", "105 mm HE fast of A")).text
    '105 mm HE fast of A'
    """
    if mark.kind not in BARRAGES:
        return None
    found = _TEXT.fullmatch(mark.text)
    if found is None:
        size = BATTALION if mark.kind == BATTALION_MARK else BATTERY
        return Mission(size=size, continuous=mark.kind == CONTINUOUS_MARK, is_bad=mark.kind == BAD_MARK)
    numbers = {name: int(found[name]) for name in ("calibre", "good", "bad", "radius") if found[name]}
    words = found["words"].split()
    return Mission(
        _KINDS[found["kind"]],
        BATTALION if BATTALION in words else BATTERY,
        fast=FAST in words,
        continuous=CONTINUOUS in words,
        batteries=tuple(found["batteries"].split(_AND)) if found["batteries"] else (),
        number=int(found["number"] or 1),
        is_bad=mark.kind == BAD_MARK or found["shoot"] is not None,
        placed=found["observer"] is not None or found["placed"] is not None,
        observer=found["observer"] or "",
        **numbers,
    )


def is_told(mark: Mark) -> bool:
    """Whether a marker bears the words of a mission."""
    return mark.kind in BARRAGES and _TEXT.fullmatch(mark.text) is not None


def lit_by(mark: Mark) -> tuple[str, ...]:
    """The batteries whose light a marker of illumination says it is, none where it says nothing. [TCS 4.01 18.1b]"""
    found = _TEXT.fullmatch(mark.text) if mark.kind == ILLUM_MARK else None
    return tuple(found["batteries"].split(_AND)) if found is not None and found["batteries"] else ()


def lying(deployment: Deployment) -> Iterator[Lying]:
    """The missions that lie on the map, hex by hex."""
    spots = sorted(spot for spot in deployment.marks if isinstance(spot, Hex))
    for spot in spots:
        for mark in deployment.marks[spot]:
            mission = mission_of(mark)
            if mission is not None:
                yield Lying(mission, spot, mark)
