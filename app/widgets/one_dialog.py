"""OneDialog: a place for one modal dialog at a time."""

from PySide6.QtWidgets import QDialog


class OneDialog:
    """Shows a modal dialog, and lets go of it when it is finished."""

    def __init__(self) -> None:
        self._dialog: QDialog | None = None

    @property
    def is_open(self) -> bool:
        """Whether a dialog is shown."""
        return self._dialog is not None

    def show(self, dialog: QDialog) -> None:
        """Shows a dialog; there must be none yet."""
        self._dialog = dialog
        dialog.finished.connect(self._forget)
        dialog.setModal(True)
        dialog.show()

    def reject(self) -> None:
        """Closes the dialog, as Cancel does, if there is one."""
        if self._dialog is not None:
            self._dialog.reject()

    def _forget(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None
