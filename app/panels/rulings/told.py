"""The verdicts of questions that need no map as headlines: what was read, what a roll gives, what it rests on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.panels.charts.words import cell_text, chance_words
from app.panels.rulings.tables import called_fact, fact_value, fact_word, spelled, tables_of
from app.panels.words import NOBODY, counted_fact, is_word, result_word, tr, verdict_word
from app.widgets.rule_words import said
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.parameters import in_words
from core.rules.kernel.rulings import UNDECIDABLE, Ruling

READ = "read"
"""The verdict of a question that only reads."""

ON_THE_MAP = ".at"
"""How the names of questions end that are asked of a place on the map."""

_SIGNS: Mapping[str, str] = {"allowed": "clear", "prohibited": "blocked", UNDECIDABLE: UNDECIDABLE}
MOST_TOLD = 2
"""So many facts beside those of the title a headline tells."""


@dataclass(frozen=True, slots=True)
class Headline:
    """`sign` is a name of app.panels.signs, `title` the verdict in words, `particulars` what was asked."""

    sign: str
    title: str
    particulars: str


def stand_ins(ruling: Ruling) -> str:
    """That a ruling rests on charts of ours, and which; empty when it rests on none."""
    titles = list(dict.fromkeys(said(chart.title) for chart in ruling.charts if chart.status == "stand-in"))
    if not titles:
        return ""
    words = tr("rests on a stand-in: {charts}") if len(titles) == 1 else tr("rests on stand-ins: {charts}")
    # Titles may hold commas themselves.
    return words.format(charts=", ".join(f"“{title}”" for title in titles))


def calculated(ruling: Ruling, known_as: Callable[[str], str] = str) -> Headline:
    """The verdict of a calculator. The question stands in the particulars, with the column of the first table and its roll.
    `known_as` says what an id is called, and gives any other text back."""
    tables = tables_of(ruling)
    title, parts = _title(ruling, tables, known_as), [_asked(ruling)]
    if tables and ruling.question != "chart.lookup":
        place = _column_words(tables[0])
        parts += [place] if place and place not in title else []
    if tables and tables[0].roll is not None:
        parts.append(tr("roll {roll}").format(roll=cell_text(Fraction(tables[0].roll))))
    return Headline(_SIGNS.get(ruling.verdict, "dice"), f"{title[:1].upper()}{title[1:]}", " · ".join(parts))


def _asked(ruling: Ruling) -> str:
    """What was asked; that it was asked at a hex of the map the particulars say."""
    return spelled(in_words(ruling.question.removesuffix(ON_THE_MAP)))


def _column_words(table: ChartDetail) -> str:
    """Where a table was read; a table of one column, which is called by a mere word, needs none said."""
    if not table.column or (table.column.isalpha() and table.column.islower()):
        return said(table.title) if table.chart else ""
    return tr("{table}: column {column}").format(table=said(table.title), column=table.column)


def _title(ruling: Ruling, tables: tuple[ChartDetail, ...], known_as: Callable[[str], str]) -> str:
    facts: Mapping[str, object] = getattr(ruling.detail, "facts", {})
    if ruling.verdict == READ:
        return _read(ruling, tables, facts)
    lost = facts.get("steps_lost")
    if isinstance(lost, int | Fraction):
        steps = tr("1 step lost") if lost == 1 else tr("{count} steps lost").format(count=lost) if lost else tr("No step lost")
        return tr("{steps}, morale check").format(steps=steps) if facts.get("morale_check") == "yes" else steps
    # A verdict may be a side, which is called by its name.
    named = known_as(ruling.verdict)
    if named == ruling.verdict and not is_word(ruling.verdict):
        does, result = facts.get("in_words"), result_word(ruling.verdict)
        return f"{does} ({result})" if isinstance(does, str) else tr("Result: {result}").format(result=result)
    title = verdict_word(ruling.verdict) if named == ruling.verdict else named
    if ruling.verdict == NOBODY:
        return title
    if ruling.verdict in ("yes", "no") and tables and tables[0].roll is not None:
        title = tr("The roll succeeds") if ruling.verdict == "yes" else tr("The roll fails")
        return tr("{title}: {needed} or more").format(title=title, needed=_shown(ruling.value))
    if "after" in facts:
        return tr("{title}: {value} afterwards").format(title=title, value=fact_value("after", facts["after"]))
    name = _fact_of(ruling, facts)
    if name is not None and fact_word(name) != title:
        # What a fact names beside its word is called as it is elsewhere.
        if count := counted_fact(name, facts[name]):
            return f"{title} · {count}"
        word, called = fact_word(name), called_fact(name, known_as)
        return (
            f"{title} · {word.lower() if called == word else called[:1].lower() + called[1:]} {fact_value(name, facts[name])}"
        )
    return f"{title}: {_shown(ruling.value)}" if isinstance(ruling.value, int | Fraction) else title


def _read(ruling: Ruling, tables: tuple[ChartDetail, ...], facts: Mapping[str, object]) -> str:
    """What was read where nothing was rolled."""
    value = ruling.value
    if ruling.question == "sequence":
        return tr("{count} phases and steps").format(count=value)
    first = tables[0] if tables else None
    if isinstance(ruling.detail, ChartDetail) and first is not None and first.row:
        return tr("{table}, {row}, {column}: {value}").format(
            table=said(first.title), row=first.row, column=first.column, value=_shown(value)
        )
    if first is not None and first.column and (value is None or str(value) == first.column):
        return _column_words(first)
    name = _fact_of(ruling, facts)
    if name is not None:
        return f"{fact_word(name)}: {fact_value(name, facts[name])}"
    if value is None:
        told = [f"{fact_word(each)}: {fact_value(each, facts[each])}" for each in facts][: MOST_TOLD + 1]
        return ", ".join(told) or _asked(ruling)
    title = said(first.title) if first is not None else _asked(ruling)
    if isinstance(value, Fraction) and 0 < value < 1:
        return f"{title}: {chance_words(value)}"
    return f"{title}: {_shown(value)}"


def _fact_of(ruling: Ruling, facts: Mapping[str, object]) -> str | None:
    """The fact that is the value of a ruling; the last one where several say the same."""
    if ruling.value is None or ruling.value == ruling.verdict:
        return None
    return next((name for name in reversed(list(facts)) if facts[name] == ruling.value), None)


def _shown(value: object) -> str:
    return cell_text(Fraction(value)) if isinstance(value, int | Fraction) else result_word(str(value))
