"""The window Counter looks: a look is copied, an element moved and coloured, the face changes, and all of it is undone."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from app.dialogs.looks.pictures import LookPicture, dragged
from app.dialogs.looks.subjects import MOST_UNITS
from app.dialogs.looks.window import LooksWindow
from app.documents.document import Document
from core.files.ruleset_files import load_ruleset
from core.model.edits.force_edits import ChangeUnits
from core.model.items import Items
from core.model.looks import Chosen, Condition
from core.model.new_map import NewMap
from core.model.oob import Counter, Formation, Oob, OobRef, Side, Values
from core.rules.kernel.looks import face_of
from core.rules.kernel.markers import marker_face

RULES = load_ruleset("new-scs")
Key, Ctrl, Shift = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TANK = Values(
    {
        "piece.kind": "combat",
        "piece.name": "3 Tank",
        "armour": "tank",
        "unit.type": "tanks",
        "attack": 7,
        "defence": 5,
        "movement": 9,
        "movement.class": "mechanised",
        "quality": 3,
        "exploitation": True,
        "steps": 2,
    }
)
THE_OOB = Oob(
    Items([Side("de", "German", "#8a9a7b", "#000000")]),
    Items([Formation("1-pz", "1st Panzer", "de", stripe="#222222")]),
    Items([Counter("a", "de", TANK, Values({"attack": 3}), "1-pz"), Counter("b", "de", TANK, None, "1-pz", look="air")]),
)


@pytest.fixture
def window(qtbot):
    document = Document(NewMap("t", columns=3, rows=3).box().with_oob(THE_OOB), RULES)
    made = LooksWindow(None, document, RULES)
    made.kept = document
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def own(window):
    """The window with the look of combat units copied to the game, and the counter "a" drawn."""
    window.copy.click()
    window.unit.setCurrentIndex(window.unit.findData("a"))
    window.unit.activated.emit(window.unit.currentIndex())
    return window


def face(window, side=0):
    document = window.kept
    return face_of(document.ruleset, document.box.oob, document.box.oob.counter("a"), side)


def choose(window, words):
    """Chooses the topmost element whose words in the list hold others."""
    found = next(n for n in range(window.elements.count()) if words in window.elements.item(n).text())
    window.elements.setCurrentRow(found)
    return window.model.element


def drag(qtbot, picture: LookPicture, start, by):
    """Drags with the mouse, in pixels of the picture."""
    end = start + by
    qtbot.mousePress(picture, Qt.MouseButton.LeftButton, pos=start)
    for point in (start + by / 2, end):
        qtbot.mouseMove(picture, point)
    picture.repaint()
    QApplication.processEvents()
    qtbot.mouseRelease(picture, Qt.MouseButton.LeftButton, pos=end)


def test_a_look_of_the_rules_can_be_read_and_not_changed(window):
    assert window.model.look_id == "combat" and not window.model.is_own
    choose(window, "{name}")
    assert not window.element_form.fields.isEnabled() and not window.add.isEnabled()
    window.model.change_look("Change look", title="Other")
    window.model.remove_element()
    assert not window.kept.box.looks and window.kept.undo_stack.isClean()


def test_a_copied_look_stands_in_for_that_of_the_rules_until_it_is_undone(own):
    document = own.kept
    assert document.ruleset.looks["combat"].front == RULES.looks["combat"].front
    assert face(own) == face_of(RULES, THE_OOB, THE_OOB.counter("a"))
    assert own.looks.item(1).text() == "Unit that attacks and defends" and not own.copy.isEnabled()
    document.undo_stack.undo()
    assert not document.box.looks and own.copy.isEnabled() and document.ruleset is RULES


def test_an_element_is_dragged_and_the_counter_changes_and_comes_back(own, qtbot):
    before, picture = face(own), own.pictures[0]
    choose(own, "{name}")
    middle = picture.frame(own.model.element.area).center().toPoint()
    steps = own.kept.undo_stack.count()
    drag(qtbot, picture, middle, QPoint(0, round(picture.square.height() / 4)))
    moved = own.model.element.area
    assert moved == pytest.approx((0.04, 0.35, 0.92, 0.1), abs=0.01)
    assert own.kept.undo_stack.count() == steps + 1
    assert next(part.area for part in face(own).parts if part.text == "3 Tank") == moved
    own.kept.undo_stack.undo()
    assert face(own) == before


def test_a_frame_is_drawn_larger_at_its_handle(own, qtbot):
    picture = own.pictures[0]
    choose(own, "{quality}")
    left, top, width, height = own.model.element.area
    corner = picture.frame(own.model.element.area).bottomRight().toPoint()
    drag(qtbot, picture, corner, QPoint(round(picture.square.width() / 20), 0))
    assert own.model.element.area == pytest.approx((left, top, width + 0.05, height), abs=0.01)


def test_escape_leaves_a_dragged_element_where_it_was(own, qtbot):
    picture, element = own.pictures[0], choose(own, "{name}")
    point = picture.frame(element.area).center().toPoint()
    qtbot.mousePress(picture, Qt.MouseButton.LeftButton, pos=point)
    qtbot.mouseMove(picture, point + QPoint(0, 40))
    assert own.model.tried_area != element.area
    qtbot.keyClick(picture, Key.Key_Escape)
    qtbot.mouseRelease(picture, Qt.MouseButton.LeftButton, pos=point + QPoint(0, 40))
    assert own.model.element == element


def test_a_click_in_a_picture_chooses_what_is_drawn_there_and_a_double_click_what_lies_below(own, qtbot):
    picture = own.pictures[1]
    spot = picture.frame((0.4, 0.75, 0.2, 0.1)).center().toPoint()
    qtbot.mouseClick(picture, Qt.MouseButton.LeftButton, pos=spot)
    assert own.model.side == 1 and own.model.element.form == "text"
    top = own.model.number
    qtbot.mouseDClick(picture, Qt.MouseButton.LeftButton, pos=spot)
    assert own.model.number < top


def test_a_click_passes_by_what_the_unit_does_not_show(own, qtbot):
    picture, model = own.pictures[0], own.model
    shown = choose(own, "{quality}")
    over = model.number
    # The sign AA lies over the number and is smaller, but this unit is no flak.
    choose(own, "AA (not on this unit)")
    left, top, width, height = shown.area
    model.move_to((left + width / 4, top + height / 4, width / 2, height / 2))
    hidden = model.number
    model.choose_element(0, -1)
    spot = picture.frame(shown.area).center().toPoint()
    qtbot.mouseClick(picture, Qt.MouseButton.LeftButton, pos=spot)
    assert model.number == over
    before = shown.area
    drag(qtbot, picture, spot, QPoint(0, round(picture.square.height() / 10)))
    assert model.number == over and model.element.area[1] == pytest.approx(before[1] + 0.1, abs=0.01)
    # By its list, or by a double click, what is not seen can still be chosen.
    model.choose_element(0, -1)
    qtbot.mouseDClick(picture, Qt.MouseButton.LeftButton, pos=spot)
    assert model.number == hidden


def test_a_click_passes_by_what_is_drawn_at_other_sizes_only(own, qtbot):
    picture, model = own.pictures[0], own.model
    shown = choose(own, "{quality}")
    over = model.number
    model.duplicate_element()
    model.change_element("Change element", area=shown.area, below_px=30.0)
    model.choose_element(0, -1)
    spot = picture.frame(shown.area).center().toPoint()
    qtbot.mouseClick(picture, Qt.MouseButton.LeftButton, pos=spot)
    assert model.number == over


def test_arrows_move_and_resize_and_are_one_step(own, qtbot):
    picture, element = own.pictures[0], choose(own, "{quality}")
    picture.setFocus()
    steps = own.kept.undo_stack.count()
    for _ in range(3):
        qtbot.keyClick(picture, Key.Key_Left)
    qtbot.keyClick(picture, Key.Key_Down, Shift)
    qtbot.keyClick(picture, Key.Key_Up, Ctrl)
    left, top, width, height = element.area
    assert own.model.element.area == pytest.approx((left - 0.03, top - 0.001, width, height + 0.01))
    assert own.kept.undo_stack.count() == steps + 1


def test_everything_is_reached_and_changed_by_keys_alone(own, qtbot):
    own.looks.setFocus()
    for part in (*own.pictures, own.elements):
        qtbot.keyClick(own.focusWidget(), Key.Key_F6)
        assert own.focusWidget() is part
    assert own.model.side == 0
    own.sides[1].click()
    own.pictures[1].setFocus()
    for _ in range(2):
        qtbot.keyClick(own.pictures[1], Key.Key_PageUp)
    assert (own.model.side, own.model.number) == (1, 1)
    qtbot.keyClick(own.pictures[1], Key.Key_Down)
    assert own.kept.box.looks.looks["combat"].back != RULES.looks["combat"].back
    qtbot.keyClick(own.pictures[0], Key.Key_PageDown)
    assert (own.model.side, own.model.number) == (0, 0) and own.sides[0].isChecked()


def test_a_colour_is_typed_by_name_and_as_a_number_and_the_face_shows_it(own, qtbot):
    choose(own, "Box: exploits")
    line = own.element_form.fill.line
    for typed, seen in (("yellow", "#f5d92c"), ("#12AB34", "#12ab34")):
        line.setFocus()
        line.selectAll()
        qtbot.keyClicks(line, typed)
        assert seen in {part.fill for part in face(own).parts}
    assert own.model.element.fill == Chosen("#12AB34")


def test_a_wrong_colour_is_red_with_its_reason_and_not_in_the_game(own, qtbot):
    element = choose(own, "Box: exploits")
    field = own.element_form.fill
    field.line.setFocus()
    field.line.selectAll()
    qtbot.keyClicks(field.line, "yelow")
    assert field.fault.isVisible() and 'Did you mean "yellow"?' in field.fault.fault
    assert own.model.element == element
    own.elements.setFocus()
    assert field.line.text() == "exploits" and not field.fault.isVisible()


def test_a_text_that_names_what_no_counter_prints_is_told(own, qtbot):
    element = choose(own, "{name}")
    field = own.element_form.text
    field.line.setFocus()
    field.line.selectAll()
    qtbot.keyClicks(field.line, "{atack}")
    assert field.fault.fault == 'Nothing that counters print is called "atack". Did you mean "attack"?'
    assert own.model.element.text == element.text
    field.line.selectAll()
    qtbot.keyClicks(field.line, "{attack}")
    assert "7" in {part.text for part in face(own).parts}


def test_a_value_is_put_into_the_text_from_the_menu(own):
    choose(own, "{name}")
    field = own.element_form.text
    field._menu.aboutToShow.emit()
    next(action for action in field._menu.actions() if action.text().endswith("{steps}")).trigger()
    assert own.model.element.text == Chosen("{name}{steps}")


def test_a_value_decides_a_colour_word_by_word(own):
    choose(own, "Box: exploits")
    field = own.element_form.fill
    field.by.setCurrentIndex(field.by.findData("armour"))
    field.by.activated.emit(field.by.currentIndex())
    row = next(n for n in range(field.words.rowCount()) if field.words.item(n, 0).text() == "tank")
    field.words.item(row, 1).setText("green")
    assert own.model.element.fill == Chosen("exploits", "armour", (("tank", "green"),))
    assert "#3f8f3a" in {part.fill for part in face(own).parts}
    field.words.item(row, 1).setText("gren")
    assert "There is no colour" in field.fault.fault
    assert own.model.element.fill.choices == (("tank", "green"),)


def test_conditions_are_typed_or_put_together_and_decide_what_is_drawn(own, qtbot):
    choose(own, "{name}")
    field = own.element_form.when
    field.line.setFocus()
    qtbot.keyClicks(field.line, "armour = sofd")
    assert field.fault.fault == '"armour" cannot be "sofd". Did you mean "soft"?'
    field.line.selectAll()
    qtbot.keyClicks(field.line, "armour = soft")
    assert own.model.element.when == (Condition("armour", ("soft",)),)
    assert "3 Tank" not in {part.text for part in face(own).parts}
    field._add("not flak")
    assert own.model.element.when[1] == Condition("flak", printed=False)


def test_elements_are_added_duplicated_ordered_and_removed_by_keys(own, qtbot):
    before = own.model.look.front
    next(action for action in own.add_menu.actions() if action.text() == "Oval").trigger()
    assert [each.form for each in own.model.look.front[len(before) :]] == ["oval"]
    own.elements.setFocus()
    qtbot.keyClick(own.elements, Key.Key_D, Ctrl)
    assert own.model.number == len(before) + 1
    qtbot.keyClick(own.elements, Key.Key_Down, Ctrl)
    assert own.model.number == len(before)
    qtbot.keyClick(own.elements, Key.Key_Delete)
    qtbot.keyClick(own.elements, Key.Key_Delete)
    assert own.model.look.front[: len(before) - 1] == before[:-1] and len(own.model.look.front) == len(before)
    for _ in range(5):
        qtbot.keyClick(own, Key.Key_Z, Ctrl)
    assert own.model.look.front == before


def test_places_are_typed_as_numbers_and_stay_on_the_counter(own):
    choose(own, "{quality}")
    left, _, width, _ = own.element_form.area.boxes
    left.setValue(50.0)
    assert own.model.element.area[0] == 0.5
    width.setValue(90.0)
    assert own.model.element.area[0] + own.model.element.area[2] <= 1.0


def test_the_place_of_an_element_is_not_cut_to_the_room_of_the_one_before(own):
    choose(own, "{name}")
    wide = own.model.element.area
    choose(own, "{quality}")
    own.model.move_to((0.6, 0.6, 0.2, 0.2))
    choose(own, "{name}")
    left, top, width, height = own.element_form.area.boxes
    assert [box.value() / 100 for box in (left, top, width, height)] == pytest.approx(wide)
    top.setValue(10.0)
    assert own.model.element.area == pytest.approx((wide[0], 0.1, *wide[2:]))


def test_an_element_stands_elsewhere_on_small_counters(own):
    choose(own, "{quality}")
    own.element_form.elsewhere.setChecked(True)
    own.small.setChecked(True)
    own.model.move_to((0.0, 0.0, 0.5, 0.5))
    element = own.model.element
    assert element.small == (0.0, 0.0, 0.5, 0.5) != element.area


def test_a_second_look_is_for_those_who_ask_for_it(own):
    own.twice.click()
    assert own.model.look.of == () and own.model.is_own
    id_ = own.model.look_id
    assert id_ in own.kept.ruleset.looks
    own.gone.click()
    assert id_ not in own.kept.ruleset.looks and own.model.look_id in own.kept.ruleset.looks


def test_what_counters_ask_for_and_is_removed_is_said(window):
    window.model.choose("air")
    window.model.duplicate_look("Own")
    own = window.model.look_id
    document = window.kept
    oob = document.box.oob
    ref = oob.ref("counters", "b")
    document.do(ChangeUnits("", {ref: Counter("b", "de", TANK, None, "1-pz", look=own)}))
    window.gone.click()
    assert window.state.text().startswith("The look is gone. Counters that ask for it and are drawn as their kind: 1.")


def test_kinds_title_and_colours_of_a_whole_look_are_changed(own, qtbot):
    form = own.look_form
    own.pages.setCurrentIndex(1)
    form.title.setFocus()
    form.title.selectAll()
    qtbot.keyClicks(form.title, "Ours")
    form.kinds["air"].setChecked(True)
    form.ground.line.put("#abcdef")
    form.full_px.setValue(30)
    look = own.kept.box.looks.looks["combat"]
    assert (look.title, look.of, look.ground, look.full_px) == ("Ours", ("combat", "air"), Chosen("#abcdef"), 30.0)
    assert face(own).fill == "#abcdef"
    form.title.selectAll()
    qtbot.keyClick(form.title, Key.Key_Delete)
    assert form.title_fault.fault == "A look needs a title." and own.kept.box.looks.looks["combat"].title == "Ours"


def test_the_back_is_always_printed_or_on_a_condition(own):
    form = own.look_form
    for when, held in (("always", "always"), ("where", "always"), ("printed", "printed")):
        form.back_when.setCurrentIndex(form.back_when.findData(when))
        form.back_when.activated.emit(form.back_when.currentIndex())
        assert own.kept.box.looks.looks["combat"].back_when == held
    form.back_where.line.put("exploitation")
    assert own.kept.box.looks.looks["combat"].back_when == (Condition("exploitation"),)


def test_a_colour_of_the_game_changes_every_look_that_names_it(window):
    page = window.colours
    window.pages.setCurrentIndex(2)
    row = next(n for n in range(page.table.rowCount()) if page.table.item(n, 0).text() == "exploits")
    page.table.item(row, 1).setText("#00ff00")
    assert "#00ff00" in {part.fill for part in face(window).parts}
    page.table.item(row, 1).setText("grün")
    assert page.fault.fault.startswith("“grün” is no colour.")
    page.table.setCurrentCell(row, 0)
    page.remove.click()
    assert not window.kept.box.looks and face(window) == face_of(RULES, THE_OOB, THE_OOB.counter("a"))


def test_a_colour_of_the_game_is_added_renamed_and_missed_when_it_goes(own, qtbot):
    page = own.colours
    own.pages.setCurrentIndex(2)

    def typed(row, text):
        page.table.setCurrentCell(row, 0)
        page.table.editItem(page.table.item(row, 0))
        editor = page.table.findChildren(QLineEdit)[-1]
        editor.selectAll()
        qtbot.keyClicks(editor, text)
        qtbot.keyClick(editor, Key.Key_Return)
        QApplication.processEvents()

    page.add.click()
    row = page.table.currentRow()
    qtbot.keyClick(page.table.findChild(QLineEdit), Key.Key_Escape)
    QApplication.processEvents()
    own.model.choose_element(0, 0)
    own.element_form.fill.line.put("deep colour1")
    typed(row, "two words")
    assert page.fault.fault == "A colour is called by one word."
    assert page.table.item(row, 0).text() == "two words" and page.table.item(row, 0).toolTip() == page.fault.fault
    typed(row, "sea")
    assert own.model.element.fill.other == "deep sea" and own.kept.box.looks.colours == {"sea": "#808080"}
    qtbot.waitUntil(lambda: page.table.item(row, 0).data(Qt.ItemDataRole.UserRole) == "sea")
    assert not page.fault.fault
    page.table.setCurrentCell(row, 0)
    page.remove.click()
    assert page.fault.fault == "“sea” is gone, and named by: Unit that attacks and defends."


def test_words_of_a_value_without_choices_are_typed_one_after_the_other(own):
    choose(own, "Box: exploits")
    field = own.element_form.fill
    field.by.setCurrentIndex(field.by.findData("unit.type"))
    field.by.activated.emit(field.by.currentIndex())
    for row, (word, colour) in enumerate((("tanks", "green"), ("guns", "yellow"))):
        field.words.item(row, 0).setText(word)
        field.words.item(row, 1).setText(colour)
    assert own.model.element.fill == Chosen("exploits", "unit.type", (("tanks", "green"), ("guns", "yellow")))
    assert "#3f8f3a" in {part.fill for part in face(own).parts}
    field.words.item(1, 0).setText("else")
    assert "are words of the file" in field.fault.fault
    assert dict(own.model.element.fill.choices)["guns"] == "yellow"


def test_letters_that_cannot_be_read_are_told_with_what_is_drawn_instead(own):
    choose(own, "{name}")
    own.element_form.ink.line.put("#8a9a7c")
    words = own.warnings.text()
    assert "#8a9a7c on #8a9a7b has a contrast of 1.0, letters need 4.5; #000000 is drawn in its place." in words


def test_everything_that_can_be_used_says_what_it_is(own):
    choose(own, "{name}")
    nameless = [
        part
        for part in own.findChildren(type(own.looks)) + own.findChildren(type(own.unit)) + own.element_form.area.boxes
        if not part.accessibleName()
    ]
    assert nameless == []
    assert all(picture.accessibleName() for picture in own.pictures)
    assert all(label.buddy() is not None for label in own.findChildren(QLabel) if label.text() in ("&Looks", "&Drawn for:"))


def test_a_marker_of_the_game_is_made_drawn_and_said(window, qtbot):
    window.model.add_marker("Mud", "Nobody moves here.")
    assert window.model.of_markers and window.model.is_own and not window.sides[1].isEnabled()
    form = window.look_form.marker
    assert not form.isHidden() and window.look_form.kinds_area.isHidden()
    window.pages.setCurrentIndex(1)
    form.about.setFocus()
    form.about.selectAll()
    qtbot.keyClicks(form.about, "Stuck")
    form.places["unit"].setChecked(True)
    form.numbered.setChecked(True)
    form.most.setValue(3)
    form.owned.setChecked(True)
    choose(window, "{name}")
    window.element_form.text.line.put("{attack}")
    assert window.element_form.text.fault.fault.startswith("Nothing that counters print is called")
    window.element_form.text.line.put("{name} {number}")
    window.look_form.ground.line.put("#334455")
    kind = window.kept.box.looks.markers["mud"]
    assert (kind.about, kind.on, kind.numbers, kind.owned) == ("Stuck", ("unit", "hex"), (1, 2, 3), True)
    drawn = marker_face(window.kept.ruleset, "mud 2", THE_OOB.sides[0])
    assert (drawn.fill, drawn.parts[0].text) == ("#334455", "Mud 2")
    assert [window.unit.itemData(n) for n in range(window.unit.count())] == ["", "mud 1", "mud 2", "mud 3"]
    for place in ("unit", "hex"):
        form.places[place].setChecked(False)
    assert window.kept.box.looks.markers["mud"].on == ("hex",)


def test_a_marker_of_the_rules_is_copied_and_changed_and_undone(window):
    known = next(iter(RULES.markers))
    window.model.choose(known, of_markers=True)
    assert not window.model.is_own and window.copy.isEnabled()
    window.copy.click()
    window.model.change_look("Change look", ground=Chosen("#010203"))
    assert marker_face(window.kept.ruleset, known).fill == "#010203"
    window.gone.click()
    assert window.kept.ruleset.markers == RULES.markers
    while window.kept.undo_stack.canUndo():
        window.kept.undo_stack.undo()
    assert not window.kept.box.looks


def test_two_markers_become_the_sides_of_one_and_both_say_so(window):
    for title in ("One", "Two", "Three"):
        window.model.add_marker(title, "It.")
    form = window.look_form.marker

    def turn(to):
        form.other.setCurrentIndex(form.other.findData(to))
        form.other.activated.emit(form.other.currentIndex())
        return {id_: kind.other for id_, kind in window.kept.box.looks.markers.items()}

    assert turn("one") == {"one": "three", "two": "", "three": "one"}
    assert turn("two") == {"one": "", "two": "three", "three": "two"}
    assert window.model.faults() == ()
    window.model.choose("one", of_markers=True)
    assert turn("three") == {"one": "three", "two": "", "three": "one"}
    assert turn("") == {"one": "", "two": "", "three": ""}


def test_an_element_that_the_unit_does_not_show_says_so(own):
    words = [own.elements.item(n).text() for n in range(own.elements.count())]
    assert "7. Letters: AA (not on this unit)" in words and "4. Letters: {quality}" in words


def test_the_counters_of_a_look_can_be_drawn_but_not_thousands_of_them(own):
    assert [own.unit.itemData(n) for n in range(own.unit.count())] == ["", "a"]
    many = {OobRef("counters", 10 + n): Counter(f"u{n}", "de", TANK) for n in range(300)}
    own.kept.do(ChangeUnits("Add", many))
    assert own.unit.count() == 1 + MOST_UNITS


def test_small_pictures_are_drawn_in_their_own_sizes(own):
    choose(own, "{name}")
    own.element_form.fill.show_value(Chosen("white"))
    shot = own.pictures[0].grab().toImage()
    square = own.pictures[0].square
    spot = square.center().toPoint()
    ratio = own.pictures[0].devicePixelRatioF()
    assert QColor(shot.pixel(round(spot.x() * ratio), round(square.top() * ratio) + 6)).isValid()


def test_an_area_that_is_dragged_never_leaves_the_counter():
    assert dragged((0.2, 0.2, 0.2, 0.2), (0.0, 0.0), 0.9, -0.9)[0] < 0.4
    assert dragged((0.2, 0.2, 0.2, 0.2), (0.0, 0.0), 0.9, -0.9)[1] == 0.0
    assert dragged((0.2, 0.2, 0.2, 0.2), None, 5.0, -5.0) == (0.8, 0.0, 0.2, 0.2)
