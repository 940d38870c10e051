import re
from fractions import Fraction

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage, QTextFormat
from PySide6.QtWidgets import QApplication, QLabel

from app.dialogs.about import AboutDialog
from app.dialogs.manual import ManualDialog, pages
from app.dialogs.problem_report import ProblemReport
from app.dialogs.shortcuts import ShortcutsDialog, page
from app.dialogs.terrain.absent import AbsentTerrainDialog
from app.dialogs.visibility import VisibilityDialog
from app.shell.action_table import ALL
from core.model.terrain import Terrain, TerrainKind


def test_visibility_is_a_number_or_unlimited(qtbot):
    dialog = VisibilityDialog(None, None)
    qtbot.addWidget(dialog)
    assert dialog.hexes is None
    dialog.unlimited.setChecked(False)
    dialog.number.setValue(7)
    assert dialog.hexes == 7
    dialog.unlimited.setChecked(True)
    assert dialog.hexes is None


def test_typing_a_number_of_hexes_ends_unlimited_visibility(qtbot):
    dialog = VisibilityDialog(None, None)
    qtbot.addWidget(dialog)
    assert dialog.number.isEnabled()
    dialog.number.selectAll()
    qtbot.keyClicks(dialog.number, "10")
    assert dialog.hexes == 10


def test_visibility_begins_with_what_holds(qtbot):
    dialog = VisibilityDialog(None, 4)
    qtbot.addWidget(dialog)
    assert dialog.hexes == 4
    assert dialog.number.isEnabled()


def test_only_terrain_with_a_height_can_be_absent(qtbot):
    terrain = {
        "woods": Terrain("woods", "Woods", TerrainKind.AREA, Fraction(20)),
        "field": Terrain("field", "Field", TerrainKind.AREA),
        "building": Terrain("building", "Building", TerrainKind.AREA, Fraction(5)),
    }
    dialog = AbsentTerrainDialog(None, terrain, frozenset({"woods"}))
    qtbot.addWidget(dialog)
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == ["Building, 5 m high", "Woods, 20 m high"]
    assert dialog.absent == {"woods"}
    dialog.list.item(0).setCheckState(Qt.CheckState.Checked)
    assert dialog.absent == {"woods", "building"}


def test_shortcuts_are_searched_by_name_and_by_key(qtbot):
    sections = [("View", [("Zoom in", ["Ctrl++"]), ("Fit <all>", ["F"])]), ("File", [("Quit", ["Ctrl+Q"])])]
    assert "Fit &lt;all&gt;" in page(sections)
    assert "Quit" not in page(sections, "zoom")
    assert "Zoom" not in page(sections, "ctrl+q")
    dialog = ShortcutsDialog(None, sections)
    qtbot.addWidget(dialog)
    dialog.search.setText("nothing")
    assert "No key or action" in dialog.text.toPlainText()


def test_the_manual_shows_its_index_first_and_follows_links(qtbot, tmp_path):
    (tmp_path / "los.md").write_text("# Line of sight\n\nText.", encoding="utf-8")
    (tmp_path / "index.md").write_text("# Start here\n\n[sight](los.md)", encoding="utf-8")
    assert [title for title, _ in pages(tmp_path)] == ["Start here", "Line of sight"]
    dialog = ManualDialog(None, tmp_path)
    qtbot.addWidget(dialog)
    assert "Start here" in dialog.text.toPlainText()
    dialog.text.setSource(QUrl.fromLocalFile(str(tmp_path / "los.md")))
    assert "Text." in dialog.text.toPlainText()
    assert dialog.list.currentRow() == 1


def test_no_words_of_a_page_stand_in_the_letters_of_its_headings(qtbot):
    dialog = ManualDialog(None)
    qtbot.addWidget(dialog)
    dialog.show()
    for row in range(dialog.list.count()):
        dialog.list.setCurrentRow(row)
        QApplication.processEvents()
        block = dialog.text.document().begin()
        heads = []
        while block.isValid():
            sizes = {each.format.intProperty(QTextFormat.Property.FontSizeAdjustment) for each in block.textFormats()}
            if block.blockFormat().headingLevel():
                heads.append(block.text())
            elif block.text():
                assert sizes <= {0}, (dialog.list.item(row).text(), block.text())
            block = block.next()
        assert heads[0] == dialog.list.item(row).text() and heads.count(heads[0]) == 1, heads


def test_links_of_the_manual_start_actions_and_lead_to_no_other_place(qtbot, tmp_path, monkeypatch):
    (tmp_path / "more.md").write_text("# More", encoding="utf-8")
    links = "[go](action:help.tour) [no](action:no.such) [page](more.md) [out](https://example.org) [bad](javascript:x)"
    (tmp_path / "index.md").write_text(f"# Start\n\n{links}", encoding="utf-8")
    opened, started = [], []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))

    def start(name):
        started.append(name)
        return "" if name == "help.tour" else f"There is no {name}."

    dialog = ManualDialog(None, tmp_path, start)
    qtbot.addWidget(dialog)
    dialog.show()
    follow = dialog.text.anchorClicked.emit
    follow(QUrl("javascript:x"))
    follow(QUrl("data:text/html,x"))
    assert (opened, started) == ([], []) and "Start" in dialog.text.toPlainText()
    follow(QUrl("https://example.org"))
    assert opened == ["https://example.org"]
    follow(QUrl("action:no.such"))
    assert dialog.told.text() == "There is no no.such." and not dialog.told.isHidden() and dialog.isVisible()
    follow(QUrl("more.md"))
    assert dialog.text.toPlainText() == "More" and dialog.list.currentRow() == 1 and dialog.told.isHidden()
    dialog.list.setCurrentRow(0)
    dialog.text.setFocus()
    qtbot.keyClick(dialog.text, Qt.Key.Key_Tab)
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return)
    assert started == ["no.such", "help.tour"] and not dialog.isVisible(), "what was started is seen"


def test_every_action_that_the_manual_starts_is_one_of_the_window():
    found = [name for _, path in pages() for name in re.findall(r"\]\(action:([^)]*)\)", path.read_text(encoding="utf-8"))]
    assert "help.tour" in found and set(found) <= {spec.id for spec in ALL}


def test_pages_stand_in_the_order_in_which_the_index_names_them(tmp_path):
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.md").write_text(f"# {name.upper()}", encoding="utf-8")
    (tmp_path / "index.md").write_text("# I\n\n[c](c.md), [a](a.md)", encoding="utf-8")
    assert [title for title, _ in pages(tmp_path)] == ["I", "C", "A", "B"]


def test_a_wide_picture_is_no_wider_than_the_page_whatever_its_width(qtbot, tmp_path):
    picture = QImage(3000, 300, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    assert picture.save(str(tmp_path / "wide.png"))
    (tmp_path / "index.md").write_text("# I\n\n![wide](wide.png)", encoding="utf-8")
    dialog = ManualDialog(None, tmp_path)
    qtbot.addWidget(dialog)
    dialog.show()
    for width in (700, 1100):
        dialog.resize(width, 500)
        qtbot.waitUntil(lambda: dialog.text.viewport().width() > 100)
        assert 100 < dialog.text.document().idealWidth() <= dialog.text.viewport().width()
        assert dialog.text.horizontalScrollBar().maximum() == 0


def test_about_names_the_version(qtbot):
    dialog = AboutDialog(None, "1.2.3")
    qtbot.addWidget(dialog)
    assert any("Phaseline 1.2.3" in label.text() for label in dialog.findChildren(QLabel))


def test_a_report_can_be_copied_and_grows(qtbot):
    dialog = ProblemReport(None, "Something went wrong.", "first")
    qtbot.addWidget(dialog)
    dialog.add("second")
    dialog.copy.click()
    assert QGuiApplication.clipboard().text().split() == ["first", "second"]
