"""The chart editor: what was typed is kept as one's own, in the box or as a draft, and put away again."""

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox
from shiboken6 import delete

from app.dialogs.charts.editor import ChartEditor
from app.dialogs.charts.grid_model import MARK_ROLE
from app.documents.document import Document
from core.files.canonical import chart_text
from core.files.chart_drafts import draft_path
from core.files.own_charts import read_draft, rules_in_force
from core.model.new_map import NewMap
from tests.app.conftest import press
from tests.app.dialogs.charts.editor_bench import (
    PREP,
    PREP_TEXTS,
    RULES,
    Alt,
    Ctrl,
    Key,
    Shift,
    Worker,
    asked,
    button,
    findings,
    texts,
    wanted_source,
)


def test_a_chart_kept_as_mine_is_in_force_in_every_box(editor, qtbot, document, home):
    wanted_source(qtbot, editor)
    press(qtbot, editor, "64", (Key.Key_Tab, Shift), (Key.Key_S, Ctrl))
    chart = document.charts.chart(PREP)
    assert (chart.status, chart.source, chart.cells[("1", "1")]) == ("yours", "my copy", Fraction(64))
    assert (home / "tcs-4.01" / f"{PREP}.yaml").is_file()
    assert editor.message.text() == "Kept in your charts, and in force from now on."
    assert not editor.is_modified
    assert "entered by you (my copy)" in editor.in_force.text()
    assert "It stands over: printed in a published chart." in editor.in_force.text()
    editor.reject()
    assert not editor.isVisible()


def test_a_chart_kept_in_the_box_is_one_step_of_its_history(editor, qtbot, document):
    wanted_source(qtbot, editor)
    press(qtbot, editor, "64", Key.Key_Return)
    editor.in_box.click()
    assert document.box.charts[PREP].status == "box"
    assert document.undo_stack.undoText() == "Keep chart: Command Prep Table"
    assert not editor.is_modified
    document.undo_stack.undo()
    assert PREP not in document.box.charts
    assert "In force: printed in a published chart" in editor.in_force.text()


def test_a_chart_of_the_box_stands_over_mine_and_that_is_said(editor, qtbot, document):
    wanted_source(qtbot, editor)
    editor.in_box.click()
    editor.mine.click()
    assert editor.message.text() == "Kept in your charts. In this box the box's own chart stands over it."


def test_a_chart_with_errors_is_not_put_in_force_and_is_kept_as_a_draft(editor, qtbot, document, home, opened):
    wanted_source(qtbot, editor)
    press(qtbot, editor, "67", Key.Key_Return, (Key.Key_S, Ctrl))
    assert editor.message.text() == "The chart has errors and cannot be put in force; as a draft nothing of it is lost."
    assert rules_in_force("tcs-4.01")[0].own == {}
    editor.draft.click()
    assert not editor.is_modified
    assert document.charts.chart(PREP) is RULES.charts[PREP]
    editor.reject()
    assert not editor.isVisible()

    again = opened()
    assert "is kept as a draft" in again.notices.texts["draft"]
    button(again.notices, "Open the draft").click()
    assert texts(again)[0][0] == "67"
    assert again.source.text() == "my copy"
    assert not again.is_modified
    press(qtbot, again, "61", Key.Key_Return)
    again.mine.click()
    assert document.charts.chart(PREP).status == "yours"
    assert read_draft(RULES, PREP) is None


def test_a_draft_can_be_put_away(editor, qtbot, opened, home):
    press(qtbot, editor, "67", Key.Key_Return)
    editor.draft.click()
    again = opened()
    button(again.notices, "Put it away").click()
    assert "draft" not in opened().notices.texts
    assert list((home / "tcs-4.01").glob("*.draft.old"))


def test_a_draft_that_cannot_be_read_is_said_and_hinders_nothing(document, home, opened):
    path = draft_path("tcs-4.01", PREP)
    path.parent.mkdir(parents=True)
    path.write_text("phaseline: chart-draft\nversion: 9\n")
    editor = opened()
    assert "This draft of a chart is version 9; this Phaseline reads up to 1." in editor.message.text()
    assert f"{PREP}.yaml.draft:2:" in editor.message.text()


def test_the_programs_chart_comes_back_and_the_other_is_not_lost(editor, qtbot, document, home):
    assert not editor.programs.isEnabled()
    wanted_source(qtbot, editor)
    press(qtbot, editor, "64", Key.Key_Return)
    editor.mine.click()
    editor.in_box.click()
    editor.programs.click()
    assert document.charts.chart(PREP) == RULES.charts[PREP]
    assert texts(editor) == PREP_TEXTS
    assert (editor.source.text(), editor.is_modified, editor.programs.isEnabled()) == ("", False, False)
    aside = [home / "tcs-4.01" / f"{PREP}.yaml{end}" for end in (".old", ".2.old")]
    assert ["provenance: box" in path.read_text() for path in aside] == [True, False]
    assert all(str(path) in editor.message.text() for path in aside)
    document.undo_stack.undo()
    assert document.charts.chart(PREP).status == "box"


def test_closing_asks_about_what_is_not_kept(editor, qtbot, document):
    press(qtbot, editor, "67", Key.Key_Return)
    press(qtbot, editor, Key.Key_Escape)
    box = asked(editor)
    assert editor.isVisible()
    assert "cannot be put in force" in box.informativeText()
    button(box, "Cancel").click()
    QApplication.processEvents()
    assert editor.isVisible()
    editor.close()
    button(asked(editor), "Keep as draft").click()
    assert not editor.isVisible()
    draft = read_draft(RULES, PREP)
    assert draft is not None and draft.grid.texts[0][0] == "67"


def test_what_is_not_kept_can_be_given_up_or_kept_at_the_end(editor, qtbot, document, opened):
    press(qtbot, editor, "64", Key.Key_Return)
    editor.reject()
    button(asked(editor), "Do not keep").click()
    assert not editor.isVisible()
    assert document.charts.chart(PREP).status == "published"
    again = opened()
    wanted_source(qtbot, again)
    press(qtbot, again, "64", Key.Key_Return)
    again.reject()
    button(asked(again), "Keep in my charts").click()
    assert not again.isVisible()
    assert document.charts.chart(PREP).status == "yours"


def test_leaving_the_box_keeps_what_was_typed_as_a_draft_and_asks_nothing(editor, qtbot, home):
    press(qtbot, editor, "67", Key.Key_Return)
    editor.leave()
    assert not editor.isVisible()
    assert editor.findChild(QMessageBox) is None
    assert read_draft(RULES, PREP) is not None


def test_nothing_typed_leaves_no_draft_and_asks_nothing(editor, home):
    editor.leave()
    assert not editor.isVisible()
    assert read_draft(RULES, PREP) is None


def test_a_draft_that_cannot_be_written_is_said_and_the_editor_stays(editor, qtbot, home):
    home.parent.mkdir(parents=True, exist_ok=True)
    home.write_text("no folder")
    press(qtbot, editor, "67", Key.Key_Return)
    editor.reject()
    button(asked(editor), "Keep as draft").click()
    assert editor.isVisible()
    assert "cannot be written" in editor.message.text()


def test_other_charts_in_force_beside_it_are_seen_in_the_examples(opened, document):
    editor = opened("tcs.fire")
    before = editor.findings.agreement.text()
    shifts = document.charts.chart("tcs.area.terrain")
    other = replace(shifts, cells=MappingProxyType({key: Fraction(9) for key in shifts.cells}))
    document.set_ruleset(RULES.with_own({"": {shifts.id: other.owned("yours", "mine")}}))
    assert editor.findings.agreement.text() != before


def test_what_was_wrong_with_a_chart_of_mine_is_not_said_any_more_once_it_is_mended(editor, qtbot, document, home):
    folder = home / "tcs-4.01"
    folder.mkdir(parents=True)
    (folder / f"{PREP}.yaml").write_text("phaseline: chart\nversion: 1\n")
    document.show_issues(rules_in_force("tcs-4.01")[1])
    assert document.issues
    wanted_source(qtbot, editor)
    editor.mine.click()
    assert document.issues == ()
    aside = folder / f"{PREP}.yaml.old"
    assert aside.read_text() == "phaseline: chart\nversion: 1\n"
    assert f"What was there before is kept as {aside}." in editor.message.text()


def test_what_a_newer_version_has_written_outlives_keeping_and_the_programs_chart(editor, qtbot, document, home):
    folder = home / "tcs-4.01"
    folder.mkdir(parents=True)
    newer = f"phaseline: chart\nversion: 9\nid: {PREP}\n"
    (folder / f"{PREP}.yaml").write_text(newer)
    wanted_source(qtbot, editor)
    editor.mine.click()
    editor.programs.click()
    wanted_source(qtbot, editor)
    editor.mine.click()
    editor.programs.click()
    assert newer in [path.read_text() for path in folder.glob("*.old")]


def own_file(home, old="", new=""):
    path = home / "tcs-4.01" / f"{PREP}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = chart_text(RULES.charts[PREP].owned("yours", "my copy"))
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_an_own_chart_with_a_fault_is_shown_to_be_mended_and_not_typed_again(document, home, opened, qtbot):
    path = own_file(home, '"5": [66, 65', '"5": [66, null')
    editor = opened()
    assert texts(editor)[4][:3] == ("66", "", "64")
    assert editor.source.text() == "my copy"
    assert 'Row "5", column "2": Nothing stands here.' in editor.notices.texts["broken"]
    assert str(path) in editor.notices.texts["broken"]
    assert not editor.mine.isEnabled() and not editor.is_modified
    assert "In force: printed in a published chart" in editor.in_force.text()
    assert editor.model.index(4, 1).data(MARK_ROLE)
    press(qtbot, editor, Key.Key_F8, "65", Key.Key_Return)
    editor.mine.click()
    assert document.charts.chart(PREP).status == "yours"
    assert editor.notices.texts == {}
    assert "null" in path.with_name(f"{path.name}.old").read_text()
    assert opened().notices.texts == {}


def test_the_chart_in_force_can_be_shown_in_the_place_of_the_broken_one(document, home, opened, qtbot):
    own_file(home, '"5": [66, 65', '"5": [66, many')
    editor = opened()
    assert texts(editor)[4][1] == "many"
    button(editor.notices, "Show the chart in force").click()
    assert texts(editor) == PREP_TEXTS
    press(qtbot, editor, (Key.Key_Z, Ctrl))
    assert texts(editor)[4][1] == "many"


def test_an_own_chart_that_cannot_be_read_at_all_is_said(document, home, opened):
    path = own_file(home, "version: 1", "version: 9")
    editor = opened()
    assert texts(editor) == PREP_TEXTS
    assert "This chart is version 9" in editor.notices.texts["broken"]
    assert f"{path}:2:" in editor.notices.texts["broken"]
    assert "set aside and stays" in editor.notices.texts["broken"]


def test_a_chart_of_the_box_that_another_takes_the_place_of_is_kept(editor, qtbot, document, home):
    wanted_source(qtbot, editor)
    editor.in_box.click()
    press(qtbot, editor, "64", Key.Key_Return)
    editor.in_box.click()
    aside = home / "tcs-4.01" / f"{PREP}.yaml.old"
    assert "provenance: box" in aside.read_text()
    assert str(aside) in editor.message.text()
    assert "Kept in this box." in editor.message.text()


def test_answers_for_an_editor_that_is_gone_are_heard_by_the_document_alone(qtbot, document):
    class Late(Worker):
        """Answers when it is told to."""

        def __init__(self):
            self.waiting = []

        def run(self, *asked, **rest):
            self.waiting.append((asked, rest))
            return 1

        def answer(self):
            for job, rest in self.waiting:
                Worker.run(self, *job, **rest)

    late = Late()
    editor = ChartEditor(None, document, late, PREP)
    editor.source.setText("my copy")
    editor._say()
    editor.keep_mine()
    editor.keep_draft()
    editor._run_own({"ruleset": "nowhere"}, lambda: None)
    delete(editor)
    late.answer()
    assert document.charts.chart(PREP).status == "yours"


def test_a_block_of_a_spreadsheet_with_a_hole_is_named_mended_kept_and_there_the_next_time(opened, document, home, qtbot):
    editor = opened("tcs.fire")
    held = [list(row) for row in texts(editor)]
    hole = next(row for row, cells in enumerate(held) if cells[3])
    missing, held[hole][3] = held[hole][3], ""
    QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in held) + "\n")
    press(qtbot, editor, (Key.Key_V, Ctrl))
    assert f'Column "3" has a hole: nothing for {missing}.' in findings(editor)
    assert not editor.mine.isEnabled()
    press(qtbot, editor, Key.Key_F8)
    assert editor.view.at[1] == 3, "the hole comes before the source, which is typed last"
    press(qtbot, editor, *[Key.Key_Down] * (hole - editor.view.at[0]), *missing, Key.Key_Return)
    press(qtbot, editor, (Key.Key_S, Alt), "my copy, 2013")
    assert findings(editor) == []
    press(qtbot, editor, (Key.Key_M, Alt))
    # The button that the keys press is seen to go down for a moment.
    qtbot.waitUntil(lambda: editor.message.text() == "Kept in your charts, and in force from now on.")
    assert document.charts.chart("tcs.fire").status == "yours"
    assert "entered by you (my copy, 2013)" in editor.in_force.text()
    rules, issues = rules_in_force(RULES.id)
    assert not issues
    again = Document(NewMap("t", columns=3, rows=3).box(), rules)
    assert (again.charts.chart("tcs.fire").status, again.charts.chart("tcs.fire").source) == ("yours", "my copy, 2013")
