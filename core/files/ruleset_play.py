"""Reads what a ruleset says of live play: the sequence of play (`sequence.yaml`) and the rules of `play.yaml`."""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from core.base.errors import did_you_mean
from core.files.ruleset_schemas import (
    ConditionItem,
    CupItem,
    DeclaredItem,
    NightItem,
    PhaseItem,
    PlayFile,
    PointsItem,
    SecretItem,
    StacksItem,
)
from core.files.strict_yaml import Route
from core.files.validation import Reader
from core.model.charts import Chart
from core.rules.kernel.play_rules import (
    ConditionKind,
    CupRule,
    DeclaredKind,
    Night,
    PlayRules,
    PointKind,
    SecretKind,
    Stacks,
    WhenWritten,
)
from core.rules.kernel.ruleset import Option
from core.rules.kernel.sequence import Phase, Removal, Roll, Task, conditions


class _Phases:
    """Reads phases. `markers` are the kinds of markers of the series, `options` what its phases may need, `declared` the kinds
    of what may be declared in them."""

    def __init__(
        self, reader: Reader, markers: Collection[str], options: Mapping[str, Option], declared: Collection[str]
    ) -> None:
        self._reader, self._markers, self._options, self._declared = reader, markers, options, declared
        self._known: set[str] = set()

    def read(self, route: Route, held: list[Any], cycle: str = "", group: str = "") -> Iterator[Phase]:
        """The good ones of the phases at a route. `cycle` is how the phase around them is repeated, `group` its id."""
        for n in range(len(held)):
            at = (*route, n)
            item = self._reader.item(PhaseItem, at)
            if item is None:
                continue
            if item.id in self._known:
                self._reader.report((*at, "id"), f'There are two phases "{item.id}".')
            self._known.add(item.id)
            self._check(item, at, cycle, group)
            yield Phase(
                id=item.id,
                title=item.title,
                section=item.section,
                who=item.who,
                repeats=item.repeats,
                needs=item.needs,
                tasks=tuple(Task(task.section, task.text, task.opens, task.needs) for task in item.tasks),
                phases=tuple(self.read((*at, "phases"), item.phases, item.cycle or cycle, item.id)),
                cycle=item.cycle,
                once_each=item.once_each,
                asks=item.asks,
                order=item.order,
                when=item.when,
                rolls=tuple(Roll(each.dice, each.what, each.who) for each in item.rolls),
                removes=tuple(
                    Removal(tuple(each.markers), each.section, each.of, each.to, each.earlier) for each in item.removes
                ),
                checks=tuple(item.checks),
                declares=tuple(item.declares),
            )

    def _check(self, item: PhaseItem, at: Route, cycle: str, group: str) -> None:
        if item.cycle and cycle:
            text = f'"{item.id}" lies in "{group}", which is repeated already; only one of them can be.'
            self._reader.report((*at, "cycle"), text)
        alone = item.who == "active" or any(each.of in ("active", "activated") for each in item.removes)
        if alone and not item.cycle and not cycle:
            text = f'"{item.id}" is done by one side, and nothing around it is repeated: it needs "cycle: sides".'
            self._reader.report((*at, "id"), text)
        if item.once_each and item.cycle != "activation":
            self._reader.report((*at, "once_each"), 'Only "cycle: activation" can be once for each side under some options.')
        if item.asks and item.cycle != "activation":
            self._reader.report((*at, "asks"), 'Only of "cycle: activation" a question says who is activated.')
        for key, needs in (("needs", item.needs), ("once_each", item.once_each)):
            wrong = wrong_needs(needs, self._options)
            if wrong:
                self._reader.report((*at, key), wrong)
        for n, task in enumerate(item.tasks):
            if wrong := wrong_needs(task.needs, self._options):
                self._reader.report((*at, "tasks", n, "needs"), wrong)
        for n, kind in enumerate(item.declares):
            # Where none could be read, nothing is said of them: what is wrong with their file has been.
            if self._declared and kind not in self._declared:
                text = f'Nothing of the kind "{kind}" is declared by play.yaml.{did_you_mean(kind, self._declared)}'
                self._reader.report((*at, "declares", n), text)
        for n, each in enumerate(item.removes):
            for m, word in enumerate(each.markers):
                self._marker((*at, "removes", n, "markers", m), word)
            if each.to:
                self._marker((*at, "removes", n, "to"), each.to)

    def _marker(self, at: Route, word: str) -> None:
        kind, _, number = word.rpartition(" ")
        name = kind if kind and number.isdecimal() else word
        if name not in self._markers:
            self._reader.report(at, f'There is no marker "{name}".{did_you_mean(name, self._markers)}')


def wrong_needs(needs: str, options: Mapping[str, Option]) -> str:
    """What is wrong with the options that something needs, as a sentence; empty when nothing is.

    Where no options could be read, nothing is said of them: what is wrong with their file has been.
    """
    if not options:
        return ""
    for name, value in (each for way in conditions(needs) for each in way):
        option = options.get(name)
        if option is None:
            return f'There is no option "{name}".{did_you_mean(name, options)}'
        if option.values and value not in option.values:
            return f'"{name}" cannot be "{value}".{did_you_mean(value, option.values)}'
    return ""


def read_phases(
    reader: Reader,
    held: list[Any],
    markers: Collection[str],
    options: Mapping[str, Option],
    declared: Collection[str] = (),
) -> tuple[Phase, ...]:
    """The sequence of play of a file whose head has been read; whatever is wrong is reported."""
    return tuple(_Phases(reader, markers, options, declared).read(("phases",), held))


def read_play(
    reader: Reader,
    head: PlayFile,
    charts: Mapping[str, Chart],
    options: Mapping[str, Option],
    values: Collection[str],
    of_sides: Collection[str] = (),
) -> PlayRules:
    """The rules of play of a file whose head has been read. `values` are what counters of the series print, `of_sides` what is
    kept of sides."""
    stacks = reader.item(StacksItem, ("stacks",))
    if stacks is not None and stacks.shut and not head.declared:
        text = "Nothing is declared by this file, and so no declaration opens questions; leave it out."
        reader.report(("stacks", "shut"), text)
    night = reader.item(NightItem, ("night",)) if head.night is not None else None
    if night is not None and options and night.option not in options:
        reader.report(("night", "option"), f'There is no option "{night.option}".{did_you_mean(night.option, options)}')
    return PlayRules(
        stacks=Stacks(
            *(stacks.seen, stacks.section, stacks.about, stacks.until, stacks.binding, stacks.notes),
            shut=tuple(stacks.shut),
        )
        if stacks is not None
        else Stacks(),
        secrets=MappingProxyType({each.id: each for each in _secrets(reader, head, options)}),
        points=MappingProxyType({each.id: each for each in _points(reader, head, of_sides)}),
        conditions=MappingProxyType({each.id: each for each in _conditions(reader, head)}),
        cups=MappingProxyType({each.id: each for each in _cups(reader, head, charts, options, values)}),
        declared=MappingProxyType({each.id: each for each in _declared(reader, head, values, options)}),
        night=Night(night.section, night.option) if night is not None else None,
        laid=MappingProxyType(dict(head.laid)),
    )


def _declared(reader: Reader, head: PlayFile, values: Collection[str], options: Mapping[str, Option]) -> Iterator[DeclaredKind]:
    for route, item in reader.items("declared", head.declared, DeclaredItem):
        if item.prints and item.prints not in values:
            text = f'Counters print no value "{item.prints}".{did_you_mean(item.prints, values)}'
            reader.report((*route, "prints"), text)
        if wrong := wrong_needs(item.whole_turn, options):
            reader.report((*route, "whole_turn"), wrong)
        yield DeclaredKind(str(route[-1]), item.title, item.section, item.lasts, item.prints or "", item.whole_turn)


def _points(reader: Reader, head: PlayFile, of_sides: Collection[str]) -> Iterator[PointKind]:
    for route, item in reader.items("points", head.points, PointsItem):
        if item.of_side and item.of_side not in of_sides:
            text = f'Nothing called "{item.of_side}" is kept of sides.{did_you_mean(item.of_side, of_sides)}'
            reader.report((*route, "of_side"), text)
        yield PointKind(
            *(str(route[-1]), item.title, item.section, item.unit, item.lasts),
            *(item.secret, item.below_zero, tuple(item.words), item.of_side),
        )


def _secrets(reader: Reader, head: PlayFile, options: Mapping[str, Option]) -> Iterator[SecretKind]:
    for route, item in reader.items("secrets", head.secrets, SecretItem):
        if wrong := wrong_needs(item.needs, options):
            reader.report((*route, "needs"), wrong)
        for key, needs in (("lines", item.written.lines), ("sets", item.written.sets)) if item.written is not None else ():
            if wrong := wrong_needs(needs, options):
                reader.report((*route, "written", key), wrong)
        for key, names in (("grows", item.grows), ("follows", item.follows)):
            for n, name in enumerate(names):
                if name in item.free:
                    reader.report((*route, key, n), f'"{name}" is free, and may change in every way; leave it out here.')
        for n, name in enumerate(item.follows):
            if name in item.grows:
                reader.report((*route, "follows", n), f'"{name}" grows by itself; leave it out here.')
        changes = tuple((change.section, change.text) for change in item.changes)
        fields = tuple(item.free), tuple(item.grows), tuple(item.follows)
        when = WhenWritten(**dict(item.written)) if item.written is not None else None
        yield SecretKind(str(route[-1]), item.title, item.section, item.about, item.needs, changes, *fields, when)


def _conditions(reader: Reader, head: PlayFile) -> Iterator[ConditionKind]:
    for route, item in reader.items("conditions", head.conditions, ConditionItem):
        for n, word in enumerate(item.words):
            if word in item.words[:n]:
                reader.report((*route, "words", n), f'"{word}" stands there twice.')
        for key in ("begins", "ends"):
            word = getattr(item, key)
            if word and word not in item.words:
                reader.report((*route, key), f'"{word}" is none of its words.{did_you_mean(word, item.words)}')
        if item.counted == bool(item.words):
            reader.report(route, 'A condition has "words", or is "counted: true".', at_key=True)
        said = item.lasts, item.begins, item.ends, item.counted
        yield ConditionKind(str(route[-1]), item.title, item.section, tuple(item.words), *said)


def _cups(
    reader: Reader, head: PlayFile, charts: Mapping[str, Chart], options: Mapping[str, Option], values: Collection[str]
) -> Iterator[CupRule]:
    for route, item in reader.items("cups", head.cups, CupItem):
        if wrong := wrong_needs(item.needs, options):
            reader.report((*route, "needs"), wrong)
        if (item.of == "chart") != bool(item.chart):
            reader.report(route, 'A cup has a "chart" just where its chits are those "of: chart".', at_key=True)
        elif item.chart and item.chart not in charts:
            reader.report((*route, "chart"), f'There is no chart "{item.chart}".{did_you_mean(item.chart, charts)}')
        elif item.chart:
            labels = charts[item.chart].columns.labels
            for key in ("column", "count"):
                label = getattr(item, key)
                if label not in labels:
                    text = f'The chart "{item.chart}" has no column "{label}".{did_you_mean(label, labels)}'
                    reader.report((*route, key) if label else route, text, at_key=not label)
        if (item.of == "asked") != bool(item.asks):
            reader.report(route, 'A cup "asks" a question just where its chits are those "of: asked".', at_key=True)
        if item.tells and not item.asks:
            reader.report((*route, "tells"), 'Say with "asks" which question is told what was drawn.')
        if item.prints and item.prints not in values:
            text = f'Counters print no value "{item.prints}".{did_you_mean(item.prints, values)}'
            reader.report((*route, "prints"), text)
        if item.returns and item.steps is None:
            reader.report((*route, "returns"), 'Say with "steps" after how many lost steps a chit goes back.')
        elif item.steps is not None and (item.steps.value.denominator != 1 or item.steps.value < 1):
            text = f"A chit stands for a whole number of steps from 1, not {item.steps.value}."
            reader.report((*route, "steps", "value"), text)
        yield CupRule(
            id=str(route[-1]),
            title=item.title,
            section=item.section,
            about=item.about,
            of=item.of,
            needs=item.needs,
            chart=item.chart,
            column=item.column,
            word=item.word,
            count=item.count,
            prints=item.prints,
            secret=item.secret,
            drawn=item.drawn,
            drawn_in=item.drawn_in,
            returns=item.returns,
            reduced=item.reduced,
            steps=int(item.steps.value) if item.steps is not None else 0,
            asks=item.asks,
            each_turn=item.each_turn,
            tells=item.tells,
        )
