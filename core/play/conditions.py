"""What formations are, such as active, done or tired: how it is said, and what comes of it as play goes on.

The kinds of conditions are data of the series (`play.yaml`). Most are said by the players; what activations bring, and what a
new turn ends, follows from where play goes, so that nobody has to keep book of it.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import immutables

from core.base.errors import WrongUse, did_you_mean
from core.model.edits.edit import Edit
from core.model.edits.state_edits import ChangeState, counted
from core.rules.kernel.play_rules import ConditionKind

Conditions: TypeAlias = "immutables.Map[tuple[str, str], str]"
"""Words by the formation and the kind of condition, as `GameState` keeps them."""

Kinds: TypeAlias = Mapping[str, ConditionKind]


def passed_on(conditions: Conditions, kinds: Kinds, was: str, active: str, onward: bool) -> Conditions:
    """The conditions once `active` is activated and no longer `was`, "" for none; behind an activation that was gone through
    `onward`, its formation is what activations make of it, else it is as if it had not been activated. What lasts for an
    activation ends with it."""
    if was == active:
        return conditions
    for kind in kinds.values():
        if kind.lasts == "activation" and was:
            conditions = put(conditions, was, kind.id, "")
        if kind.begins and was:
            conditions = put(conditions, was, kind.id, kind.ends if onward else "")
        if kind.begins and active:
            conditions = put(conditions, active, kind.id, kind.begins)
    return conditions


def over_turn(conditions: Conditions, kinds: Kinds, active: str) -> Conditions:
    """The conditions once a turn has ended; who is `active` in the new one stays so."""
    for formation, kind in conditions:
        if formation != active and kind in kinds and kinds[kind].lasts != "game":
            conditions = conditions.delete((formation, kind))
    return conditions


def put(conditions: Conditions, formation: str, kind: str, word: str) -> Conditions:
    """The conditions with another word for a formation, with none for ""."""
    key = formation, kind
    if word:
        return conditions.set(key, word)
    return conditions.delete(key) if key in conditions else conditions


def become(conditions: Conditions, kinds: Kinds, formation: str, kind: str, word: str) -> Edit:
    """The edit that says what a formation is, "" for none of the words. Raises WrongUse for what the series does not know."""
    known = kinds.get(kind)
    if known is None:
        names = did_you_mean(kind, kinds) if kinds else " The rules of this game name none."
        raise WrongUse(f'Formations have no condition "{kind}".{names}')
    return changed(put(conditions, formation, kind, known.word_of(word)))


def changed(conditions: Conditions) -> Edit:
    """The edit that says all conditions of formations."""
    return ChangeState("Say what formations are", {"conditions": conditions})


def by_word(conditions: Conditions, kinds: Kinds) -> Iterable[tuple[ConditionKind, str, tuple[str, ...]]]:
    """The formations of each word that holds for any, kinds and words in their order, of what is counted the most first."""
    for kind in kinds.values():
        numbers = {counted(says) for (_, of), says in conditions.items() if of == kind.id} if kind.counted else ()
        for word in kind.words or map(str, sorted(numbers, reverse=True)):
            held = tuple(sorted(each for (each, of), says in conditions.items() if of == kind.id and says == word))
            if held:
                yield kind, word, held
