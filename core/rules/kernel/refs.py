"""References into rule books."""

import re
from dataclasses import dataclass

BUILT_ON = ", which it builds on"
"""How a ruleset ends the sections that stand in the book of another series, whose name and edition they begin with."""


@dataclass(frozen=True, slots=True, order=True)
class RuleRef:
    """One rule of one edition of one book; of a rule of the book that a series builds on the section says it all.

    >>> str(RuleRef("tcs", "4.01", "8.2b"))
    'TCS 4.01 8.2b'
    >>> str(RuleRef("new-scs", "", "Bombardment"))
    'NEW SCS Bombardment'
    """

    book: str
    edition: str
    section: str

    def __str__(self) -> str:
        return " ".join(part for part in (re.sub("[_-]", " ", self.book.upper()), self.edition, self.section) if part)

    @classmethod
    def of(cls, book: str, edition: str, section: str) -> "RuleRef":
        """The rule of a section as a ruleset of this book writes it.

        >>> str(RuleRef.of("new-scs", "", "SCS 1.6 2.0a, which it builds on")), str(RuleRef.of("new-scs", "", "Air phase"))
        ('SCS 1.6 2.0a', 'NEW SCS Air phase')
        """
        other = section.removesuffix(BUILT_ON)
        return cls("", "", other) if other != section else cls(book, edition, section)
