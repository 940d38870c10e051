"""Bring units of another program's file into the order of battle, with all that would not come along."""

from pathlib import Path

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.exchange.file_preview import FilePreviewDialog, Runner
from app.widgets.file_row import add_file_row
from core.interop.bring_units import UnitFormat, UnitsPreview
from core.model.edits.force_edits import ChangeUnits
from core.model.oob import OobSection

WIDTH_IN_LETTERS, LIST_LINES = 90, 12
MOST_LISTED = 500
"""Lines of what does not come along; of a table of nonsense there may be a hundred thousand."""


class ImportUnits(FilePreviewDialog):
    """Asks for a file; `edit` is what it would do, which has been shown."""

    def __init__(self, parent: QWidget | None, runner: Runner, file: Path | None = None) -> None:
        super().__init__(parent, runner)
        self.setWindowTitle(self.tr("Import units"))
        self._preview: UnitsPreview | None = None
        self.file = QLineEdit(self)
        self.format = QComboBox(self)
        for words, format_ in (
            (self.tr("As the file looks"), None),
            (self.tr("Order of battle of ORBAT Mapper (JSON)"), "orbat"),
            (self.tr("Table of counters (CSV)"), "counters"),
            (self.tr("Counters for templates of Inkscape (CSV)"), "countersheet"),
        ):
            self.format.addItem(words, format_)
        self.making = QCheckBox(self.tr("&Make sides and formations that the box has not"), self)
        self.making.setChecked(True)
        self.state = QLabel(self)
        self.state.setWordWrap(True)
        self.left_out = QListWidget(self)
        self.left_out.setAccessibleName(self.tr("What does not come along"))
        self.left_out.setWordWrap(True)
        self.left_out.setResizeMode(QListView.ResizeMode.Adjust)
        self._lay_out()
        self.file.textChanged.connect(self._soon)
        self.format.currentIndexChanged.connect(self._soon)
        self.making.toggled.connect(self._soon)
        self._show_nothing(self.tr("Choose a file to see what it would bring."))
        self.file.setFocus()
        if file is not None:
            self.file.setText(str(file))

    @property
    def edit(self) -> ChangeUnits | None:
        """The change that the user has seen; None while there is none."""
        return self._preview.edit if self._preview is not None else None

    def read_now(self) -> None:
        """Reads the file in the worker process, and shows what it would bring."""
        self._stop_reading()
        text = self.file.text().strip()
        if not text:
            self._show_nothing(self.tr("Choose a file to see what it would bring."))
            return
        self._show_nothing(self.tr("Reading…"))
        parameters = {
            "file": Path(text).expanduser(),
            "format": self.format.currentData(),
            "making": self.making.isChecked(),
        }
        self._ticket = self._runner.run("preview_units", parameters, self._show, on_refused=self._refuse, slot="import-units")

    def _lay_out(self) -> None:
        form = QFormLayout()
        add_file_row(form, self.tr("Fi&le:"), self.file, self._browse)
        form.addRow(self.tr("F&ormat:"), self.format)
        form.addRow("", self.making)
        left_out = QLabel(self.tr("&Does not come along:"), self)
        left_out.setBuddy(self.left_out)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.state)
        column.addWidget(left_out)
        column.addWidget(self.left_out, 1)
        column.addWidget(self._buttons)
        self.left_out.setMinimumHeight(LIST_LINES * self.fontMetrics().height() // 2)
        self.resize(WIDTH_IN_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    def _browse(self) -> None:
        wanted = f"{self.tr('Files of units')} (*.json *.csv *.tsv *.txt);;{self.tr('All files')} (*)"
        folder = str(Path(self.file.text()).parent) if self.file.text() else str(Path.home())
        chosen, _ = QFileDialog.getOpenFileName(self, self.tr("Import units"), folder, wanted)
        if chosen:
            self.file.setText(chosen)

    def _forget(self) -> None:
        """Lets go of what was seen."""
        self._preview = None

    def _show(self, answer: object) -> None:
        self._ticket = 0
        if not (isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], UnitsPreview)):
            return
        format_: UnitFormat = answer[0]
        preview = answer[1]
        self._preview = preview
        self.making.setEnabled(format_ != "orbat")
        title = self.format.itemText(self.format.findData(format_))
        said = [self._counted(preview, section) for section in ("sides", "formations", "counters")]
        brought = "; ".join(words for words in said if words)
        lines = [f"{title}.", (brought + ".") if brought else self.tr("This file changes nothing in this box.")]
        self.state.setText("\n".join(lines))
        findings, dropped = preview.findings, preview.dropped
        listed = [*(str(each) for each in findings[:MOST_LISTED]), *(str(each) for each in dropped)]
        if len(findings) > MOST_LISTED:
            listed.append(self.tr("… and %d more") % (len(findings) - MOST_LISTED))
        self.left_out.clear()
        self.left_out.addItems(listed or [self.tr("Everything comes along.")])
        self.do_import.setEnabled(bool(brought))

    def _counted(self, preview: UnitsPreview, section: OobSection) -> str:
        titles = {"sides": self.tr("Sides"), "formations": self.tr("Formations"), "counters": self.tr("Counters")}
        parts = []
        if new := preview.new.get(section):
            parts.append(self.tr("%d new") % new)
        if changed := preview.changed.get(section):
            parts.append(self.tr("%d changed") % changed)
        return f"{titles[section]}: {', '.join(parts)}" if parts else ""

    def _refuse(self, sentence: str) -> None:
        self._ticket = 0
        self._show_nothing(f"⚠ {sentence}")

    def _show_nothing(self, words: str) -> None:
        self._preview = None
        self.do_import.setEnabled(False)
        self.left_out.clear()
        self.state.setText(words)
