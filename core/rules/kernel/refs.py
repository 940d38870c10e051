"""References into rule books."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class RuleRef:
    """One rule of one edition of one book.

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
