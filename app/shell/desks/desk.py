"""What every desk of the main window can do: a desk opens the dialogs of one subject."""

from typing import Protocol


class Desk(Protocol):
    """Opens dialogs about the open box."""

    def leave_box(self) -> None:
        """The open box is being closed, and every dialog about it with it."""
        ...
