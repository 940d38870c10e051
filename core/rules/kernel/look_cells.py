"""Conditions of looks as a line that people type, and what elements are, in a few words."""

import re
from collections.abc import Iterable

from core.base.comma_parts import comma_parts
from core.base.errors import WrongUse
from core.model.looks import Chosen, Condition, Element
from core.rules.kernel.look_names import Names

_NOT = re.compile(r"not\s+(\S.*)", re.IGNORECASE)


def conditions_text(conditions: Iterable[Condition]) -> str:
    """Conditions as they are typed.

    >>> conditions_text([Condition("exploitation"), Condition("flak", (), False), Condition("class", ("area", "point"))])
    'exploitation; not flak; class = area, point'
    """
    return "; ".join(map(_condition_text, conditions))


def _condition_text(condition: Condition) -> str:
    if condition.among:
        return f"{condition.value} = {', '.join(condition.among)}"
    return condition.value if condition.printed else f"not {condition.value}"


def read_conditions(text: str, names: Names) -> tuple[Condition, ...]:
    """Conditions that were typed. Raises WrongUse, which says what is wrong, for a value or a word that there is not.

    >>> read_conditions("not name; side = Veldany, Korrin", Names({}))
    (Condition(value='name', among=(), printed=False), Condition(value='side', among=('Veldany', 'Korrin'), printed=True))
    """
    found = []
    for each in filter(None, (part.strip() for part in text.split(";"))):
        value, equals, words = (part.strip() for part in each.partition("="))
        among = comma_parts(words)
        if equals and not among:
            raise WrongUse(f'Behind "{value} =" there must be a word, or several with commas between them.')
        negated = None if among else _NOT.fullmatch(value)
        found.append(Condition(negated[1] if negated else value, among, printed=negated is None))
    for fault in names.condition_faults(found):
        raise WrongUse(fault)
    return tuple(found)


def chosen_words(chosen: Chosen) -> str:
    """A text or colour that a value decides, in a few words.

    >>> chosen_words(Chosen("{attack}")), chosen_words(Chosen("black", "quality", (("0", "green"),)))
    ('{attack}', 'by quality')
    """
    return f"by {chosen.by}" if chosen.by else chosen.other


def gist(element: Element) -> str:
    """What tells an element from others of its form: its letters, its sign, else its colour.

    >>> gist(Element("box", (0, 0, 1, 1), fill=Chosen("white"))), gist(Element("text", (0, 0, 1, 1), text=Chosen("{attack}")))
    ('white', '{attack}')
    """
    if element.form in ("text", "sign"):
        return chosen_words(element.text)
    if element.form == "symbol":
        return chosen_words(element.text) if element.text.by else ""
    return chosen_words(element.fill if element.fill else element.ink)
