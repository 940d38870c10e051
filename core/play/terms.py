"""What of something written may be changed later, and what differs between two of its versions [TCS 4.01 6.5a].

A content is the text of a JSON value in its one canonical form (`core.play.binding`). `Terms` come from the ruleset.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from core.base.errors import WrongUse
from core.play.binding import content_text
from core.rules.kernel.play_rules import SecretKind

MOST_DEEP = 40
"""Groups in groups in groups of a content are no deeper."""

Verdict = Literal["allowed", "grown", "refused"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What may be changed of a kind of sealed things after it was written: `free` fields at will, fields that `grows` names
    only by what is added to them: a list of words by further words, in whatever order, a group by further names; those that
    `follows` names only in a version in which one that grows has grown. A field is
    named by its keys with points between, and stands for all below it; a point within a key is written with a backslash before
    it. `rule` is the section that says so, as it is shown; `words` what it allows, in words.
    """

    rule: str
    words: str = ""
    free: frozenset[str] = frozenset()
    grows: frozenset[str] = frozenset()
    follows: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Change:
    """A field that differs between two versions; `before` and `after` are JSON, "" where there was or is none."""

    field: str
    before: str
    after: str
    verdict: Verdict


def terms_of(kind: SecretKind | None) -> Terms:
    """What of a content of a kind may be changed, by its fields; nothing of one that no rule knows."""
    if kind is None:
        return Terms("")
    words = " ".join(text for _, text in kind.changes)
    return Terms(f"[{kind.section}]", words, frozenset(kind.free), frozenset(kind.grows), frozenset(kind.follows))


def changes(before: str, after: str, terms: Terms) -> tuple[Change, ...]:
    """What differs between two contents, each against what may be changed, by the names of the fields. Raises WrongUse for a
    text that is no content."""
    one, other = value_of(before), value_of(after)
    if one is NONE or other is NONE:
        raise WrongUse("What is compared is no content that can be read.")
    found = tuple(_changes("", one, other, terms))
    if any(each.verdict == "grown" and each.field in terms.grows for each in found):
        return found
    return tuple(replace(each, verdict="refused") if each.verdict == "grown" else each for each in found)


def refused(before: str, after: str, terms: Terms) -> tuple[Change, ...]:
    """What of a change the rules do not allow."""
    return tuple(change for change in changes(before, after, terms) if change.verdict == "refused")


class _Nothing:
    """Stands where there is no value; JSON has a null of its own."""


NONE = _Nothing()


def value_of(content: str) -> Any:
    """What a content says, `NONE` for one that is none, or deeper than any of ours."""
    try:
        value = json.loads(content, parse_constant=_refuse_constant, object_pairs_hook=_group)
    except (ValueError, RecursionError):
        return NONE
    level = [value]
    for _ in range(MOST_DEEP):
        groups = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level = [each for group in groups for each in group]
    return NONE if level else value


def _group(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name stands twice")
    return made


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _changes(name: str, before: Any, after: Any, terms: Terms) -> Iterable[Change]:
    if _text(before) == _text(after):
        return
    if name in terms.free:
        yield Change(name, _text(before), _text(after), "allowed")
    elif name in terms.grows or name in terms.follows:
        yield Change(name, _text(before), _text(after), "grown" if _has_grown(before, after) else "refused")
    elif isinstance(before, dict) and isinstance(after, dict):
        for key in sorted({*before, *after}):
            below = f"{name}.{_escaped(key)}" if name else _escaped(key)
            yield from _changes(below, before.get(key, NONE), after.get(key, NONE), terms)
    else:
        yield Change(name, _text(before), _text(after), "refused")


def _escaped(key: str) -> str:
    """A key as a part of the name of a field."""
    return key.replace("\\", "\\\\").replace(".", "\\.") or "\\e"


def _has_grown(before: Any, after: Any) -> bool:
    """Whether all that was there still is: each word of a list, each key of a group with what had grown below it. A list of
    anything else than words says something by its order, and does not grow."""
    if before is NONE:
        return True
    if isinstance(before, list) and isinstance(after, list):
        if any(isinstance(each, list | dict) for each in (*before, *after)):
            return _text(before) == _text(after)
        left = [_text(each) for each in after]
        for each in before:
            if _text(each) not in left:
                return False
            left.remove(_text(each))
        return True
    if isinstance(before, dict) and isinstance(after, dict):
        return all(key in after and _has_grown(value, after[key]) for key, value in before.items())
    return _text(before) == _text(after)


def _text(value: Any) -> str:
    return "" if value is NONE else content_text(value)


def sentence(version: int, change: Change, terms: Terms, what: str = "") -> str:
    """What a change does, in words of its own or (`what`) in others, and whether the rules allow it."""
    name = change.field or "the whole"
    if what:
        what = f"Version {version} {what}."
    elif not change.before:
        what = f'Version {version} adds "{name}": {change.after}.'
    elif not change.after:
        what = f'Version {version} takes away "{name}", which was {change.before}.'
    else:
        what = f'Version {version} changes "{name}" from {change.before} to {change.after}.'
    if change.verdict != "refused":
        return f"{what} {terms.rule} allows it." if terms.rule else what
    allowed = f" {terms.words}" if terms.words else ""
    return f"{what} {terms.rule} does not allow it.{allowed}" if terms.rule else f"{what} Nothing allows it.{allowed}"
