"""What a dialog hands over to be printed, whatever it is."""

from typing import Protocol

from app.export.cards import CardJob
from app.export.counter_layout import SheetWish
from app.export.counter_sheets import Job
from app.export.op_sheets.files import FormJob

AnyJob = Job | CardJob | FormJob


class PaperOrder(Protocol):
    """Pages that the user wants on paper."""

    @property
    def wish(self) -> SheetWish:
        """The paper, how it lies and is turned over."""

    @property
    def job(self) -> AnyJob | None:
        """The pages; None for the test page of a printer."""

    @property
    def pages(self) -> int:
        """How many pages are printed."""
