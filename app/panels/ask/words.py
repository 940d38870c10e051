"""What the form of a question says and reads, without a widget: words of charts, help in short, faults, the command line."""

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import ascii_lowercase
from types import MappingProxyType

from app.counters.unit_words import called
from app.panels.words import method_word, tr
from core.base.comma_parts import comma_parts
from core.model.oob import Oob, OobItem
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.parameters import Heading, Parameter, Words
from core.rules.kernel.ruleset import Ruleset

UNLIMITED = "unlimited"

_NAMED = re.compile(r"\b([a-z][a-z_]*)=…")
_FAULT = re.compile(r"(?P<name>[a-z][a-z_]*): (?P<text>.+)", re.DOTALL)
_QUOTED = re.compile(r'"([^"]+)"')
_ITEMS = re.compile(r"\s*[,*]\s*")
_SECTION = re.compile(r"(\d+)(?:\.(\d+))?([a-z]?)")
_BREAK = re.compile(r"; |: | \(|, such as |, as in |, as on ")
_METHODS = ("standard", "simplified", "heads_a", "heads_ab", "heads_ac", "heads_abc")


@dataclass(frozen=True, slots=True)
class Word:
    """A word that a field offers: as it is written, and as it is shown."""

    text: str
    title: str


NOTHING_NAMED: Mapping[str, Sequence[Word]] = MappingProxyType({})


def short_help(parameter: Parameter) -> str:
    """The help of a parameter up to where it begins to explain, as a sentence of its own.

    >>> short_help(Parameter("firers", "texts", "all units that fire: each as its kind, then its strength"))
    'All units that fire'
    """
    text = _BREAK.split(parameter.help, maxsplit=1)[0]
    return text[:1].upper() + text[1:]


def choice_word(choice: str) -> str:
    """A choice as it is shown: methods by their names, others without the signs of names."""
    return method_word(choice) if choice in _METHODS else choice.replace("_", " ")


def named_words(ruleset: Ruleset | None, oob: Oob, parameters: Iterable[Parameter]) -> dict[str, tuple[Word, ...]]:
    """The words that an order of battle has for these parameters, by where they say that theirs stand: each item by its name,
    with its id where several have that name."""
    kinds: dict[str, Iterable[OobItem]] = {"sides": oob.sides, "formations": oob.formations, "counters": oob.counters}
    found = {}
    for axis in kinds.keys() & {each.words.axis for each in parameters if each.words is not None}:
        names = [(each.id, called(ruleset, each)) for each in kinds[axis]]
        often = Counter(name.casefold() for _, name in names)
        found[axis] = tuple(Word(id_, name if often[name.casefold()] == 1 else f"{name} ({id_})") for id_, name in names)
    return found


def words_of(
    words: Words | None,
    charts: ChartBook,
    given: Mapping[str, str],
    single: bool = True,
    but: Iterable[str] = (),
    named: Mapping[str, Sequence[Word]] = NOTHING_NAMED,
) -> tuple[Word, ...]:
    """The words that charts in force hold for a parameter, or those that are `named` in the order of battle; `given` says which
    chart another one names.

    In a list, unless `single`, no word with a comma can be written.
    """
    if words is None:
        return ()
    if words.axis in named:
        return tuple(named[words.axis])
    if words.axis == "ids":
        listed = sorted(charts.charts.values(), key=lambda chart: chart.title.casefold())
        return tuple(Word(chart.id, chart.title) for chart in listed)
    ids = (given.get(words.of, ""),) if words.of else words.charts
    found: dict[str, None] = {}
    for id_ in ids:
        chart = charts.charts.get(id_)
        if chart is not None:
            axis = chart.rows if words.axis == "rows" else chart.columns
            found.update(dict.fromkeys(axis.labels))
    left_out = set(but)
    return tuple(Word(each, each) for each in found if each not in left_out and (single or "," not in each))


def written(text: str, words: Iterable[Word]) -> str:
    """What was typed or chosen, as questions read it: a title stands for its word, whatever the case of its letters."""
    wanted = text.strip()
    return next((word.text for word in words if word.title.casefold() == wanted.casefold()), wanted)


def list_text(lines: str) -> str:
    """The items of a list, one a line or with commas, as questions read them.

    >>> list_text(" infantry 4 at 3\\n\\nMG 2 at 4, MG 2 at 4 ")
    'infantry 4 at 3, MG 2 at 4, MG 2 at 4'
    """
    return ", ".join(item.strip() for item in re.split(r"[\n,]", lines) if item.strip())


def list_lines(text: str) -> str:
    """The same the other way round: one item a line."""
    return "\n".join(comma_parts(text))


def missing(heading: Heading, values: Mapping[str, str]) -> tuple[str, ...]:
    """The labels of what is needed and not yet said."""
    return tuple(each.label for each in heading.parameters if each.required and not values.get(each.name))


def fault_of(
    sentence: str, heading: Heading, values: Mapping[str, str] | None = None, charts: ChartBook | None = None
) -> tuple[str, str]:
    """The parameter that a refusal is about, empty for none, and the refusal in words of the form: labels and titles of charts
    in the place of names. One that names no parameter is about the one whose text has what it quotes first.

    >>> heading = Heading("a", "A", "", "", (Parameter("firer_dug_in", "choice", ""),))
    >>> fault_of('firer_dug_in: "x" is none of its choices.', heading)
    ('firer_dug_in', '"x" is none of its choices.')
    >>> fault_of("Give firer_dug_in=… or nothing.", heading)
    ('', 'Give “Firer dug in” or nothing.')
    >>> fault_of('"x" stands in none of the charts.', heading, {"firer_dug_in": "y, x"})
    ('firer_dug_in', '"x" stands in none of the charts.')
    """
    labels = {each.name: each.label for each in heading.parameters}

    def named(found: re.Match[str]) -> str:
        return f"“{labels[found[1]]}”" if found[1] in labels else found[0]

    text = _NAMED.sub(named, sentence)
    for id_, chart in charts.charts.items() if charts is not None else ():
        text = re.sub(rf"(?<![\w.“]){re.escape(id_)}(?![\w]|\.\w)", f"“{chart.title}”", text)
    found = _FAULT.fullmatch(text)
    if found is not None and found["name"] in labels:
        said = found["text"]
        return found["name"], said[:1].upper() + said[1:]
    quoted = _QUOTED.match(text)
    word = quoted[1] if quoted is not None else ""
    said_by = (name for name, value in (values or {}).items() if word and word in (value, *_ITEMS.split(value)))
    return next(said_by, ""), text


def command_line(heading: Heading, values: Mapping[str, str], box: Path | None) -> str:
    """The form as a line for a terminal."""
    parts = ["phaseline", "ask", heading.name, str(box) if box is not None else "BOX"]
    return shlex.join([*parts, *(f"{name}={text}" for name, text in values.items())])


def found(headings: Sequence[Heading], text: str) -> tuple[Heading, ...]:
    """The questions in which every word stands: in their titles, names, rule numbers or summaries. The most telling first;
    without a text all of them, as they are listed.
    """
    wanted = text.casefold().split()
    if not wanted:
        return tuple(headings)
    ranked = []
    for place, heading in enumerate(headings):
        ranks = [_rank(heading, word) for word in wanted]
        known = [rank for rank in ranks if rank is not None]
        if len(known) == len(ranks):
            ranked.append((sum(known), place, heading))
    return tuple(heading for _, _, heading in sorted(ranked, key=lambda each: each[:2]))


def _rank(heading: Heading, word: str) -> int | None:
    """How telling it is that a word stands in a question, less is more; None where it does not."""
    title, name = heading.title.casefold(), heading.name.replace("_", " ").casefold()
    if word in (title, heading.name) or (word[0].isdigit() and cites(heading.rules, word)):
        return 0
    for rank, held in ((1, title), (2, name.replace(".", " "))):
        if f" {held}".find(f" {word}") >= 0:
            return rank
    if word in title or word in heading.name:
        return 3
    return 4 if word in heading.summary.casefold() or word in heading.rules.casefold() else None


def cites(rules: str, section: str) -> bool:
    """Whether rules that are listed as "7.1d, 9.0, 11.0-11.4" hold a section or one in it.

    >>> [cites("7.1d, 9.0, 11.0-11.4", each) for each in ("11.4", "11", "7.1", "7.1d", "9.0", "12.0", "1")]
    [True, True, True, True, True, False, False]
    """
    wanted = _SECTION.fullmatch(section)
    if wanted is None:
        return False
    for run in rules.split(","):
        first, _, last = (end.strip() for end in run.partition("-"))
        start = _SECTION.fullmatch(first)
        # "17.8a-c" ends in the section in which it begins.
        end = _SECTION.fullmatch(f"{first.rstrip(ascii_lowercase)}{last}" if last.isalpha() else last or first)
        if start is None or end is None:
            continue
        low, high = _key(start), _key(end)
        depth = 1 if wanted[2] is None else 2 if not wanted[3] else 3
        if low[:depth] <= _key(wanted)[:depth] <= high[:depth]:
            return True
    return False


def _key(match: re.Match[str]) -> tuple[int, int, str]:
    return int(match[1]), int(match[2] or 0), match[3]


def needed_words(labels: Sequence[str]) -> str:
    """What is still needed, as a sentence."""
    if not labels:
        return ""
    return tr("Still needed: {labels}.").format(labels=", ".join(labels))
