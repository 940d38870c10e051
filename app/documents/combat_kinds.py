"""The kinds of combat that are worked out over a document: the questions that each of them asks, and what it is called."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

ATTACKERS = "combat.attackers"

ATTACK, OVERRUN, BOMBARDMENT, BARRAGE = "attack", "overrun", "bombardment", "barrage"
"""What is worked out, as it is called where it is declared: an attack, one on the move, or fire at a hex from afar, which goes
by two names."""

FROM_AFAR = frozenset({BOMBARDMENT, BARRAGE})
"""Fire from afar, whose results are of those in the hex alone."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The questions that one kind of combat asks: who takes part, with what chances, and what a roll does."""

    near: str
    odds: str
    roll: str


ASKED: Mapping[str, Asked] = MappingProxyType(
    {
        ATTACK: Asked(ATTACKERS, "odds", "combat"),
        OVERRUN: Asked("overrun.units", "overrun", "overrun"),
        BOMBARDMENT: Asked("bombardment.guns", "bombardment", "bombardment"),
        BARRAGE: Asked("barrage.guns", "barrage", "barrage"),
    }
)


def title_of(kind: str) -> str:
    """What is worked out, with {hex} for the hexes."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("Combat", text)

    others = {OVERRUN: tr("Overrun of {hex}"), BARRAGE: tr("Barrage of {hex}"), BOMBARDMENT: tr("Bombardment of {hex}")}
    return others.get(kind, tr("Attack on {hex}"))
