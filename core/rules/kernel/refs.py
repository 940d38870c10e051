"""References into rule books."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class RuleRef:
    """One rule of one edition of one book.

    >>> str(RuleRef("tcs", "4.01", "8.2b"))
    'TCS 4.01 8.2b'
    """

    book: str
    edition: str
    section: str

    def __str__(self) -> str:
        return f"{self.book.upper().replace('_', ' ')} {self.edition} {self.section}"
