"""Column shifts of combat: each to the right where it helps the attackers, to the left where it helps the defenders."""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.modifiers import Item
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import Tables

SHIFTS = "vcs.shifts"
ATTACKING, DEFENDING = "most attacking", "most defending"
ARMOUR, ANTI_TANK, NONE = "armour", "anti-tank", "none"
SUPPORTED = ("integrity", "artillery")
"""What a side without support points does not get (12.2)."""


class Shifts:
    """The shifts of one combat, with the reasons for those that do not count."""

    def __init__(self, case: Tables, consulted: Consulted) -> None:
        self._case, self._consulted = case, consulted
        self.items: list[Item] = []
        self.reasons: list[Reason] = []

    def add(self, row: str, count: int, section: str, side: str, what: str, name: str = "") -> None:
        """Shifts of a row of the chart for so many units, held by its cap for the side; `name` is what they are called."""
        if count < 0:
            raise WrongUse(f"{what}: {count} is below 0.")
        if not count:
            return
        each = self._consulted.number(SHIFTS, row, "each") * count
        most = self._consulted.cell(SHIFTS, row, side)
        held = min(each, most) if isinstance(most, Fraction) else each
        ref = self._case.ruleset.ref(section)
        if held < each:
            told = {"row": row, "shifts": str(each), "most": str(most)}
            self.reasons.append(Reason(ref, "{row}: {shifts} shifts, of which {most} count", told))
        if held:
            who = "attack" if side == ATTACKING else "defence"
            sign = 1 if side == ATTACKING else -1
            self.items.append(Item(name or f"{row}, {who}", sign * held, ref, self._consulted.origin(SHIFTS, row, "each")))

    def elevation(self, levels: Fraction) -> None:
        """A shift for each level of difference, to the right where the attackers stand higher. [VCS 10.1]"""
        if levels:
            each = self._consulted.number(SHIFTS, "Elevation", "each")
            origin = self._consulted.origin(SHIFTS, "Elevation", "each")
            self.items.append(Item("Elevation", levels * each, self._case.ruleset.ref("10.1"), origin))

    def denied(self, text: str, section: str, **values: object) -> None:
        """Says why shifts do not count."""
        self.reasons.append(Reason(self._case.ruleset.ref(section), text, values))


def shifts(case: Tables, consulted: Consulted, given: Mapping[str, Any], terrain: Collection[str], river: bool) -> Shifts:
    """All the shifts of a combat. Raises WrongUse. [VCS 10.1, 10.3-10.7, 12.2, 13.5, 13.6]"""
    found = Shifts(case, consulted)
    high, low = levels(case, given, "attacker_levels"), levels(case, given, "defender_levels")
    if (high is None) != (low is None):
        raise WrongUse("attacker_levels and defender_levels are given together.")
    if high is not None and low is not None:
        found.elevation(high - low)
    entrenched = "Entrenchment" in terrain
    for side, prefix, helped in ((ATTACKING, "", "attack"), (DEFENDING, "defence_", "defence")):
        for row, name, section in (
            ("Parent integrity", "integrity", "10.3"),
            ("Artillery", "artillery", "10.5"),
            ("Air support", "air", "10.6"),
            ("Naval gunfire", "naval", "10.7"),
        ):
            count = given.get(prefix + name) or 0
            points = given.get("defender_support" if prefix else "attacker_support")
            if count and name in SUPPORTED and points is not None and points <= 0:
                found.denied("{row}, {side}: nothing without support points", "12.2", row=row, side=helped)
                continue
            found.add(row, count, section, side, prefix + name)
    _pairs(case, found, given)
    _combined_arms(found, given, entrenched, river)
    if "Rubble" in terrain:
        found.add("Rubble", 1, "13.5", DEFENDING, "terrain")
    if given.get("engineers") == "yes":
        if not entrenched:
            raise WrongUse("engineers=yes counts against an entrenchment only; give terrain=Entrenchment (13.6).")
        found.add("Engineers against entrenchment", 1, "13.6", ATTACKING, "engineers")
    return found


def levels(case: Tables, given: Mapping[str, Any], name: str) -> Fraction | None:
    """The highest of some levels, None where none are given. Raises WrongUse. [VCS 10.1, 11.0]"""
    held: tuple[Fraction, ...] = given.get(name, ())
    most = case.ruleset.whole("terrain.levels")
    for level in held:
        if level.denominator != 1 or not 1 <= level <= most:
            raise WrongUse(f"{name}: {level} is no level; levels are whole numbers from 1 to {most}.")
    return max(held, default=None)


def _pairs(case: Tables, found: Shifts, given: Mapping[str, Any]) -> None:
    """Two members of a parent together among the attackers: a shift to the left by one reading only. [VCS 10.3]"""
    count = given.get("pairs") or 0
    if not count:
        return
    reading = "integrity.left_shift"
    if case.choices.get("integrity.left_shift", "defence") == "defence":
        found.denied("Two members together bring their shift to the left in defence only", "10.3")
        found.reasons.append(reading_reason(case, reading, "both", "a shift to the left"))
    else:
        found.add("Parent integrity", count, "10.3", DEFENDING, "pairs", "Parent integrity, two members attacking")
        found.reasons.append(reading_reason(case, reading, "defence", "no such shift"))


def _combined_arms(found: Shifts, given: Mapping[str, Any], entrenched: bool, river: bool) -> None:
    """Stacks of armour and others, attacking and defending. Raises WrongUse. [VCS 10.41, 10.42]"""
    stacks, defence = given.get("combined_arms") or 0, given.get("defence_combined_arms") or NONE
    heavy = given.get("attackers_heavy") or ("yes" if stacks else "")
    if stacks and heavy == "no":
        raise WrongUse("combined_arms counts stacks with armour; attackers_heavy=no says that there is none (10.41).")
    for reason in _cancelled(stacks, entrenched, defence):
        found.denied("Combined arms, attack: nothing, for the defenders have {what}", "10.42", what=reason)
        stacks = 0
    row, section = ("Combined arms across rivers only", "10.41") if river else ("Combined arms", "10.41")
    found.add(row, stacks, section, ATTACKING, "combined_arms")
    if defence == ARMOUR:
        if not heavy:
            raise WrongUse(
                "defence_combined_arms=armour needs attackers_heavy=yes or no: is any attacker armour or anti-tank? (10.42)"
            )
        if heavy == "no":
            found.add("Armour in combined-arms defence", 1, "10.42", DEFENDING, "defence_combined_arms")
        else:
            found.denied("Armour in combined-arms defence: no shift against armour or anti-tank units", "10.42")


def _cancelled(stacks: int, entrenched: bool, defence: str) -> Iterator[str]:
    if stacks and entrenched:
        yield "an entrenchment"
    elif stacks and defence != NONE:
        yield "combined arms"
