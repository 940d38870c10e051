"""Symbols of formations: what all that is in one is, and the size that its name says."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from core.model.sidc import ECHELONS, BadSidc, Sidc
from core.model.symbol_table import read_sidc

SIZE_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{each: each for each in ECHELONS.values() if each not in ("team", "army group", "command")},
        **dict.fromkeys(("plt", "zug", "troop"), "platoon"),
        **dict.fromkeys(("co", "coy", "kompanie", "battery", "battr", "squadron", "sqn"), "company"),
        **dict.fromkeys(("bn", "btn", "bataillon", "abteilung", "abt"), "battalion"),
        **dict.fromkeys(("rgt", "regt"), "regiment"),
        **dict.fromkeys(("bde", "brig"), "brigade"),
        **dict.fromkeys(("div",), "division"),
        **dict.fromkeys(("korps",), "corps"),
        **dict.fromkeys(("armee",), "army"),
    }
)
"""Words and short forms in names, and the echelon that each means. Combat teams and commands are of any size."""

_UNKNOWN: Final = Sidc()
_ARM: Final = 4
"""Digits of an entity that say the arm; the others say of which kind it is."""
_PARTS = re.compile(r"[,;/()]|\bof\b|(?<=\S)\s+(?=\d)")
_WORDS = re.compile(r"[^\W\d_]+")


def echelon_in(name: str) -> str:
    """The size that a name says, "" for none: of the parts of a name the first one with a size, and in it the last word.

    >>> echelon_in("2nd Battalion, 71st Infantry Regiment"), echelon_in("2. Bn 71 Rgt"), echelon_in("Army Tank Brigade")
    ('battalion', 'battalion', 'brigade')
    >>> echelon_in("Army Group Centre"), echelon_in("Regimental Combat Team"), echelon_in("71st Infantry")
    ('army group', '', '')
    """
    for part in _PARTS.split(name.casefold()):
        words = _WORDS.findall(part)
        sizes = [SIZE_WORDS[word] for word in words if word in SIZE_WORDS]
        if sizes:
            return "army group" if "army group" in " ".join(words) else sizes[-1]
    return ""


def symbol_of_all(name: str, codes: Iterable[str]) -> str:
    """The code of the symbol of a formation that is called so, whose counters show symbols of such codes.

    It shows what all of them are, less closely where they differ (armoured infantry and infantry are infantry), in the frame
    that all have, and the size that the name says; "" where neither is known. Codes that cannot be read count for nothing.
    """
    found: Sidc | None = None
    for code in dict.fromkeys(codes):
        try:
            read = read_sidc(code).sidc if code else None
        except BadSidc:
            read = None
        if read is not None:
            found = read if found is None else _common(found, read)
    size = echelon_in(name)
    known = found is not None and found.entity != _UNKNOWN.entity
    if not known and not size:
        return ""
    kept = found if found is not None else _UNKNOWN
    plain = Sidc(identity=kept.identity, symbol_set=kept.symbol_set, entity=kept.entity, first=kept.first, second=kept.second)
    return str(plain.with_echelon(size))


def _common(a: Sidc, b: Sidc) -> Sidc:
    """What two symbols have in common."""
    identity = a.identity if a.identity == b.identity else _UNKNOWN.identity
    if (a.symbol_set, a.entity[:_ARM]) != (b.symbol_set, b.entity[:_ARM]):
        return Sidc(identity=identity)
    entity = a.entity if a.entity == b.entity else a.entity[:_ARM].ljust(len(a.entity), "0")
    first, second = a.first if a.first == b.first else "00", a.second if a.second == b.second else "00"
    return Sidc(identity=identity, symbol_set=a.symbol_set, entity=entity, first=first, second=second)
