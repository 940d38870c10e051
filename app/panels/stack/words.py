"""What the panel Stack says of what units can do, without a widget."""

from collections.abc import Sequence

from app.panels.reasons_view import cited
from app.panels.words import tr
from app.widgets.rule_words import said
from core.model.box import GameBox
from core.rules.kernel.acts_detail import Act, UnitActs
from core.rules.kernel.proposals import Next

Begun = tuple[str, tuple[Next, ...]]
"""What a row that begins something says, and the questions that it begins, one for each unit."""


def without_name(words: str, name: str) -> str:
    """What is said of a unit, below its name.

    >>> without_name("1/A: it has fired", "1/A"), without_name("1/A is in Fire Mode", "1/A"), without_name("1/AB waits", "1/A")
    ('it has fired', 'is in Fire Mode', '1/AB waits')
    """
    for begun in (f"{name}: ", f"{name} "):
        if words.startswith(begun):
            return words.removeprefix(begun)
    return words


def act_lines(units: Sequence[UnitActs], box: GameBox) -> list[str]:
    """What units can do now, and why not the rest: units of which the same is to be said stand together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for each in units:
        alike.setdefault((", ".join(map(said, each.states)), *_lines_of(each, box)), []).append(each.name)
    lines = list[str]()
    for (states, *told), names in alike.items():
        if lines:
            lines.append("")
        who = ", ".join(names)
        lines += [f"{who} — {states}" if states else who, *told]
    return lines


def _lines_of(unit: UnitActs, box: GameBox) -> list[str]:
    allowed = ", ".join(said(act.name) for act in unit.acts if act.allowed)
    return [f"✓ {allowed or tr('nothing can be done now')}", *_noted(unit, box)]


def _noted(unit: UnitActs, box: GameBox) -> list[str]:
    """What goes with acts, then why not the rest, those that one reason bars together."""
    notes, barred = list[str](), dict[str, list[Act]]()
    for act in unit.acts:
        if act.reason is not None:
            words = without_name(cited(act.reason, box), unit.name)
            if act.allowed:
                notes.append(f"• {words}")
            else:
                barred.setdefault(words, []).append(act)
    return [
        *dict.fromkeys(notes),
        *(f"✗ {', '.join(said(act.name) for act in acts)}: {words}" for words, acts in barred.items()),
    ]


def begun_rows(units: Sequence[UnitActs], leads: frozenset[str]) -> list[Begun]:
    """The acts that the series leads through, by the questions that it `leads` through, each once with all units that may do it
    alike; the units are named where not all of them may."""
    alike: dict[tuple[object, ...], list[tuple[str, Next]]] = {}
    for each in units:
        for act in each.acts:
            asked = act.asked
            if act.allowed and asked is not None and asked.question in leads:
                rest = tuple(sorted((name, text) for name, text in asked.given.items() if name != "units"))
                alike.setdefault((act.name, asked.question, asked.side, rest), []).append((each.name, asked))
    rows = []
    for (act_name, *_), some in alike.items():
        name, who = said(str(act_name)), dict.fromkeys(unit for unit, _ in some)
        named = f": {', '.join(who)}" if len(some) < len(units) else ""
        rows.append((f"{name[:1].upper()}{name[1:]}{named}", tuple(asked for _, asked in some)))
    return rows
