"""Which question a name is meant for, of those that share it: what is given tells."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from core.base.errors import WrongUse, did_you_mean
from core.rules.kernel.system import Question
from core.rules.registry import SYSTEMS


@dataclass(frozen=True, slots=True)
class Meant:
    """The question that a name is meant for, and what is given for it, with what the name says of itself."""

    question: Question
    given: Mapping[str, Any]


def meant(name: str, series: str, title: str, given: Mapping[str, Any]) -> Meant:
    """The question of a series that a name is meant for: its own or another that players use, with dots, hyphens or blanks
    between its words; `title` is that of the rules. Of several that share it the first that takes all that is given and needs
    no more is meant; one that has it alone may still lack something. Raises WrongUse, which names the nearest, or says of each
    what it needs.
    """
    known = _known(series).get(_plain(name), ())
    if not known:
        elsewhere = any(_plain(name) in _known(other) for other in SYSTEMS)
        none = f"The rules of {title} have no question" if elsewhere else "There is no question"
        names = (each for some in SYSTEMS[series].questions.values() for each in (some.name, *some.also))
        raise WrongUse(f'{none} "{name}".{did_you_mean(name, names)}')
    for question in known:
        told = _with_own(question, name, given)
        if len(known) == 1 or not problem(question, told):
            return Meant(question, told)
    # Whoever gives most of what a question knows is told what that one misses.
    best = max(known, key=lambda question: sum(parameter.name in given for parameter in question.parameters))
    others = (each for each in known if each is not best)
    told_of = [f' "{name}" is also "{each.name}"{_needing(each)}.' for each in others]
    raise WrongUse(f"{problem(best, _with_own(best, name, given))}{''.join(told_of)}")


def _needing(question: Question) -> str:
    needed = [f"{each.name}=…" for each in question.parameters if each.required]
    return f", with {' and '.join(needed)}" if needed else ""


def problem(question: Question, given: Mapping[str, Any]) -> str:
    """Why a question cannot be asked with what is given, as a sentence; empty where it can."""
    known = [parameter.name for parameter in question.parameters]
    for name in given:
        if name not in known:
            return f'"{question.name}" takes no parameter "{name}".{did_you_mean(name, known)}'
    missing = [each.name for each in question.parameters if each.required and given.get(each.name) in (None, "")]
    return f'"{question.name}" needs {" and ".join(f"{name}=…" for name in missing)}.' if missing else ""


def _with_own(question: Question, name: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is given, with what a name says of itself. Raises WrongUse where the two are at odds."""
    own = question.says.get(_plain(name), {})
    for parameter, value in own.items():
        if given.get(parameter) not in (None, value):
            raise WrongUse(f'{parameter}: "{name}" is asked with {parameter}={value}; ask "{question.name}" for another.')
    return {**given, **own}


@cache
def _known(series: str) -> Mapping[str, Sequence[Question]]:
    """The questions of a series by their names in plain words: first the one whose own name it is."""
    questions, found = tuple(SYSTEMS[series].questions.values()), dict[str, list[Question]]()
    for question in questions:
        found.setdefault(_plain(question.name), []).append(question)
    for question in questions:
        for other in question.also:
            found.setdefault(_plain(other), []).append(question)
    return found


def _plain(name: str) -> str:
    return re.sub(r"[\s._-]+", " ", name).strip().casefold()
