from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QFrame, QMessageBox, QPushButton, QWidget

from app.canvas.layers import LayerState
from app.canvas.scene_map import SceneMap
from app.canvas.view import MapView
from app.dialogs.maps.underlay import PointPrompt
from app.documents.document import Document
from app.shell.action_table import ALL
from app.shell.actions import BOX_KEYS, Actions
from app.shell.desks.scans import ANEW, MISSING, ScanDesk
from app.tools.context import ToolContext
from app.tools.map_marks import MapMarks
from app.tools.register import RegisterTool
from app.widgets.notices import Notices
from core.model.maps import ControlPoint, Underlay
from core.model.scan import with_points, with_scan
from tests.app.conftest import box_of, made_up_sheet


class Tools:
    """As much of the tool box as the desk uses."""

    def __init__(self, tool):
        self.tools, self.current, self.chosen = {tool.id: tool}, None, []

    def choose(self, name):
        self.chosen.append(name)
        self.current = self.tools[name]


@pytest.fixture
def desk(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "box"
    folder.mkdir()
    box = box_of(made_up_sheet(8, 6))
    box = replace(box, sheets=(replace(box.sheets[0], file="a.map.yaml"),))
    window = QWidget()
    qtbot.addWidget(window)
    view = MapView(window)
    view.show_map(SceneMap.whole(box))
    view.set_layers(LayerState())
    document = Document(box, path=folder)
    said = []
    marks = MapMarks(view, box) if MapMarks.__init__.__code__.co_argcount == 3 else MapMarks(view, document)
    context = ToolContext(marks, document, None, None, None, None, said.append)
    tool = RegisterTool(context)
    desk = ScanDesk(window, view, lambda name, on: view.set_layers(view.layers.with_shown(name, on)), said.append)
    notices, actions = Notices(window), Actions(window)
    actions.add(spec for spec in ALL if spec.id in BOX_KEYS)
    desk.use(notices, actions)
    tools = Tools(tool)
    desk.open(document, tools)
    yield SimpleNamespace(
        desk=desk,
        document=document,
        view=view,
        folder=folder,
        said=said,
        tool=tool,
        tools=tools,
        tmp=tmp_path,
        notices=notices,
        actions=actions,
    )
    desk.close()


def picture(path, width=700, height=600):
    path.parent.mkdir(parents=True, exist_ok=True)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0xFF336699)
    assert image.save(str(path))
    return path


def scan(desk):
    return desk.document.box.sheets[0].sheet.underlay


def wait_for_picture(desk, qtbot):
    qtbot.waitUntil(lambda: bool(desk.view.map.scans.pyramids))


def missing(desk):
    return [issue for issue in desk.document.issues if issue.code == MISSING]


def test_a_picture_of_the_box_is_laid_under_its_map_in_one_step(desk, qtbot):
    desk.desk.take_file("a.map.yaml", picture(desk.folder / "scans" / "n.png"))
    wait_for_picture(desk, qtbot)
    assert scan(desk) == Underlay("scans/n.png", (700, 600))
    assert desk.document.undo_stack.count() == 1
    assert desk.view.map.scans.pyramids["a.map.yaml"].size == (700, 600)
    assert not missing(desk)
    # What would cover it is switched off, and that is said.
    assert not desk.view.layers.shows("tint")
    assert "switched off for this box" in desk.said[-1]
    desk.document.undo_stack.undo()
    assert desk.view.layers.shows("tint") and desk.view.layers.shows("shading")
    assert scan(desk) is None and desk.view.map.scans.pyramids == {}


def test_a_picture_outside_the_box_is_copied_into_it_if_the_user_agrees(desk, qtbot, monkeypatch):
    outside = picture(desk.tmp / "elsewhere" / "n.png")
    answers = [QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Ok]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop(0))
    desk.desk.take_file("a.map.yaml", outside)
    assert scan(desk) is None
    desk.desk.take_file("a.map.yaml", outside)
    qtbot.waitUntil(lambda: scan(desk) is not None)
    assert scan(desk).file == "scans/n.png"
    assert (desk.folder / "scans" / "n.png").read_bytes() == outside.read_bytes()
    wait_for_picture(desk, qtbot)


def test_a_picture_that_cannot_be_copied_is_told(desk, qtbot, monkeypatch):
    outside = picture(desk.tmp / "elsewhere" / "n.png")
    (desk.folder / "scans").write_text("in the way")
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Ok)
    told = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *words: told.append(words[-1]))
    desk.desk.take_file("a.map.yaml", outside)
    qtbot.waitUntil(lambda: bool(told))
    assert "n.png could not be prepared" in told[0]
    assert scan(desk) is None


def test_pictures_are_not_put_into_boxes_that_belong_to_the_program(desk, monkeypatch):
    told = []
    monkeypatch.setattr(QMessageBox, "information", lambda *words: told.append(words[-1]))
    monkeypatch.setattr("app.shell.desks.scans.SCENARIOS", desk.tmp)
    desk.desk.take_file("a.map.yaml", picture(desk.tmp / "elsewhere" / "n.png"))
    assert "Save a copy of the box first" in told[0]
    assert scan(desk) is None


def test_a_missing_picture_is_a_finding_until_it_is_found(desk, qtbot):
    placed = desk.document.box.sheets[0]
    desk.document.do(with_scan(placed, "Choose", Underlay("gone.png", (700, 600))))
    assert len(missing(desk)) == 1 and "gone.png" in missing(desk)[0].text
    desk.desk.show()
    assert desk.desk.dialog.find_it.isVisible()
    # What the worker finds later does not make it forgotten.
    desk.document.show_issues(())
    assert len(missing(desk)) == 1
    desk.desk.take_file("a.map.yaml", picture(desk.folder / "found.png"))
    assert not missing(desk)
    wait_for_picture(desk, qtbot)
    assert not desk.desk.dialog.find_it.isVisible()


def press_answer(notices, key):
    bar = notices.findChild(QFrame, f"notice-{key}")
    bar.findChild(QPushButton).click()


def test_a_missing_picture_is_told_above_the_map_once_and_can_be_found_from_there(desk, qtbot, monkeypatch):
    placed = desk.document.box.sheets[0]
    desk.document.do(with_scan(placed, "Choose", Underlay("gone.png", (700, 600))))
    assert "gone.png" in desk.notices.texts[MISSING]
    # Who puts it away is not told again of the same.
    desk.notices.withdraw(MISSING)
    desk.document.show_issues(())
    assert not desk.notices.texts
    desk.desk.close()
    desk.desk.open(desk.document, desk.tools)
    assert "gone.png" in desk.notices.texts[MISSING]
    chosen = ["", str(picture(desk.folder / "found.png"))]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (chosen.pop(0), ""))
    press_answer(desk.notices, MISSING)
    assert MISSING in desk.notices.texts
    press_answer(desk.notices, MISSING)
    assert scan(desk).file == "found.png" and not desk.notices.texts
    wait_for_picture(desk, qtbot)


@pytest.fixture
def fitted(desk, qtbot):
    """A picture with three points."""
    desk.desk.take_file("a.map.yaml", picture(desk.folder / "n.png"))
    wait_for_picture(desk, qtbot)
    points = tuple(ControlPoint(pixel, cell) for pixel, cell in (((70, 60), (1, 1)), ((350, 90), (4, 1)), ((70, 300), (1, 3))))
    desk.document.do(with_points(desk.document.box.sheets[0], "Set points", points))
    return desk


def test_a_picture_of_another_size_begins_its_points_anew_in_one_step_and_offers_to_keep_them(fitted, qtbot):
    before, steps = scan(fitted), fitted.document.undo_stack.count()
    fitted.desk.take_file("a.map.yaml", picture(fitted.folder / "wide.png", 1400, 600))
    qtbot.waitUntil(lambda: ANEW in fitted.notices.texts)
    assert scan(fitted) == Underlay("wide.png", (1400, 600))
    assert "1400 × 600 pixels, the one before it had 700 × 600" in fitted.notices.texts[ANEW]
    assert fitted.document.undo_stack.count() == steps + 1
    fitted.document.undo_stack.undo()
    assert scan(fitted) == before and ANEW not in fitted.notices.texts
    # The picture is prepared already the second time.
    fitted.desk.take_file("a.map.yaml", fitted.folder / "wide.png")
    assert scan(fitted) == Underlay("wide.png", (1400, 600))
    press_answer(fitted.notices, ANEW)
    assert [(each.pixel, each.cell) for each in scan(fitted).points] == [
        ((140, 60), (1, 1)),
        ((700, 90), (4, 1)),
        ((140, 300), (1, 3)),
    ]
    assert fitted.document.undo_stack.count() == steps + 1
    fitted.document.undo_stack.undo()
    assert scan(fitted) == before


def test_a_picture_of_the_same_size_keeps_its_points_silently(fitted, qtbot):
    points = scan(fitted).points
    fitted.desk.take_file("a.map.yaml", picture(fitted.folder / "moved.png"))
    qtbot.waitUntil(lambda: ("moved.png", 1) in fitted.desk._pyramids)
    assert scan(fitted).points == points and not fitted.notices.texts


def test_the_keys_of_the_document_work_while_the_dialog_has_the_keyboard(desk, qtbot):
    desk.desk.show()
    dialog = desk.desk.dialog
    with qtbot.waitActive(dialog):
        dialog.activateWindow()
    with qtbot.waitSignal(desk.actions["file.save"].triggered):
        qtbot.keyClick(dialog.table, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    desk.document.do(with_scan(desk.document.box.sheets[0], "Choose", Underlay("gone.png", (7, 6))))
    qtbot.keyClick(dialog.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert scan(desk) is None


def test_a_file_that_is_no_picture_is_told_in_the_dialog(desk, qtbot):
    desk.desk.show()
    file = desk.folder / "n.png"
    file.write_bytes(b"no picture")
    desk.desk.take_file("a.map.yaml", file)
    qtbot.waitUntil(lambda: "cannot be read as a picture" in desk.desk.dialog.state.text())
    assert desk.view.map.scans.pyramids == {}


def test_points_are_named_in_a_prompt_and_the_tool_is_taken_from_the_dialog(desk, qtbot):
    desk.desk.take_file("a.map.yaml", picture(desk.folder / "n.png"))
    wait_for_picture(desk, qtbot)
    desk.desk.show()
    desk.desk.dialog.set_points.click()
    assert desk.tools.chosen == ["register"]
    for text in ("02.02", ""):
        desk.tool.naming.emit((100.0, 200.0), None)
        prompt = desk.desk._prompt
        assert isinstance(prompt, PointPrompt)
        prompt.line.setText(text)
        prompt.accept() if text else prompt.reject()
    assert [(point.pixel, point.cell) for point in scan(desk).points] == [((100.0, 200.0), (2, 2))]
    assert desk.desk.dialog.table.rowCount() == 1


def test_the_layer_is_switched_from_the_dialog_and_followed_there(desk):
    desk.document.do(with_scan(desk.document.box.sheets[0], "Choose", Underlay("gone.png", (7, 6))))
    desk.desk.show()
    desk.desk.dialog.shown.setChecked(False)
    assert not desk.view.layers.shows("underlay")
    desk.desk.show_layer(True)
    assert desk.desk.dialog.shown.isChecked()


def test_a_new_picture_of_the_map_shows_its_scans_again(desk, qtbot):
    desk.desk.take_file("a.map.yaml", picture(desk.folder / "n.png"))
    wait_for_picture(desk, qtbot)
    desk.view.show_map(SceneMap(desk.document.box), keep_view=True)
    assert desk.view.map.scans.pyramids == {}
    with qtbot.waitSignal(desk.view.prepared):
        pass
    assert desk.view.map.scans.pyramids


def test_a_closed_box_leaves_nothing_under_way(desk):
    desk.desk.take_file("a.map.yaml", picture(desk.folder / "n.png"))
    desk.desk.show()
    desk.desk.close()
    assert desk.desk.dialog is None
    desk.document.do(with_scan(desk.document.box.sheets[0], "Remove", None))
    assert desk.desk._errand is None


def test_layers_switched_off_for_a_scan_are_not_kept_and_come_back_when_the_box_goes(desk, qtbot):
    desk.desk.take_file("a.map.yaml", picture(desk.folder / "scans" / "n.png"))
    wait_for_picture(desk, qtbot)
    state = desk.view.layers
    assert {"tint", "shading"} <= state.hidden
    assert desk.desk.chosen(state.with_shown("names", False)).hidden == {"names"}
    # What the user shows again while there is a scan is the user's own from then on.
    shown = state.with_shown("tint", True)
    desk.view.set_layers(shown)
    assert desk.desk.chosen(shown).hidden == set()
    desk.view.set_layers(shown.with_shown("tint", False))
    assert desk.desk.chosen(desk.view.layers).hidden == {"tint"}
    desk.desk.close()
    assert desk.view.layers.hidden == {"tint"}
    desk.desk.open(desk.document, desk.tools)
    assert desk.view.layers.hidden == {"tint", "shading"}
