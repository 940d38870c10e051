"""The dialogs for what is exported of a session, and for what its sides keep to themselves."""

from pathlib import Path

import pytest

from app.dialogs.play.export import PAGE, PICTURES, TEXT, ExportSessionDialog
from app.dialogs.play.secrets import Sealing, SecretsDialog, WriteSecretDialog
from core.rules.kernel.play_rules import SecretKind

ORDER = SecretKind("order", "Order", "6.5", "Who goes where.", changes=(("6.13", "Units are added."),))
PLAN = SecretKind("plan", "Plan", "1.5", "What may come.")
MINE = Sealing("o-1", "order", "Order", "red", "Red", 2, False, True)
THEIRS = Sealing("o-2", "order", "Order", "blue", "Blue", 1, False, False)
SHOWN = Sealing("p-1", "plan", "Plan", "blue", "Blue", 1, True, False)


@pytest.fixture
def export(qtbot, tmp_path):
    dialog = ExportSessionDialog(None, [("", "both sides"), ("red", "Red")], tmp_path, "battle")
    qtbot.addWidget(dialog)
    return dialog


def test_a_page_is_proposed_beside_the_session(export, tmp_path):
    wish = export.wish
    assert (wish.kind, wish.side, wish.each, wish.dpi, wish.out) == (PAGE, "", "turn", 60, tmp_path / "battle.html")
    assert export.export.isEnabled()
    words = wish.arguments(Path("a.journal"), Path("box"))
    assert words[:4] == ["journal", "a.journal", "--box", "box"]
    assert words[4:] == ["--html", str(tmp_path / "battle.html"), "--each", "turn", "--dpi", "60", "--progress"]


def test_text_needs_neither_pictures_nor_fineness_and_a_side_may_be_the_reader(export, tmp_path):
    export.kinds[TEXT].setChecked(True)
    export.side.setCurrentIndex(1)
    assert not export.dpi.isEnabled() and not export.each.isEnabled()
    words = export.wish.arguments(Path("a.journal"), Path("box"))
    assert words[4:] == ["--side", "red", "--text", "-o", str(tmp_path / "battle.txt")]


def test_pictures_go_into_a_folder(export, tmp_path):
    export.kinds[PICTURES].setChecked(True)
    assert export.wish.out == tmp_path / "battle" and export.wish.each == "phase"
    (tmp_path / "battle").write_text("no folder")
    export.file.setText(str(tmp_path / "battle"))
    export._judge()
    assert not export.export.isEnabled() and "is a file" in export._note.text()


@pytest.mark.parametrize(
    ("text", "fault"), [("", "Say where to."), ("none/a.html", "There is no folder"), ("a.txt", "end in .html")]
)
def test_what_cannot_be_written_is_told_before(export, tmp_path, text, fault):
    export.file.setText(str(tmp_path / text) if text else "")
    assert not export.export.isEnabled() and fault in export._note.text()


def test_a_file_that_is_there_is_told_to_be_replaced(export, tmp_path):
    (tmp_path / "there.html").write_text("x")
    export.file.setText(str(tmp_path / "there.html"))
    assert export.export.isEnabled() and "will be replaced" in export._note.text()


@pytest.fixture
def secrets(qtbot):
    dialog = SecretsDialog(None, [("red", "Red")], [ORDER, PLAN])
    qtbot.addWidget(dialog)
    dialog.show_sealings([MINE, THEIRS, SHOWN])
    return dialog


def usable(dialog):
    return [button.isEnabled() for button in (dialog.read, dialog.change, dialog.open_all)]


@pytest.mark.parametrize(("id_", "allowed"), [("o-1", [True] * 3), ("o-2", [False] * 3), ("p-1", [True, False, False])])
def test_only_an_owner_reads_and_changes_what_is_sealed(secrets, id_, allowed):
    secrets.show_sealings([MINE, THEIRS, SHOWN], id_)
    assert secrets.current == id_ and usable(secrets) == allowed


def test_what_is_wanted_is_told_with_its_id(secrets, qtbot):
    secrets.show_sealings([MINE, THEIRS, SHOWN], "o-1")
    for button, signal in (
        (secrets.read, secrets.read_wanted),
        (secrets.change, secrets.change_wanted),
        (secrets.open_all, secrets.open_wanted),
    ):
        with qtbot.waitSignal(signal) as caught:
            button.click()
        assert caught.args == ["o-1"]
    with qtbot.waitSignal(secrets.write_wanted) as caught:
        secrets.write.click()
    assert caught.args == ["red"]


def test_a_text_that_was_read_goes_when_another_row_is_chosen(secrets):
    secrets.show_sealings([MINE, THEIRS, SHOWN], "o-1")
    secrets.show_text("o-1", ["over the ridge"])
    secrets.tell(["Only this side can read it."])
    assert secrets.text.toPlainText() == "over the ridge"
    secrets.list.setCurrentItem(secrets.list.topLevelItem(1))
    assert secrets.text.toPlainText() == "" and secrets.told.text() == ""


def test_every_version_can_be_read_and_the_last_stands_there_first(secrets):
    secrets.show_sealings([MINE, THEIRS, SHOWN], "o-1")
    secrets.show_text("o-1", ["over the ridge", "along the river"])
    assert secrets.text.toPlainText() == "along the river" and not secrets.version.isHidden()
    secrets.version.setCurrentIndex(0)
    assert secrets.text.toPlainText() == "over the ridge"
    secrets.show_text("o-1", ["over the ridge"])
    assert secrets.text.toPlainText() == "over the ridge" and secrets.version.isHidden()


def test_the_state_of_each_stands_in_words(secrets):
    rows = [secrets.list.topLevelItem(row) for row in range(3)]
    assert [row.text(4) for row in rows] == ["sealed", "sealed", "open to all"]


def test_something_new_needs_a_name_of_its_own_and_words(qtbot):
    dialog = WriteSecretDialog(None, [ORDER, PLAN], frozenset({"o-1"}))
    qtbot.addWidget(dialog)
    assert not dialog.seal.isEnabled()
    dialog._name.setText("o-1")
    assert "called “o-1” already" in dialog._fault.text()
    dialog._name.setText("o-3")
    dialog._text.setPlainText("  over the ridge ")
    assert dialog.seal.isEnabled()
    assert (dialog.kind, dialog.name, dialog.words) == ("order", "o-3", "over the ridge")


def test_a_change_names_its_rule_and_why(qtbot):
    dialog = WriteSecretDialog(None, [ORDER], frozenset(), ("o-1", "over the ridge"))
    qtbot.addWidget(dialog)
    assert dialog._fault.text() == "Nothing is changed yet."
    dialog._text.setPlainText("over the ridge and on")
    assert "why" in dialog._fault.text()
    dialog._why.setText("B Company joins")
    assert dialog.seal.isEnabled() and (dialog.section, dialog.why) == ("6.13", "B Company joins")
    dialog._rule.setCurrentIndex(1)
    assert dialog.section == ""
