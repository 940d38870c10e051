"""Every title and sentence of the shipped rulesets and control measures, in the order of their files: what a translation has
to hold."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from core.files.measure_files import load_measures, load_motifs
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.charts import STATUSES
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.ruleset import KINDS, Option, Ruleset

WORDED = frozenset({"title", "about", "unit", "note", "doubts", "text", "repeats"})
"""Fields of rulesets, charts, options, phases and values of counters that are shown to people."""

_SKIPPED = frozenset({"terrain", "palettes", "own", "numbers", "looks"})
"""Fields of a ruleset that hold names of things on maps, what is no part of the ruleset, what is printed on counters, or
nothing that is shown."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """One text as it is shown, and where it comes from: the id of the ruleset and of what says it."""

    text: str
    place: str


def rule_texts() -> Iterator[RuleText]:
    """All texts, each once, with the first of its places. Raises CoreError for rulesets that cannot be read."""
    seen = set()
    for each in _all_texts():
        if each.text and each.text not in seen:
            seen.add(each.text)
            yield each


def _all_texts() -> Iterator[RuleText]:
    for id_ in ruleset_ids():
        yield from _of_ruleset(load_ruleset(id_))
    yield from (RuleText(said, "kinds of options") for said in KINDS.values())
    yield from (RuleText(said, "badges of charts") for said in STATUSES.values())
    yield from _of_measures()


def _of_measures() -> Iterator[RuleText]:
    """Groups and kinds of control measures, what their control points are called, and the motifs of their names."""
    read = load_measures()
    yield from (RuleText(title, "groups of control measures") for title in read.groups.values())
    for kind in read.kinds.values():
        roles = (role.removesuffix("*") for role in kind.handles)
        yield from (RuleText(said, kind.id) for said in (kind.title, kind.about, *roles))
    yield from (RuleText(motif.title, "motifs of names") for motif in load_motifs().values())


def _of_ruleset(ruleset: Ruleset) -> Iterator[RuleText]:
    yield RuleText(ruleset.title, ruleset.id)
    for field in fields(ruleset):
        if field.name not in _SKIPPED | WORDED:
            yield from _walk(getattr(ruleset, field.name), ruleset.id)


def _walk(value: Any, place: str) -> Iterator[RuleText]:
    """The texts of whatever a ruleset holds, down to its last phase."""
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _walk(each, place)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _walk(each, place)
    elif is_dataclass(value) and not isinstance(value, type):
        here = f"{place} {getattr(value, 'id', '')}".strip()
        yield from _choices(value, here)
        for field in fields(value):
            held = getattr(value, field.name)
            texts = (held,) if isinstance(held, str) else held if isinstance(held, tuple) else ()
            if field.name in WORDED and all(isinstance(text, str) for text in texts):
                yield from (RuleText(text, here) for text in texts)
            else:
                yield from _walk(held, here)


def _choices(value: Any, place: str) -> Iterator[RuleText]:
    """The words that choices are called by, and the sentence of each."""
    pairs: tuple[tuple[str, str], ...] = ()
    if isinstance(value, Option):
        pairs = tuple((value.name_of(choice), sentence) for choice, sentence in value.values.items())
    elif isinstance(value, CounterValue):
        pairs = tuple((word.replace("_", " "), sentence) for word, sentence in value.choices)
    for word, sentence in pairs:
        yield RuleText(word, place)
        yield RuleText(sentence, place)
