"""What formations become, and what is counted of them, as parts of a sentence."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from core.model.edits.state_edits import Become, Count, counted
from core.model.state import GameState

if TYPE_CHECKING:
    from core.play.told import Teller

Conditions = Mapping[tuple[str, str], str]


def conditions_told(teller: "Teller", old: Conditions, new: Conditions) -> Iterable[str]:
    """What formations are that they were not before, and what they are no longer."""
    for formation, kind in sorted({*old, *new}):
        # What stands behind a colon is there for the rules.
        word, was = (held.get((formation, kind), "").partition(": ")[0] for held in (new, old))
        if word == was:
            continue
        unit = teller.formation(formation)
        if (word or was).isdecimal():
            yield teller.say("{unit}, {kind}: {now}", unit=unit, kind=teller.condition(kind), now=word or "0")
        elif word:
            yield teller.say("{unit} is {word}", unit=unit, word=word)
        else:
            yield teller.say("{unit} is no longer {word}", unit=unit, word=was)


def words_told(teller: "Teller", edit: Become, before: GameState | None) -> Iterable[str]:
    """What formations become by an edit that leaves others as they are; where nobody knows what they were, what they are no
    longer is not told."""
    was = {key: before.conditions.get(key, "") for key in edit.words} if before is not None else {}
    return conditions_told(teller, was, edit.words)


def counts_told(teller: "Teller", edit: Count, before: GameState | None) -> Iterable[str]:
    """What is counted of formations, with how many they are then where it is known how many they were."""
    for (formation, kind), more in sorted(edit.more.items()):
        if not more:
            continue
        told = {"unit": teller.formation(formation), "kind": teller.condition(kind), "more": f"{more:+d}"}
        if before is None:
            yield teller.say("{unit}, {kind}: {more}", **told)
        else:
            now = max(counted(before.conditions.get((formation, kind), "")) + more, 0)
            yield teller.say("{unit}, {kind}: {now} ({more})", **told, now=now)
