"""One text into one printed value, and back: the only reader of values, for files, tables of text and the units grid alike.

A value is a flag, a whole number (`int`), an exact number (`Fraction`), a word, one word of a choice, or a track of boxes. What
is no value of its kind is a `Fault`, never something near it. Without a ruleset texts are kept as they are (`plain_value`).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from core.base.errors import did_you_mean
from core.base.whole_text import whole_text
from core.model.oob import NO_VALUES, Value, Values
from core.rules.kernel.counter_values import CounterValue, Role

MOST_SIGNS = 30
"""Signs that a number may be written with."""

_TRUE = frozenset({"yes", "true", "1", "y", "x", "on"})
_FALSE = frozenset({"no", "false", "0", "n", "off"})

_NUMBER = re.compile(r"([-+]?)(?:([0-9]+)(?:[.,]([0-9]*))?|[.,]([0-9]+))")
_PARTS = re.compile(r"([-+]?[0-9]+)\s*/\s*([0-9]+)")
_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}(?:,[0-9]{3})+")
_BOX = re.compile(r"[0-9]{1,3}")
_CIRCLES = frozenset("oO○◯")


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a text is no value of its kind: a whole sentence with what is allowed and the nearest match."""

    text: str

    def __str__(self) -> str:
        return self.text


def read_value(value: CounterValue, text: str) -> Value | Fault | None:
    """The value that a text stands for, None for an empty text: what is not printed has no value.

    Blanks around it do not count. Numbers may have a decimal comma or be fractions; flags are yes and no; the words of a choice
    may be written large and with gaps.

    >>> steps = CounterValue("steps", "Steps", "whole", "3.1", "steps", "", least=1, most=12)
    >>> read_value(steps, " 5 "), read_value(steps, ""), str(read_value(steps, "13"))
    (5, None, 'Steps must be a whole number from 1 to 12, not "13".')
    """
    text = whole_text(text).strip()
    if not text:
        return None
    match value.type:
        case "whole" | "number":
            return _number(value, text)
        case "choice":
            return _choice(value, text)
        case "flag":
            return _flag(value, text)
        case "boxes":
            return _boxes(value, text)
        case _:
            return text


def value_text(value: CounterValue, held: Value) -> str:
    """A value as the cell of a table shows it, which `read_value` reads again.

    >>> flag = CounterValue("flak", "Flak", "flag", "1", "yes or no", "")
    >>> value_text(flag, True), value_text(flag, Fraction(5, 2))
    ('yes', '2.5')
    """
    if value.type == "flag" and isinstance(held, bool):
        return "yes" if held else "no"
    return plain_text_of(held)


def plain_text_of(held: Value) -> str:
    """A value as text, whatever kind it is of.

    >>> plain_text_of(Fraction(1, 3)), plain_text_of(Fraction(3)), plain_text_of(True)
    ('1/3', '3', 'true')
    """
    if isinstance(held, str):
        return held
    if isinstance(held, bool):
        return str(held).lower()
    if isinstance(held, int):
        return str(held)
    return fraction_text(held)


def fraction_text(number: Fraction) -> str:
    """An exact number as a decimal one where that takes three decimals at most, else as a fraction.

    >>> [fraction_text(Fraction(each)) for each in ("-5/4", "7", "2/3")]
    ['-1.25', '7', '2/3']
    """
    thousandths = number * 1000
    if thousandths.denominator != 1:
        return str(number)
    whole, rest = divmod(abs(thousandths.numerator), 1000)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole}.{rest:03}".rstrip("0") if rest else f"{sign}{whole}"


def plain_value(text: str) -> Value | None:
    """A text as a value where no ruleset tells its kind: a whole number, a decimal one, else the text; None for an empty one.

    >>> plain_value("5"), plain_value("2.5"), plain_value("010"), plain_value("A/1")
    (5, Fraction(5, 2), '010', 'A/1')
    """
    text = whole_text(text).strip()
    if not text:
        return None
    if re.fullmatch(r"-?(?:0|[1-9][0-9]{0,17})", text):
        return int(text)
    if re.fullmatch(r"-?(?:0|[1-9][0-9]{0,11})\.[0-9]{0,11}[1-9]", text):
        return Fraction(text)
    return text


def fault_of(value: CounterValue, held: Value) -> Fault | None:
    """What is wrong with a value that is held already, None when nothing is.

    Its type counts, too: a box may have got another ruleset.
    """
    read = read_value(value, value_text(value, held))
    if read is None:
        return None if held == "" else Fault(f"{value.title} is empty.")
    return read if isinstance(read, Fault) else None


def sound_values(values: Iterable[CounterValue], held: Values) -> Values:
    """Values by what the ruleset says of them: those of another type as theirs, those that are none of theirs left out.

    The very same where nothing is to be done; values that the ruleset does not know stay.
    """
    changed: dict[str, Value | None] = {}
    for value in values:
        was = held.get(value.id, "")
        if was != "":
            read = read_value(value, value_text(value, was))
            good = None if isinstance(read, Fault) else read
            if good != was or type(good) is not type(was):
                changed[value.id] = good
    if not changed:
        return held
    changing = held.mutate()
    for id_, good in changed.items():
        if good is None:
            del changing[id_]
        else:
            changing[id_] = good
    return changing.finish()


def in_role(values: Iterable[CounterValue], role: Role) -> CounterValue | None:
    """The first value with a role, None when there is none."""
    return next((value for value in values if value.role == role), None)


def kind_of(values: Iterable[CounterValue], held: Values) -> str:
    """What kind of piece prints some values, "" where it does not say."""
    kind = in_role(values, "kind")
    return str(held.get(kind.id, "")) if kind is not None else ""


def name_of(values: Iterable[CounterValue], held: Values) -> str:
    """What a piece is called, "" where it does not say."""
    name = in_role(values, "name")
    return str(held.get(name.id, "")) if name is not None else ""


def called(values: Iterable[CounterValue], held: Values, id_: str) -> str:
    """What a piece is called, its id where it has no name; in plain words where its kind prints none."""
    values = tuple(values)
    value = in_role(values, "name")
    said = name_of(values, held)
    if said or value is None or not value.of or kind_of(values, held) in ("", *value.of):
        return said or id_
    words = id_.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def carried(values: Iterable[CounterValue], kind: str = "") -> tuple[CounterValue, ...]:
    """The values that a kind of piece prints, "" for any kind, in the order of the ruleset.

    Formations are held by the order of battle and are none of them.
    """
    return tuple(value for value in values if value.role != "formation" and (not kind or not value.of or kind in value.of))


def missing(values: Iterable[CounterValue], held: Values = NO_VALUES) -> tuple[CounterValue, ...]:
    """The values that a piece of its kind must print and does not."""
    values = tuple(values)
    kind = kind_of(values, held)
    return tuple(value for value in carried(values, kind) if value.required and value.id not in held and (kind or not value.of))


def _number(value: CounterValue, text: str) -> Value | Fault:
    number = _exact(text.replace("\u2212", "-"))
    wanted = _wanted(value)
    if number is None:
        plain = f"; write {text.replace(',', '')} without a sign between" if _THOUSANDS.fullmatch(text) else ""
        return Fault(f"{value.title} must be {wanted}, not {_shown(text)}{plain}.")
    outside = (value.least is not None and number < value.least) or (value.most is not None and number > value.most)
    if outside or (value.type == "whole" and number.denominator != 1):
        return Fault(f"{value.title} must be {wanted}, not {_shown(text)}.")
    return int(number) if value.type == "whole" else number


def _exact(text: str) -> Fraction | None:
    """The number that a text is, None for none and for one that could mean thousands."""
    if len(text) > MOST_SIGNS or _THOUSANDS.fullmatch(text):
        return None
    if parts := _PARTS.fullmatch(text):
        return Fraction(int(parts[1]), int(parts[2])) if int(parts[2]) else None
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    return Fraction(f"{found[1]}{found[2] or 0}.{found[3] or found[4] or 0}")


def _wanted(value: CounterValue) -> str:
    what = "a whole number" if value.type == "whole" else "a number"
    if value.least is not None and value.most is not None:
        return f"{what} from {value.least} to {value.most}"
    if value.least is not None:
        return f"{what}, {value.least} or more"
    return f"{what}, {value.most} or less" if value.most is not None else what


def _choice(value: CounterValue, text: str) -> Value | Fault:
    words = [word for word, _ in value.choices]
    if text in words:
        return text
    wanted = re.sub(r"[\s_-]+", "_", text).casefold()
    found = next((word for word in words if re.sub(r"[\s_-]+", "_", word).casefold() == wanted), None)
    if found is not None:
        return found
    # As the window shows them, which reads the same.
    shown, typed = [word.replace("_", " ") for word in words], f"{wanted.replace('_', ' ')} "
    begun = max((word for word in shown if typed.startswith(f"{word.casefold()} ")), key=len, default="")
    # "Infantry platoon" is said of infantry, though there may be a word that is nearer letter by letter.
    allowed = f' Did you mean "{begun}"?' if begun else did_you_mean(text, shown, 20)
    return Fault(f"{value.title} cannot be {_shown(text)}.{allowed}")


def _flag(value: CounterValue, text: str) -> Value | Fault:
    if text.casefold() in _TRUE:
        return True
    if text.casefold() in _FALSE:
        return False
    return Fault(f"{value.title} must be yes or no, not {_shown(text)}.")


def _boxes(value: CounterValue, text: str) -> Value | Fault:
    boxes = ["o" if word in _CIRCLES else word for word in text.split()]
    bad = next((word for word in boxes if word != "o" and not _BOX.fullmatch(word)), None)
    if bad is not None:
        said = "must be boxes in their order with gaps between them, o for a circle and a number for a square"
        return Fault(f"{value.title} {said}; {_shown(bad)} is none.")
    return " ".join(word if word == "o" else str(int(word)) for word in boxes)


def _shown(text: str) -> str:
    return f'"{text[:40]}…"' if len(text) > 40 else f'"{text}"'
