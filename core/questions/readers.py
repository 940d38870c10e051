"""Which questions of a series read which charts, found in the procedures themselves, so that no list of them can grow stale."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from inspect import isclass, isfunction
from types import CodeType, MappingProxyType
from typing import Any

from core.questions.catalogue import QUESTIONS
from core.rules.kernel.force_rules import ForceRules
from core.rules.kernel.tables import COMMON
from core.rules.operations.board import Board
from core.rules.operations.rules import OperationsRules

PROCEDURES = "core.rules."
KERNEL = "core.rules.kernel"
"""Procedures of series are looked through, what they share is not: it knows no chart."""

PARTS = ("supply", "battle")
"""Parts of a series' rules on the map that most questions about it do not need."""

_BEGINNING = re.compile(r"[a-z0-9_]+\.[a-z0-9_.]*[._]")
"""The beginning of a chart's id that a procedure completes."""


def chart_readers(series: str, charts: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """The questions that name each of some charts, in their order; a chart that none names is left out.

    Questions that read whatever chart they are told to, such as chart.lookup, are none of them.
    """
    known = tuple(charts)
    found: dict[str, list[str]] = {}
    everybodys = {question.name for question in COMMON}
    for question in QUESTIONS.get(series, {}).values():
        words = frozenset(_all_words(question.answer)) if question.name not in everybodys else frozenset()
        # A name that a procedure puts together, such as "new_scs.crt_" and a side, may be that of all that begin so.
        begun = tuple(word for word in words if _BEGINNING.fullmatch(word))
        for chart in known:
            if chart in words or chart.startswith(begun):
                found.setdefault(chart, []).append(question.name)
    return MappingProxyType({chart: tuple(names) for chart, names in found.items()})


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was gone through, the names that code asked for there, and the rules of series on the map that it came upon."""

    ids: set[int] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    rules: list[OperationsRules] = field(default_factory=list)


def _all_words(answer: object) -> Iterator[str]:
    """Every text that a procedure holds, with the parts of the rules on the map that it, or what it calls, asks for by name."""
    seen, done = _Seen(), 0
    yield from _words(answer, seen)
    while done < len(seen.names):
        done = len(seen.names)
        for rules in tuple(seen.rules):
            yield from _words(tuple(getattr(rules, part) for part in PARTS if part in seen.names), seen)


def _words(thing: object, seen: _Seen) -> Iterator[str]:
    """Every text that a procedure holds, or that holds what it calls."""
    if isinstance(thing, str):
        yield thing
        return
    if isinstance(thing, tuple | frozenset | list):
        for part in thing:
            yield from _words(part, seen)
        return
    if isinstance(thing, Mapping):
        yield from _words((*thing.keys(), *thing.values()), seen)
        return
    if id(thing) in seen.ids or thing is Board:
        return
    seen.ids.add(id(thing))
    if isinstance(thing, OperationsRules):
        seen.rules.append(thing)
        parts = (getattr(thing, each.name) for each in fields(thing) if each.name not in PARTS)
        yield from _words(tuple(parts), seen)
    elif isinstance(thing, ForceRules) or (is_dataclass(thing) and not isclass(thing) and _of_series(thing)):
        yield from _words(tuple(getattr(thing, each.name) for each in fields(thing)), seen)
    if isclass(thing) and _of_series(thing):
        yield from _words(tuple(vars(thing).values()), seen)
    elif isinstance(thing, property):
        yield from _words(thing.fget, seen)
    elif isinstance(thing, cached_property):
        yield from _words(thing.func, seen)
    elif isinstance(thing, classmethod | staticmethod):
        yield from _words(thing.__func__, seen)
    elif isfunction(thing) and (_of_series(thing) or thing.__closure__):
        yield from _called(thing, seen)


def _called(function: Callable[..., Any], seen: _Seen) -> Iterator[str]:
    """The texts of a function, of what it closes over, and of what it names; of shared functions only the middle one."""
    cells: tuple[Any, ...] = getattr(function, "__closure__", None) or ()
    for cell in cells:
        yield from _words(cell.cell_contents, seen)
    if _of_series(function):
        yield from _words(function.__defaults__ or (), seen)
        given: Mapping[str, Any] = function.__globals__
        for code in _codes(function.__code__):
            yield from _words(tuple(each for each in code.co_consts if not isinstance(each, CodeType)), seen)
            seen.names.update(code.co_names)
            for name in code.co_names:
                yield from _words(given.get(name), seen)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of every function within it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _of_series(thing: object) -> bool:
    module = str(getattr(thing, "__module__", ""))
    return module.startswith(PROCEDURES) and not module.startswith(KERNEL)
