"""What the dialog "Options of the box" has chosen so far, without a window: values in force, refusals, clashes, the edit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from app.widgets.rule_words import said
from core.base.whole_text import whole_text
from core.model.box import BoxHead
from core.model.edits.map_edits import ChangeBox
from core.rules.kernel.ruleset import KINDS, Option, Ruleset

BOX = "box"
"""The kind of what a box says of itself, beside its options; the others are `KINDS` of the rules."""

TITLE, NOTE, CHART_SET = "box.title", "box.note", "box.chart_set"

LABEL = "Change options of the box"


def _tr(text: str) -> str:
    return QCoreApplication.translate("OptionsDraft", text)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the dialog. `labels` are what choices are called where that is not their own word; `lines`: the words may
    have several lines; `has_preset`: there is something to go back to."""

    option: Option
    labels: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    lines: bool = False
    has_preset: bool = True

    def word(self, value: str) -> str:
        """What a value is called."""
        return self.labels.get(value, said(self.option.name_of(value)) if value in self.option.values else value)

    @property
    def is_number(self) -> bool:
        """Whether the box gives a number within limits."""
        return not self.option.values and self.option.least is not None


@dataclass(frozen=True, slots=True)
class Clash:
    """Two choices that exclude each other: the ids of their options, and the sentence that says so."""

    first: str
    second: str
    sentence: str


class OptionsDraft:
    """The options of a box as they are being chosen. Without rules a box only says what it is called, and its note."""

    def __init__(self, head: BoxHead, ruleset: Ruleset | None) -> None:
        self.ruleset = ruleset
        self.entries: Mapping[str, Entry] = MappingProxyType({entry.option.id: entry for entry in _entries(head, ruleset)})
        """Every line of the dialog by its id, kind after kind."""
        known = {id_: head.options[id_] for id_ in self.entries if id_ in head.options}
        self._first: Mapping[str, str] = {**known, TITLE: head.title, NOTE: head.note, CHART_SET: head.chart_set}
        self._chosen = dict(self._first)
        needs = (phase.needs for top in (ruleset.sequence if ruleset else ()) for _, phase in top.walk())
        self.in_sequence = frozenset(need.partition("=")[0] for need in needs if need)
        """Options that the sequence of play asks for."""

    def value(self, id_: str) -> str:
        """What is in force of an option: what is chosen, else its preset."""
        return self._chosen.get(id_, self.entries[id_].option.preset)

    def choose(self, id_: str, value: str) -> None:
        """Chooses a value. Words that are taken away, and numbers that may be left open, give way to the preset."""
        entry, value = self.entries[id_], whole_text(value)
        if not entry.lines:
            value = value.strip()
        if not value and not entry.option.values and not entry.is_number and entry.has_preset:
            self.back(id_)
        else:
            self._chosen[id_] = value

    def back(self, id_: str) -> None:
        """Goes back to the preset of an option."""
        if self.entries[id_].has_preset:
            self._chosen.pop(id_, None)

    def all_back(self) -> None:
        """Goes back to all presets; what the box is called and its note stay."""
        for id_ in self.entries:
            self.back(id_)

    def differs(self, id_: str) -> bool:
        """Whether an option is other than its preset. 2 and 2.0 are the same number."""
        entry, value = self.entries[id_], self.value(id_)
        if not entry.has_preset or value == entry.option.preset:
            return False
        if entry.is_number and entry.option.preset and not entry.option.refusal(value):
            return Fraction(value) != Fraction(entry.option.preset)
        return True

    def must_say(self, id_: str) -> bool:
        """Whether a game decides it, nothing stands in for that, and the box has not said it yet."""
        option = self.entries[id_].option
        return option.kind == "game" and option.preset == "" == self.value(id_)

    def refusal(self, id_: str) -> str:
        """Why a value cannot be kept, as a sentence; empty when it can."""
        entry, value = self.entries[id_], self.value(id_)
        if id_ == TITLE and not value:
            return _tr("A box needs a title.")
        return entry.option.refusal(value, said(entry.option.title))

    def refusals(self) -> Iterator[tuple[str, str]]:
        """Every option whose value cannot be kept, with the sentence."""
        for id_ in self.entries:
            sentence = self.refusal(id_)
            if sentence:
                yield id_, sentence

    def clashes(self) -> tuple[Clash, ...]:
        """Choices in force that exclude each other."""
        if self.ruleset is None:
            return ()
        pairs = self.ruleset.clashes({id_: self.value(id_) for id_ in self.ruleset.options})
        return tuple(self._clash(*pair) for pair in pairs)

    def _clash(self, first: str, second: str) -> Clash:
        ids, sides = [], []
        for each in (first, second):
            id_, _, value = each.partition("=")
            entry = self.entries[id_]
            ids.append(id_)
            sides.append(f"“{said(entry.option.title)}” ({entry.option.section}): {entry.word(value)}")
        sentence = _tr("{first}, and {second}, exclude each other.").format(first=sides[0], second=sides[1])
        return Clash(ids[0], ids[1], sentence)

    @property
    def changed(self) -> bool:
        """Whether anything is other than it was at first."""
        return any(self.value(id_) != self._first.get(id_, entry.option.preset) for id_, entry in self.entries.items())

    def edit(self, head: BoxHead) -> ChangeBox | None:
        """The change of a box that says all this; None when nothing was changed.

        Only what differs from its preset is kept; options that these rules do not know stay.
        """
        if not self.changed:
            return None
        options = {id_: value for id_, value in head.options.items() if id_ not in self.entries}
        own = (TITLE, NOTE, CHART_SET)
        options |= {id_: self._kept(id_) for id_ in self.entries if id_ not in own and self.differs(id_)}
        changed = replace(head, title=self._chosen[TITLE], note=self._chosen[NOTE], options=MappingProxyType(options))
        return ChangeBox(LABEL, replace(changed, chart_set=self._chosen.get(CHART_SET, "")))

    def _kept(self, id_: str) -> str:
        """A value as a file keeps it: whole numbers in plain digits, whatever digits were typed."""
        value = self.value(id_)
        if self.entries[id_].is_number and value:
            number = Fraction(value)
            return str(number) if number.denominator == 1 else value
        return value


def _entries(head: BoxHead, ruleset: Ruleset | None) -> Iterator[Entry]:
    where = _tr("It stands above the window and in lists of boxes.")
    yield Entry(Option(TITLE, "", _tr("Title of the box"), "", kind=BOX, about=where), has_preset=False)
    what = _tr("Whatever others should know of it.")
    yield Entry(Option(NOTE, "", _tr("Note on the box"), "", kind=BOX, about=what), lines=True, has_preset=False)
    if (ruleset is not None and ruleset.sets) or head.chart_set:
        yield _sets(ruleset)
    if ruleset is not None:
        for kind in KINDS:
            yield from (Entry(option) for option in ruleset.options.values() if option.kind == kind)


def _sets(ruleset: Ruleset | None) -> Entry:
    """Which game's charts stand in the place of the series' own."""
    values, labels = {"": _tr("No charts of a game stand over them.")}, {"": _tr("the charts of the series")}
    for id_, each in (ruleset.sets if ruleset is not None else {}).items():
        values[id_] = " ".join((_tr("{count} of its charts.").format(count=len(each.charts)), *map(said, each.doubts)))
        labels[id_] = said(each.title)
    about = _tr("Charts of one game, in the place of those of the series; what is doubtful about them is said with each.")
    return Entry(Option(CHART_SET, "", _tr("Charts of the game"), "", values, BOX, about), labels)
