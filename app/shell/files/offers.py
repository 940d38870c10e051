"""What is offered where no box is open: unsaved work of earlier runs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """Unsaved work of an earlier run: the title of the box, what there is in a phrase, and what the page's signals carry.

    What is not `usable` can only be discarded; the phrase then says why.
    """

    title: str
    phrase: str
    offer: object
    usable: bool = True
