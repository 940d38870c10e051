"""Numbers of things in words."""

import re
from collections.abc import Mapping
from types import MappingProxyType

SINGULARS: Mapping[str, str] = MappingProxyType(
    {
        "hexes": "hex",
        "dice": "die",
        "batteries": "battery",
        "losses": "loss",
        **{
            f"{one}s": one
            for one in ("unit", "step", "line", "chit", "formation", "finding", "counter", "marker", "vehicle", "choice")
        },
        **{f"{one}s": one for one in ("point", "movement point", "strength point", "column", "level", "roll", "way", "block")},
        **{f"{one}s": one for one in ("coordination marker", "traffic result", "objective zone", "artillery point")},
        **{f"{one}s": one for one in ("legal choice", "legal way", "engineering phase", "support point", "weighted turn")},
        "more hexes": "more hex",
    }
)
"""What is counted, and what one of it is called."""

VERBS: Mapping[str, str] = MappingProxyType(
    {"are": "is", "have": "has", "go": "goes", "lose": "loses", "reach": "reaches"}
    | {
        f"{many}": f"{many}s"
        for many in (
            "assist",
            "attack",
            "bring",
            "draw",
            "end",
            "hold",
            "lie",
            "recover",
            "retreat",
            "screen",
            "stand",
            "support",
        )
    }
)
"""What several units do, and what one of them does."""

_THINGS, _ACTS = "|".join(sorted(SINGULARS, key=len, reverse=True)), "|".join(VERBS)
_COUNT = re.compile(rf"\{{(\w+)\}} ({_THINGS}|\{{(\w+)\}}(?! (?:{_THINGS})(?!\w)))(?!\w)(?: ({_ACTS})(?!\w))?")
_VERB = re.compile(rf"\{{units\}} ({_ACTS})(?!\w)")
_SEVERAL = re.compile(r", | and \d+ more$|^enemies$")


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things; `many` is what several are called, where that is not `one` with an s.

    >>> counted(1, "hex", "hexes"), counted(0, "step")
    ('1 hex', '0 steps')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def singular(many: str) -> str:
    """What one of some things is called, by the last of its words; words that are not known to be of several stay.

    >>> singular("air points"), singular("replacement steps"), singular("ammunition")
    ('air point', 'replacement step', 'ammunition')
    """
    head, space, last = many.rpartition(" ")
    return SINGULARS.get(many, f"{head}{space}{SINGULARS.get(last, last)}")


def article(what: str) -> str:
    """Words with "a" or "an" before them.

    >>> article("attack"), article("bombardment")
    ('an attack', 'a bombardment')
    """
    return f"an {what}" if what[:1].lower() in "aeiou" else f"a {what}"


def agreeing(template: str, values: Mapping[str, object]) -> str:
    """A sentence with gaps in which one thing is not told as several: what follows a gap for a number is what is counted, what
    follows that, or a gap for {units}, what they do.

    >>> agreeing("{start} sees {count} hexes", {"start": 1, "count": 1})
    '{start} sees {count} hex'
    >>> agreeing("{count} steps are lost, {left} steps are left", {"count": 1, "left": 2})
    '{count} step is lost, {left} steps are left'
    >>> agreeing("In {hex} {left} points are left", {"hex": "0101", "left": "1"})
    'In {hex} {left} point is left'
    >>> agreeing("{units} reach {hex}", {"units": "6 Mech"}), agreeing("{units} reach {hex}", {"units": "6 Mech, 5 Mech"})
    ('{units} reaches {hex}', '{units} reach {hex}')
    """

    def one(found: re.Match[str]) -> str:
        what = values.get(found[3], "") if found[3] else found[2]
        if values.get(found[1]) in (1, "1") and what in SINGULARS:
            return f"{{{found[1]}}} {SINGULARS[str(what)]}" + (f" {VERBS[found[4]]}" if found[4] else "")
        return found[0]

    told, units = _COUNT.sub(one, template), values.get("units")
    if not isinstance(units, str) or _SEVERAL.search(units):
        return told
    return _VERB.sub(lambda found: f"{{units}} {VERBS[found[1]]}", told)
