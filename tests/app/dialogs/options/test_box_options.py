"""The dialog "Options of the box", by the keyboard alone."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from app.dialogs.options.detail import REFUSED
from app.dialogs.options.window import BoxOptions
from app.documents.document import Document
from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from core.rules.kernel.ruleset import KINDS

Key = Qt.Key


def document_of(ruleset="tcs-4.01", known=True, **options):
    box = NewMap("Foy", ruleset=ruleset, columns=3, rows=3, interval=None).box()
    box = box.with_head(replace(box.head, options={key.replace("__", "."): value for key, value in options.items()}))
    return Document(box, load_ruleset(ruleset) if known else None)


@pytest.fixture
def document(qapp):
    return document_of()


@pytest.fixture
def opened(qtbot):
    """Opens the dialog over a document; it has the keyboard."""

    def make(document):
        dialog = BoxOptions(None, document)
        qtbot.addWidget(dialog)
        dialog.show()
        dialog.activateWindow()
        qtbot.waitUntil(lambda: QApplication.focusWidget() is dialog.filter)
        return dialog

    return make


@pytest.fixture
def dialog(opened, document):
    return opened(document)


def press(qtbot, *keys, with_=Qt.KeyboardModifier.NoModifier):
    """Presses keys wherever the keyboard is."""
    for key in keys:
        qtbot.keyClick(QApplication.focusWidget(), key, with_)


def find(dialog, qtbot, words):
    """Goes to the first option with some words through the filter, and into its choice."""
    dialog.filter.setFocus()
    dialog.filter.selectAll()
    qtbot.keyClicks(dialog.filter, words)
    press(qtbot, Key.Key_Return)
    assert QApplication.focusWidget() is dialog.list
    press(qtbot, Key.Key_Return)


def row(dialog, id_):
    item = dialog._items[id_]
    return [item.text(column) for column in range(4)]


def shown(dialog):
    return [id_ for id_, item in dialog._items.items() if not item.isHidden()]


def test_options_stand_under_their_kinds_with_rule_and_what_is_in_force(dialog, document):
    heads = [dialog.list.topLevelItem(number).text(0) for number in range(dialog.list.topLevelItemCount())]
    assert heads[0] == "The box itself (2)"
    assert [head.casefold().rpartition(" (")[0] for head in heads[1:]] == list(KINDS.values())
    assert set(shown(dialog)) - {"box.title", "box.note"} == set(document.ruleset.options)
    assert row(dialog, "command.line_entry") == ["Line entry command", "6.15", "off", ""]
    assert row(dialog, "command.rating")[2:] == ["", "○ must be said"]
    assert "All are at their presets." in dialog.count.text()
    assert "The game must still say: 2" in dialog.count.text()


def test_all_that_is_chosen_by_keys_is_one_step_of_the_history(dialog, document, qtbot):
    heard = []
    document.method_changed.connect(heard.append)
    find(dialog, qtbot, "los.method")
    press(qtbot, Key.Key_Down)
    find(dialog, qtbot, "visibility at night")
    qtbot.keyClicks(QApplication.focusWidget(), "4")
    find(dialog, qtbot, "visibility.by_turn")
    qtbot.keyClicks(QApplication.focusWidget(), "20 by day")
    assert row(dialog, "night.visibility")[2:] == ["4", "● differs"]
    assert document.undo_stack.count() == 0
    press(qtbot, Key.Key_Return)
    assert not dialog.isVisible()
    assert dict(document.box.options) == {
        "los.method": "simplified",
        "night.visibility": "4",
        "visibility.by_turn": "20 by day",
    }
    assert (document.undo_stack.count(), document.undo_stack.undoText()) == (1, "Change options of the box")
    document.undo_stack.undo()
    assert dict(document.box.options) == {}
    document.undo_stack.redo()
    assert heard == ["simplified", "standard", "simplified"]


def test_escape_gives_everything_up(dialog, document, qtbot):
    find(dialog, qtbot, "los.method")
    press(qtbot, Key.Key_Down, Key.Key_Escape)
    assert not dialog.isVisible()
    assert document.undo_stack.count() == 0


def test_ok_without_a_change_makes_no_step_even_if_a_preset_is_written_out(opened, qtbot):
    document = document_of(los__method="standard")
    dialog = opened(document)
    dialog.accept()
    assert document.undo_stack.count() == 0
    assert dict(document.box.options) == {"los.method": "standard"}


def test_each_choice_says_what_it_does_and_which_one_is_the_preset(dialog):
    dialog.show_option("dug_in.markers")
    words = [label.text() for label in dialog.detail.widget().findChildren(QLabel) if label.isVisible()]
    assert words[:3] == [
        "Every Dug In marker is shown",
        "6.16e · optional rules · dug_in.markers",
        "Which units are dug in is always kept; this is about what lies on the map.",
    ]
    assert "Each unit that is dug in shows its marker." in words
    buttons = dialog.detail.buttons
    assert [button.text() for button in buttons.values()] == ["on (the preset)", "off"]
    assert buttons["on"].isChecked()
    assert buttons["off"].accessibleDescription() == "Markers are shown only where the owner places them as a reminder."


def test_a_clash_is_said_at_once_with_both_rules_and_stops_ok_alone(dialog, document, qtbot):
    find(dialog, qtbot, "6.15")
    press(qtbot, Key.Key_Down)
    find(dialog, qtbot, "command.play")
    press(qtbot, Key.Key_Down)
    said = "“Line entry command” (6.15): on, and “The command rules” (6.1): without, exclude each other."
    assert said in dialog.clashes.text()
    assert "OK waits" in dialog.clashes.text()
    assert said in dialog.detail.problem.text()
    assert [row(dialog, id_)[3] for id_ in ("command.play", "command.line_entry")] == ["⚠ clash"] * 2
    assert not dialog.accept_button.isEnabled()
    press(qtbot, Key.Key_Return)
    dialog.accept()
    assert dialog.isVisible()
    assert document.undo_stack.count() == 0
    find(dialog, qtbot, "los.method")
    press(qtbot, Key.Key_Down)
    assert row(dialog, "los.method")[2] == "8.4 simplified", "everything else can still be chosen"
    find(dialog, qtbot, "command.play")
    press(qtbot, Key.Key_Up)
    assert not dialog.clashes.isVisible()
    assert dialog.accept_button.isEnabled()


def test_a_number_that_is_refused_is_said_at_its_field(dialog, document, qtbot):
    find(dialog, qtbot, "night.visibility")
    line = QApplication.focusWidget()
    assert "hexes, from 0 to 100" in line.accessibleName()
    qtbot.keyClicks(line, "300")
    said = '"Visibility at night" must be a number from 0 to 100 hexes, not "300".'
    assert line.property(REFUSED)
    assert line.accessibleDescription() == line.toolTip() == said
    assert dialog.detail.problem.text() == f"⚠ {said}"
    assert row(dialog, "night.visibility")[3] == "⚠ cannot be"
    assert not dialog.accept_button.isEnabled()
    press(qtbot, Key.Key_Return)
    assert dialog.isVisible()
    press(qtbot, Key.Key_B, with_=Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: line.text() == "2")
    assert not line.property(REFUSED)
    assert dialog.accept_button.isEnabled()


def test_the_filter_takes_words_rules_and_choices(dialog, qtbot):
    dialog.filter.setFocus()
    qtbot.keyClicks(dialog.filter, "26.1")
    assert shown(dialog) == ["night.visibility", "morale.vehicle_recovery_night"]
    assert sum(not dialog.list.topLevelItem(number).isHidden() for number in range(dialog.list.topLevelItemCount())) == 2
    assert dialog._current == "night.visibility"
    dialog.filter.clear()
    qtbot.keyClicks(dialog.filter, "nebelwerfer BLOODY")
    assert shown(dialog) == ["rockets.zones"]
    dialog.filter.clear()
    qtbot.keyClicks(dialog.filter, "no such words")
    assert shown(dialog) == []
    assert dialog.detail.about.text() == "No option fits."
    assert dialog.detail.field is None
    press(qtbot, Key.Key_Return, Key.Key_Return)
    assert dialog.isVisible()
    dialog.filter.clear()
    assert len(shown(dialog)) == len(dialog._items)


def test_what_is_typed_filters_at_once_wherever_the_keyboard_is(dialog, qtbot):
    qtbot.keyClicks(QApplication.focusWidget(), "6.1")
    found = shown(dialog)
    assert {"command.play", "command.line_entry", "dug_in.markers"} <= set(found)
    assert all(
        dialog.draft.entries[id_].option.section.startswith("6.1") or ", 6.1" in dialog.draft.entries[id_].option.section
        for id_ in found
    )
    press(qtbot, Key.Key_Down)
    assert QApplication.focusWidget() is dialog.list
    qtbot.keyClicks(dialog.list, "5")
    assert QApplication.focusWidget() is dialog.filter
    assert dialog.filter.text() == "6.15"
    assert "command.line_entry" in shown(dialog)
    assert "dug_in.markers" not in shown(dialog)
    press(qtbot, Key.Key_Down)
    qtbot.keyClick(dialog.list, Key.Key_Backspace)
    assert dialog.filter.text() == "6.1"
    press(qtbot, Key.Key_Down)
    qtbot.keyClick(dialog.list, Key.Key_Space)
    assert dialog.filter.text() == "6.1", "a space writes nothing"


def test_an_option_that_is_asked_for_has_the_keyboard(dialog):
    dialog.show_option("los.method")
    assert QApplication.focusWidget() is dialog.list


def test_only_what_differs_or_is_wrong_can_be_shown(opened, qtbot):
    dialog = opened(document_of(dug_in__markers="off", los__method="standard"))
    press(qtbot, Key.Key_D, with_=Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: shown(dialog) == ["dug_in.markers"])
    dialog.show_option("night.visibility")
    assert dialog._current == "night.visibility", "an option that was asked for is shown whatever the filter"
    find(dialog, qtbot, "night.visibility")
    qtbot.keyClicks(QApplication.focusWidget(), "x")
    dialog.filter.clear()
    dialog.only_changed.setChecked(True)
    assert shown(dialog) == ["dug_in.markers", "night.visibility"]


def test_all_presets_come_back_and_the_combo_says_whether_they_hold(opened, qtbot):
    document = document_of(dug_in__markers="off", night__visibility="4")
    dialog = opened(document)
    assert dialog.presets.currentText() == "As this box chooses"
    assert "Other than their presets: 2." in dialog.count.text()
    press(qtbot, Key.Key_P, with_=Qt.KeyboardModifier.AltModifier)
    assert QApplication.focusWidget() is dialog.presets
    press(qtbot, Key.Key_Down)
    assert dialog.presets.currentText() == "All presets"
    dialog.accept()
    assert dict(document.box.options) == {}
    assert document.undo_stack.count() == 1


def test_what_the_game_must_say_is_counted_and_gone_to_one_after_the_other(dialog, qtbot):
    dialog.count.linkActivated.emit("next")
    assert dialog._current == "command.rating"
    assert QApplication.focusWidget() is dialog.detail.line
    assert "The game must say it" in dialog.detail.problem.text()
    qtbot.keyClicks(dialog.detail.line, "Blue 3")
    assert dialog.detail.problem.isHidden()
    assert "The game must still say: 1" in dialog.count.text()
    dialog.next_unsaid()
    dialog.next_unsaid()
    assert dialog._current == "morale.formations"


def test_a_number_that_the_game_must_say_may_be_left_open(opened, qtbot):
    dialog = opened(document_of("scs-1.6"))
    find(dialog, qtbot, "stacking.limit")
    line = QApplication.focusWidget()
    qtbot.keyClicks(line, "4")
    assert row(dialog, "stacking.limit")[2:] == ["4", "● differs"]
    press(qtbot, Key.Key_Backspace)
    assert row(dialog, "stacking.limit")[2:] == ["", "○ must be said"]
    assert dialog.accept_button.isEnabled()


def test_charts_of_a_game_are_chosen_with_their_doubts(opened, qtbot):
    document = document_of("scs-1.6")
    dialog = opened(document)
    find(dialog, qtbot, "box.chart_set")
    press(qtbot, Key.Key_Down)
    first = next(iter(document.ruleset.sets))
    assert row(dialog, "box.chart_set")[2] == document.ruleset.sets[first].title
    press(qtbot, Key.Key_Return)
    assert document.box.chart_set == first
    document.undo_stack.undo()
    assert document.box.chart_set == ""


def test_title_and_note_are_changed_here_too(dialog, document, qtbot):
    find(dialog, qtbot, "box.title")
    assert dialog.detail.line.text() == "Foy"
    assert dialog.detail.back.isHidden()
    press(qtbot, Key.Key_Delete)
    assert row(dialog, "box.title")[3] == "⚠ cannot be"
    qtbot.keyClicks(QApplication.focusWidget(), "Noville")
    find(dialog, qtbot, "box.note")
    qtbot.keyClicks(QApplication.focusWidget(), "One")
    press(qtbot, Key.Key_Return)
    qtbot.keyClicks(QApplication.focusWidget(), "Two")
    press(qtbot, Key.Key_Tab)
    assert QApplication.focusWidget() is not dialog.detail.words
    dialog.accept()
    assert (document.box.title, document.box.note) == ("Noville", "One\nTwo")


@pytest.mark.parametrize("words", ["8.4", "8.5a", "8.5b", "8.5c", "contour-heads", "Contour-heads 8.5"])
def test_the_ways_to_find_heights_are_found_by_their_rules_among_the_optional_ones(dialog, words):
    dialog.filter.setText(words)
    item = dialog._items["los.method"]
    assert not item.isHidden()
    assert item.parent() is dialog._heads["optional"]


def test_the_choices_of_a_switch_name_the_rule_that_each_stands_for(dialog):
    dialog.show_option("los.method")
    assert [button.text() for button in dialog.detail.buttons.values()] == [
        "8.2 standard (the preset)",
        "8.4 simplified",
        "8.5a contour-heads",
        "8.5a, 8.5b contour-heads",
        "8.5a, 8.5c contour-heads",
        "8.5a, 8.5b, 8.5c contour-heads",
    ]


def test_the_head_of_a_kind_counts_what_the_filter_leaves_of_it(dialog):
    head = dialog._heads["reading"]
    whole = head.childCount()
    assert head.text(0).endswith(f"({whole})")
    dialog.filter.setText("losses.halves")
    assert head.text(0).endswith(f"(1 of {whole})")
    dialog.filter.clear()
    assert head.text(0).endswith(f"({whole})")


def test_what_nothing_asks_for_is_said_in_grey_words(dialog):
    dialog.show_option("rockets.zones")
    assert dialog.detail.unread.isHidden(), "not known yet"
    dialog.show_reads(frozenset({"los.method"}))
    assert dialog.detail.unread.text() == ("What you choose is kept in the box, but nothing in this program asks for it yet.")
    assert not dialog.detail.unread.isHidden()
    spoken = {id_: item.data(0, Qt.ItemDataRole.AccessibleTextRole) for id_, item in dialog._items.items()}
    told = {id_ for id_, words in spoken.items() if "nothing asks for it yet" in words}
    assert "rockets.zones" in told
    assert told.isdisjoint({"los.method", "artillery.order", "box.title", "box.note"}), "the sequence of play asks, too"
    assert spoken["los.method"] == "Method of finding heights, rule 8.2, 8.4, 8.5, in force: 8.2 standard"
    grey = dialog.palette().color(dialog.palette().ColorRole.PlaceholderText)
    assert dialog._items["rockets.zones"].foreground(0).color() == grey
    assert dialog._items["los.method"].foreground(0).color() != grey
    assert row(dialog, "rockets.zones")[3] == "– not used yet", "grey is not the only sign"
    assert row(dialog, "los.method")[3] == ""
    assert f"nothing asks for them yet: {len(told)}." in dialog.count.text()


def test_without_known_rules_the_box_keeps_its_options_and_the_dialog_says_why(opened, qtbot):
    document = document_of("tcs-4.01", known=False, los__method="heads_a")
    dialog = opened(document)
    assert "does not have the rules “tcs-4.01”" in dialog.unknown.text()
    assert dialog.unknown.isVisible()
    assert shown(dialog) == ["box.title", "box.note"]
    assert not dialog.presets.isEnabled()
    find(dialog, qtbot, "title")
    qtbot.keyClicks(QApplication.focusWidget(), "Noville")
    press(qtbot, Key.Key_Return)
    assert document.box.title == "Noville"
    assert dict(document.box.options) == {"los.method": "heads_a"}


def test_an_option_that_there_is_not_is_no_reason_to_stumble(dialog):
    before = dialog._current
    dialog.show_option("")
    dialog.show_option("chess.castling")
    assert dialog._current == before


@pytest.mark.parametrize("option", ["los.method", "night.visibility", "visibility.by_turn", "box.note"])
def test_tab_leads_from_the_list_to_the_choice_and_on_to_the_buttons(dialog, qtbot, option):
    dialog.show_option(option)
    dialog.list.setFocus()
    press(qtbot, Key.Key_Tab)
    assert QApplication.focusWidget() is dialog.detail.field
    if option == "los.method":
        press(qtbot, Key.Key_Down)
    elif option == "night.visibility":
        qtbot.keyClicks(QApplication.focusWidget(), "5")
    elif option == "visibility.by_turn":
        qtbot.keyClicks(QApplication.focusWidget(), "all")
    press(qtbot, Key.Key_Tab)
    if option != "box.note":
        assert QApplication.focusWidget() is dialog.detail.back
        press(qtbot, Key.Key_Space)
        assert not dialog.draft.differs(option)
        assert QApplication.focusWidget() is dialog.detail.field
    visited = []
    while QApplication.focusWidget() is not dialog.accept_button and len(visited) < 4:
        press(qtbot, Key.Key_Tab)
        visited.append(QApplication.focusWidget())
    # The count takes the keyboard, and the link in it.
    assert visited[-1] is dialog.accept_button
    assert set(visited[:-1]) == {dialog.count}


def test_it_fits_a_small_screen(dialog):
    least = dialog.minimumSizeHint()
    assert least.width() < 880
    assert least.height() < 560
