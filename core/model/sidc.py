"""Symbol identification codes: what a NATO unit symbol shows, as digits.

A code of APP-6D and MIL-STD-2525D has twenty digits; those of APP-6E and 2525E may have ten more, which are kept as they are:

    10 | 0 | 3 | 10 | 0 | 0 | 16 | 121100 | 00 | 27
    version, context, identity, symbol set, status, HQ/task force/dummy, echelon or mobility, entity, first and second modifier

`Sidc` is such a code taken apart. What entities and modifiers mean is data: `core.model.symbol_table`, which also reads the
older codes of fifteen letters.
"""

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

from core.base.errors import CoreError, did_you_mean

Affiliation = Literal["friend", "hostile", "neutral", "unknown"]
"""The four shapes of frames."""

IDENTITIES: Final = {
    "0": "pending",
    "1": "unknown",
    "2": "assumed friend",
    "3": "friend",
    "4": "neutral",
    "5": "suspect",
    "6": "hostile",
}
STATUSES: Final = {
    "0": "present",
    "1": "planned",
    "2": "fully capable",
    "3": "damaged",
    "4": "destroyed",
    "5": "full to capacity",
}
ECHELONS: Final = {
    "11": "team",
    "12": "squad",
    "13": "section",
    "14": "platoon",
    "15": "company",
    "16": "battalion",
    "17": "regiment",
    "18": "brigade",
    "21": "division",
    "22": "corps",
    "23": "army",
    "24": "army group",
    "25": "region",
    "26": "command",
}
MOBILITIES: Final = {
    "31": "wheeled",
    "32": "wheeled cross-country",
    "33": "tracked",
    "34": "half-tracked",
    "35": "towed",
    "36": "rail",
    "37": "pack animals",
    "41": "over-snow",
    "42": "sled",
    "51": "barge",
    "52": "amphibious",
}
"""Marks below the frame."""

DASHED: Final = frozenset({"0", "2", "5"})
"""Identities that are not certain; their frames are dashed."""

_AFFILIATIONS: Final[dict[str, Affiliation]] = {
    "0": "unknown",
    "1": "unknown",
    "2": "friend",
    "3": "friend",
    "4": "neutral",
    "5": "hostile",
    "6": "hostile",
}
_DUMMY, _HEADQUARTERS, _TASK_FORCE = 1, 2, 4
_SPACES = re.compile(r"[\s_.|-]+")


class BadSidc(CoreError):
    """A text that is no symbol code; its text says what is wrong with it."""


@dataclass(frozen=True, slots=True, order=True)
class Sidc:
    """A symbol code in its parts, all of them digits as they stand in the code; `str` builds the code.

    `command` is the digit for headquarters, task force and dummy, `amplifier` the two digits of the echelon or the mobility,
    `extension` the ten digits that a code of APP-6E adds.

    >>> print(Sidc.of("121102", echelon="company"))
    10031000151211020000
    """

    version: str = "10"
    context: str = "0"
    identity: str = "3"
    symbol_set: str = "10"
    status: str = "0"
    command: str = "0"
    amplifier: str = "00"
    entity: str = "000000"
    first: str = "00"
    second: str = "00"
    extension: str = ""

    def __str__(self) -> str:
        head = self.version + self.context + self.identity + self.symbol_set + self.status + self.command + self.amplifier
        return head + self.function + self.extension

    @classmethod
    def of(
        cls,
        function: str,
        *,
        symbol_set: str = "10",
        identity: str = "friend",
        echelon: str = "",
        mobility: str = "",
        status: str = "present",
        headquarters: bool = False,
        task_force: bool = False,
        dummy: bool = False,
    ) -> "Sidc":
        """A code from words. `function` is an entity of six digits, or ten digits with both modifiers.

        Raises BadSidc for a word that is unknown, for digits of another length, and for an echelon together with a mobility.
        """
        if not (function.isascii() and function.isdigit() and len(function) in (6, 10)):
            raise BadSidc(f'"{function}" is no function of a symbol; it has six digits, or ten with both modifiers.')
        if echelon and mobility:
            raise BadSidc("A symbol code holds an echelon or a mobility, not both: they stand in the same two digits.")
        amplifier = _digits(ECHELONS, echelon, "echelon") or _digits(MOBILITIES, mobility, "mobility") or "00"
        return cls(
            identity=_digits(IDENTITIES, identity, "identity"),
            symbol_set=symbol_set,
            status=_digits(STATUSES, status, "status"),
            command=str(_DUMMY * dummy + _HEADQUARTERS * headquarters + _TASK_FORCE * task_force),
            amplifier=amplifier,
            entity=function[:6],
            first=function[6:8] or "00",
            second=function[8:10] or "00",
        )

    @classmethod
    def parse(cls, text: str) -> "Sidc":
        """A code of 20 or 30 digits; spaces, points and hyphens between them do not count.

        Raises BadSidc, whose sentence says what is wrong. `core.model.symbol_table.read_sidc` reads codes of letters too.
        """
        digits = _SPACES.sub("", text)
        if not digits:
            raise BadSidc("A symbol code is missing: twenty digits, such as 10031000161211000000.")
        wrong = next((c for c in digits if c not in "0123456789"), "")
        if wrong:
            raise BadSidc(f'"{text.strip()}" is no symbol code: "{wrong}" is no digit, and a code has twenty digits.')
        if len(digits) not in (20, 30):
            raise BadSidc(
                f'"{text.strip()}" is no symbol code: it has {len(digits)} digits, and a code has 20, or 30 in APP-6E.'
            )
        code = cls(
            digits[:2],
            digits[2],
            digits[3],
            digits[4:6],
            digits[6],
            digits[7],
            digits[8:10],
            digits[10:16],
            digits[16:18],
            digits[18:20],
            digits[20:],
        )
        for digit, place, names in ((code.identity, "fourth", IDENTITIES), (code.status, "seventh", STATUSES)):
            if digit not in names:
                allowed = ", ".join(f"{d} {name}" for d, name in names.items())
                raise BadSidc(f'"{text.strip()}" is no symbol code: its {place} digit is {digit}; allowed: {allowed}.')
        if code.command > "7":
            raise BadSidc(
                f'"{text.strip()}" is no symbol code: its eighth digit is {code.command}; it is a sum of 1 for a dummy, '
                "2 for headquarters and 4 for a task force, so at most 7."
            )
        return code

    @property
    def function(self) -> str:
        """What the unit is, ten digits: the entity and both modifiers."""
        return self.entity + self.first + self.second

    @property
    def affiliation(self) -> Affiliation:
        """Which frame the symbol has."""
        return _AFFILIATIONS[self.identity]

    @property
    def is_planned(self) -> bool:
        """Whether the frame is dashed: what is planned or anticipated, and whose identity is only assumed."""
        return self.status == "1" or self.identity in DASHED

    @property
    def is_dummy(self) -> bool:
        """Whether it is a feint or a dummy."""
        return bool(int(self.command) & _DUMMY)

    @property
    def is_headquarters(self) -> bool:
        """Whether it is a headquarters, whose symbol stands on a staff."""
        return bool(int(self.command) & _HEADQUARTERS)

    @property
    def is_task_force(self) -> bool:
        """Whether it is a task force."""
        return bool(int(self.command) & _TASK_FORCE)

    @property
    def echelon(self) -> str:
        """The size of the unit in words, empty when the code names none."""
        return ECHELONS.get(self.amplifier, "")

    @property
    def mobility(self) -> str:
        """How equipment moves in words, empty when the code names nothing."""
        return MOBILITIES.get(self.amplifier, "")

    def with_echelon(self, echelon: str) -> "Sidc":
        """The same unit of another size; "" for none. Raises BadSidc for a word that is no echelon."""
        return replace(self, amplifier=_digits(ECHELONS, echelon, "echelon") or "00")

    def with_identity(self, identity: str) -> "Sidc":
        """The same unit as friend, hostile, … Raises BadSidc for a word that is no identity."""
        return replace(self, identity=_digits(IDENTITIES, identity, "identity"))

    def with_command(self, *, headquarters: bool = False, task_force: bool = False, dummy: bool = False) -> "Sidc":
        """The same unit as headquarters, task force or dummy."""
        return replace(self, command=str(_DUMMY * dummy + _HEADQUARTERS * headquarters + _TASK_FORCE * task_force))


def _digits(names: dict[str, str], word: str, what: str) -> str:
    """The digits of a word, "" for an empty word."""
    if not word:
        return ""
    found = next((digits for digits, name in names.items() if name == word), "")
    if not found:
        raise BadSidc(f'There is no {what} "{word}" of symbols.{did_you_mean(word, names.values(), len(names))}')
    return found
