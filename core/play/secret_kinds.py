"""What a side writes and keeps to itself: a text, and for each change of it the rule that allows it.

A content is {"text": …, "changes": [{"section": …, "why": …}, …]}: the second version has one change, the third two. What is
opened is read back with sentences: what each version changed, by which rule, and whether the kind has such a rule. Whether the
words fit the rule is for the players to judge; that nothing else was put in its place is proved. A content with fields of its
own, such as an op sheet (`sealed_sheets`), is held against the fields that the rules leave free or let grow.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from core.base.errors import WrongUse, did_you_mean
from core.model.orders import OpSheet
from core.play.binding import content_text
from core.play.events import Opened
from core.play.record import Record
from core.play.sealed_sheets import PLAIN, Naming, differences, differs_from, sheet_text
from core.play.seals import check_opened, verdicts, versions_of
from core.play.sheet_texts import sheet_of
from core.play.terms import Terms, terms_of
from core.rules.kernel.play_rules import SecretKind

MOST_LETTERS = 50_000
"""The letters of the longest text."""


@dataclass(frozen=True, slots=True)
class Written:
    """A text that is kept secret, and its changes: the section that allows each, and why it was made."""

    text: str
    changes: tuple[tuple[str, str], ...] = ()

    @property
    def content(self) -> str:
        """What is sealed. Raises WrongUse for an empty or endless text."""
        if not self.text.strip():
            raise WrongUse("What is kept secret needs words.")
        if len(self.text) > MOST_LETTERS:
            raise WrongUse(f"What is kept secret has at most {MOST_LETTERS:,} letters.")
        made = [{"section": section, "why": why} for section, why in self.changes]
        return content_text({"text": self.text, "changes": made})

    def changed(self, text: str, section: str, why: str) -> "Written":
        """The next version. Raises WrongUse when nothing is changed or nobody says why."""
        if text == self.text:
            raise WrongUse("Nothing is changed in the text.")
        if not why.strip():
            raise WrongUse("Say in a line why it is changed; the other side reads that when it is opened.")
        return Written(text, (*self.changes, (section, why.strip())))


def written(content: str) -> Written | None:
    """The text of a content, None for one of another make."""
    try:
        said = json.loads(content)
        changes = tuple((each["section"], each["why"]) for each in said["changes"])
        text = said["text"]
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    words = (text, *(word for change in changes for word in change))
    return Written(text, changes) if all(isinstance(word, str) for word in words) else None


def shown_text(content: str, naming: Naming = PLAIN) -> str:
    """A content for people: its text, or as it stands where it is of another make."""
    found = written(content)
    return found.text if found is not None else sheet_text(content, naming) or content


def kind_of(kinds: Iterable[SecretKind], word: str) -> SecretKind:
    """The kind that a word means, by its id or title. Raises WrongUse."""
    known = list(kinds)
    folded = word.casefold().replace(" ", "_")
    for kind in known:
        if folded in (kind.id, kind.title.casefold().replace(" ", "_")):
            return kind
    if not known:
        raise WrongUse("Under the rules of this session nothing is written down and kept secret.")
    raise WrongUse(f'Nothing of the kind "{word}" is kept secret.{did_you_mean(word, [kind.id for kind in known])}')


def judged(
    record: Record,
    shown: Opened,
    kinds: Mapping[str, SecretKind],
    orders: Mapping[str, OpSheet] = MappingProxyType({}),
    naming: Naming = PLAIN,
) -> list[str]:
    """What an opening says, as sentences: whether it is what was sealed, and of each change which rule it names. `orders` are
    the op sheets in play; one that was sealed is held against what it says there."""
    found = check_opened(record, shown)
    if found:
        return found
    sealed = versions_of(record, shown.id)
    kind = kinds.get(sealed[0].kind)
    if all(sheet_of(content) is not None for content in shown.contents):
        return _judged_sheet(shown, terms_of(kind), orders, naming)
    read = [written(content) for content in shown.contents]
    versions = [each for each in read if each is not None]
    if len(versions) < len(read) or any(len(each.changes) != n for n, each in enumerate(versions)):
        return verdicts(record, shown, {sealed[0].kind: terms_of(kind)})
    told = [f"{_many(len(versions))} what was sealed, word for word."] if len(versions) > 1 else []
    for number, (before, after) in enumerate(pairwise(versions), 2):
        if before.changes != after.changes[:-1]:
            told.append(f"Version {number} says of earlier changes something else than the versions before it.")
        told.append(_change(number, after, kind))
    return told or ["It is what was sealed, and was never changed."]


def _judged_sheet(shown: Opened, terms: Terms, orders: Mapping[str, OpSheet], naming: Naming) -> list[str]:
    """What is to be said of an op sheet whose versions are what was sealed."""
    contents = shown.contents
    told = [f"{_many(len(contents))} what was sealed, to the last point."] if len(contents) > 1 else []
    for number, (before, after) in enumerate(pairwise(contents), 2):
        told += differences(before, after, number, terms, naming) or [f"Version {number} says the same as the one before it."]
    told = told or ["It is what was sealed, and was never changed."]
    sealed = sheet_of(contents[-1])
    played = orders.get(sealed.id) if sealed is not None else None
    if played is not None:
        other = differs_from(contents[-1], played, naming)
        told += [f"The sheet in play differs from what was sealed: it {words}." for words in other]
        told += [] if other else ["The sheet in play says what was sealed."]
    return told


def _many(versions: int) -> str:
    return "Both versions are" if versions == 2 else f"All {versions} versions are"


def _change(number: int, after: Written, kind: SecretKind | None) -> str:
    section, why = after.changes[-1]
    rules = dict(kind.changes) if kind is not None else {}
    told = f'Version {number} was changed: "{why}".'
    if section in rules:
        return f"{told} It names [{section}]: {rules[section]}"
    if not rules:
        about = f" [{kind.section}]" if kind is not None else ""
        return f"{told} No rule allows that{about}."
    named = f"It names [{section}], which does not speak of it" if section else "It names no rule"
    allowed = "; ".join(f"[{each}] {text}" for each, text in rules.items())
    return f"{told} {named}. Allowed is: {allowed}"
