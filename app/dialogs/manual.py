"""The manual: the pages of `resources/manual`, beside a list of them.

A link to `action:NAME` starts an action of the window, by its name in `app.shell.action_table`; elsewhere, where nobody knows
such addresses, its words stand there as any others.
"""

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QResizeEvent, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import button_row

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "manual"

ACTION = "action"
"""The scheme of links that start an action."""

OUTSIDE = frozenset({"https", "http", "mailto"})
"""Schemes that the desktop opens."""


def pages(folder: Path = FOLDER) -> list[tuple[str, Path]]:
    """Title and file of each page; the title is its first heading. The index comes first, then pages as it names them."""
    index = folder / "index.md"
    named = re.findall(r"\(([\w-]+\.md)\)", index.read_text(encoding="utf-8")) if index.is_file() else []
    order = {name: number for number, name in enumerate(["index.md", *named][::-1])}
    found = []
    for path in folder.glob("*.md"):
        first = path.read_text(encoding="utf-8").lstrip().split("\n", 1)[0]
        found.append((first.lstrip("# ").strip() or path.stem, path))
    return sorted(found, key=lambda entry: (-order.get(entry[1].name, -1), entry[0].casefold()))


class PageView(QTextBrowser):
    """Shows a page with its pictures no wider than the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # One that came while a page is read would have it read anew within itself, half in the letters of its heading.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Loads what a page names; pictures are scaled down to the width of the view."""
        loaded = super().loadResource(kind, name)
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return loaded
        url = QUrl(name)
        source = self.source().resolved(url) if url.isRelative() else url
        picture = QImage(source.toLocalFile())
        room = self._room()
        if picture.isNull() or picture.width() <= room:
            return loaded
        density = self.devicePixelRatioF()
        small = picture.scaledToWidth(round(room * density), Qt.TransformationMode.SmoothTransformation)
        small.setDevicePixelRatio(density)
        return small

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fits the pictures into the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and self.source().isValid():
            place = self.verticalScrollBar().value()
            self.reload()
            self.verticalScrollBar().setValue(place)

    def _room(self) -> int:
        return max(100, self.viewport().width() - 2 * round(self.document().documentMargin()) - 4)


class ManualDialog(QDialog):
    """Shows one page at a time; links between pages work, others open in the desktop's browser.

    `start` starts an action of the window by its name, and says in a sentence why it does not, "" when it does: the manual is
    closed then, so that what was started is seen.
    """

    def __init__(self, parent: QWidget, folder: Path = FOLDER, start: Callable[[str], str] = lambda name: "") -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Manual"))
        self._start = start
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.told.hide()
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Pages"))
        self.list.setWordWrap(True)
        self.list.setSpacing(self.fontMetrics().height() // 5)
        self.text = PageView(self)
        self.text.setAccessibleName(self.tr("Page"))
        self.text.setSearchPaths([str(folder)])
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        for title, path in pages(folder):
            item = QListWidgetItem(title, self.list)
            item.setData(Qt.ItemDataRole.UserRole, str(path))
        self.list.currentItemChanged.connect(lambda item, _: self._show(item))
        self.text.sourceChanged.connect(self._select)
        split = QSplitter(self)
        split.addWidget(self.list)
        split.addWidget(self.text)
        split.setStretchFactor(1, 1)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(split, 1)
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        letter = self.fontMetrics().averageCharWidth()
        self.resize(130 * letter, 90 * letter)
        split.setSizes([32 * letter, 98 * letter])
        self.list.setCurrentRow(0)

    def _follow(self, link: QUrl) -> None:
        """Goes where a link leads: to another page, out of the program, or to an action; nowhere else."""
        why = self._start(link.path()) if link.scheme() == ACTION else ""
        self.told.setText(why)
        self.told.setVisible(bool(why))
        if link.scheme() == ACTION:
            if not why:
                self.accept()
        elif link.scheme() in OUTSIDE:
            QDesktopServices.openUrl(link)
        elif link.isRelative() or link.isLocalFile():
            self.text.setSource(self.text.source().resolved(link))

    def _show(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.text.setSource(QUrl.fromLocalFile(str(item.data(Qt.ItemDataRole.UserRole))))

    def _select(self, source: QUrl) -> None:
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == source.toLocalFile():
                self.list.setCurrentRow(row)
