"""Which questions of a series read which charts, found in the procedures themselves, so that no list of them can grow stale."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, cached_property
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
    for question, words in _words_of_questions(series).items():
        # A name that a procedure puts together, such as "new_scs.crt_" and a side, may be that of all that begin so.
        begun = tuple(word for word in words if _BEGINNING.fullmatch(word))
        for chart in known:
            if chart in words or chart.startswith(begun):
                found.setdefault(chart, []).append(question)
    return MappingProxyType({chart: tuple(names) for chart, names in found.items()})


@dataclass(frozen=True, slots=True)
class _Piece:
    """One piece of the procedures: every text in it, the names that its code asks for, and the pieces that it holds or calls,
    by what tells them apart."""

    of: object
    words: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    inner: dict[int, object] = field(default_factory=dict)

    def take(self, thing: object) -> None:
        """Notes what something holds that stands in this piece."""
        if isinstance(thing, str):
            self.words.add(thing)
        elif isinstance(thing, tuple | frozenset | list):
            for part in thing:
                self.take(part)
        elif isinstance(thing, Mapping):
            self.take((*thing.keys(), *thing.values()))
        elif thing is not Board:
            self.inner[id(thing)] = thing


@cache
def _words_of_questions(series: str) -> Mapping[str, frozenset[str]]:
    """The texts that the procedure of each question of a series holds; questions that every series has are left out.

    Procedures stay as they are while the program runs, and most of their pieces belong to many questions.
    """
    everybodys = {question.name for question in COMMON}
    pieces: dict[int, _Piece] = {}
    questions = QUESTIONS.get(series, {}).values()
    return MappingProxyType(
        {each.name: frozenset(_words(each.answer, pieces)) for each in questions if each.name not in everybodys}
    )


def _words(answer: object, pieces: dict[int, _Piece]) -> set[str]:
    """Every text that a procedure holds, with the parts of the rules on the map that it, or what it calls, asks for by name.

    `pieces` are those that are known already.
    """
    words: set[str] = set()
    names: set[str] = set()
    seen: dict[int, object] = {}

    def go_through(thing: object) -> None:
        waiting = [_Piece(thing)]
        waiting[0].take(thing)
        while waiting:
            piece = waiting.pop()
            words.update(piece.words)
            names.update(piece.names)
            for key, inner in piece.inner.items():
                if key in seen:
                    continue
                seen[key] = inner
                if key not in pieces:
                    pieces[key] = _piece(inner)
                waiting.append(pieces[key])

    go_through(answer)
    done = 0
    while done < len(names):
        done = len(names)
        for rules in [each for each in seen.values() if isinstance(each, OperationsRules)]:
            go_through(tuple(getattr(rules, part) for part in PARTS if part in names))
    return words


def _piece(thing: Any) -> _Piece:
    """What a value, a class or a function holds; of shared functions only what they close over."""
    piece = _Piece(thing)
    if isinstance(thing, OperationsRules):
        piece.take(tuple(getattr(thing, each.name) for each in fields(thing) if each.name not in PARTS))
    elif isinstance(thing, ForceRules) or (is_dataclass(thing) and not isclass(thing) and _of_series(thing)):
        piece.take(tuple(getattr(thing, each.name) for each in fields(thing)))
    elif isclass(thing):
        if _of_series(thing):
            piece.take(tuple(vars(thing).values()))
    elif isinstance(thing, property):
        piece.take(thing.fget)
    elif isinstance(thing, cached_property):
        piece.take(thing.func)
    elif isinstance(thing, classmethod | staticmethod):
        piece.take(thing.__func__)
    elif isfunction(thing):
        piece.take(tuple(cell.cell_contents for cell in thing.__closure__ or ()))
        if _of_series(thing):
            piece.take(thing.__defaults__ or ())
            for code in _codes(thing.__code__):
                piece.take(tuple(each for each in code.co_consts if not isinstance(each, CodeType)))
                piece.take(tuple(thing.__globals__.get(name) for name in code.co_names))
                piece.names.update(code.co_names)
    return piece


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of every function within it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _of_series(thing: object) -> bool:
    module = str(getattr(thing, "__module__", ""))
    return module.startswith(PROCEDURES) and not module.startswith(KERNEL)
