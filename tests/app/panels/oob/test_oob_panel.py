"""The order of battle in the hand: chosen, moved, renamed, added and deleted by keys, filtered, and refused with the reason."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDrag, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QMenu, QToolButton, QToolTip

from app.counters.symbol_picker import SymbolPicker
from app.documents.document import Document
from app.panels.oob.colours import ColourField
from app.panels.oob.fields import ValueField
from app.panels.oob.panel import OobPanel
from app.panels.oob.tree import AT_ONCE, refs_in
from core.base.errors import Place
from core.files.ruleset_files import load_ruleset
from core.model.box import GameBox
from core.model.edits.oob_edits import added_side
from core.model.issues import OOB_UNREAD, Issue
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, OobRef, Side, Values


def counter(id_, formation="", side="red"):
    values = Values({"piece.name": f"Unit {id_}", "piece.kind": "combat", "attack": 3})
    return Counter(id_, side, values, formation=formation)


OOB = Oob(
    Items([Side("red", "Red", "#803020", "#ffffff"), Side("blue", "Blue")]),
    Items(
        [
            Formation("corps", "Corps", "red"),
            Formation("first", "1st Division", "red", "corps"),
            Formation("second", "2nd Division", "red", "corps"),
            Formation("brigade", "Brigade", "blue"),
        ]
    ),
    Items([counter("a", "first"), counter("b", "first"), counter("c", "corps"), counter("d", "brigade", "blue")]),
)
BOX = GameBox("Box", "scs-1.6", ()).with_oob(OOB)


@pytest.fixture(scope="module")
def ruleset():
    return load_ruleset("scs-1.6")


@pytest.fixture
def document(qapp, ruleset):
    return Document(BOX, ruleset)


@pytest.fixture
def panel(qtbot, document):
    made = OobPanel()
    qtbot.addWidget(made)
    made.resize(500, 700)
    made.use(document)
    made.show()
    qtbot.waitExposed(made)
    made.tree.open_all()
    qtbot.waitUntil(lambda: not made.model.is_adding)
    return made


def ref(id_):
    found = (OOB.ref(section, id_) for section in ("sides", "formations", "counters"))
    return next(each for each in found if each is not None)


def choose(qtbot, panel, *ids):
    panel.tree.choose([ref(id_) for id_ in ids])
    panel.tree.setFocus()
    qtbot.waitUntil(lambda: not panel._document.turns.busy)


def press(qtbot, panel, key, modifier=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(panel.tree, key, modifier)


# The selection ---------------------------------------------------------------------------------------------------------------


def test_counters_that_are_chosen_are_selected_everywhere_and_formations_bring_theirs(qtbot, document, panel):
    choose(qtbot, panel, "a")
    assert document.units.ids == ("a",)
    choose(qtbot, panel, "corps")
    assert set(document.units.ids) == {"a", "b", "c"}
    choose(qtbot, panel, "red")
    assert document.units.ids == ()


def test_what_is_selected_on_the_map_is_chosen_and_brought_into_sight(document, panel):
    panel.tree.collapseAll()
    document.units.set(("d",))
    assert panel.tree.refs == (ref("d"),)
    assert panel.tree.isExpanded(panel.model.index_of(ref("brigade")))


def test_enter_and_double_click_ask_to_see_it_on_the_map(qtbot, panel):
    choose(qtbot, panel, "first")
    with qtbot.waitSignal(panel.sought) as heard:
        press(qtbot, panel, Qt.Key.Key_Return)
    assert heard.args == [("a", "b")]
    at = panel.tree.visualRect(panel.model.index_of(ref("d"))).center()
    with qtbot.waitSignal(panel.sought):
        qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=at)
        qtbot.mouseDClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_ctrl_enter_takes_all_counters_of_what_is_selected_in_the_hand(qtbot, panel):
    choose(qtbot, panel, "first", "c")
    with qtbot.waitSignal(panel.taken) as heard:
        press(qtbot, panel, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert sorted(heard.args[0]) == ["a", "b", "c"]
    with qtbot.assertNotEmitted(panel.sought):
        press(qtbot, panel, Qt.Key.Key_Enter, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.KeypadModifier)


# Keys ------------------------------------------------------------------------------------------------------------------------


def test_cut_and_put_move_between_formations_in_one_step(qtbot, document, panel):
    choose(qtbot, panel, "a", "b")
    press(qtbot, panel, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    choose(qtbot, panel, "brigade")
    press(qtbot, panel, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert {document.box.oob.counter(id_).formation for id_ in "ab"} == {"brigade"}
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.box.oob == OOB


def test_putting_where_a_counter_is_means_its_formation(qtbot, document, panel):
    choose(qtbot, panel, "a")
    panel.tree.cut()
    choose(qtbot, panel, "d")
    panel.tree.put()
    assert document.box.oob.counter("a").formation == "brigade"
    panel.tree.put()
    assert "Nothing was cut" in panel.message.text()


@pytest.mark.parametrize(
    ("who", "key", "home"),
    [
        ("first", Qt.Key.Key_Left, ""),
        ("second", Qt.Key.Key_Right, "first"),
        ("a", Qt.Key.Key_Left, "corps"),
        ("a", Qt.Key.Key_Down, "second"),
        ("a", Qt.Key.Key_Up, "corps"),
    ],
)
def test_alt_and_arrows_move_out_in_up_and_down(qtbot, document, panel, who, key, home):
    choose(qtbot, panel, who)
    press(qtbot, panel, key, Qt.KeyboardModifier.AltModifier)
    item = document.box.oob.item(ref(who))
    assert (item.formation if isinstance(item, Counter) else item.parent) == home
    assert panel.tree.refs == (ref(who),)


def test_at_the_end_of_the_tree_nothing_moves_and_it_is_said(qtbot, document, panel):
    choose(qtbot, panel, "d")
    press(qtbot, panel, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert "no formation in that direction" in panel.message.text()
    assert document.undo_stack.count() == 0


def test_f2_renames_and_no_name_is_refused(qtbot, document, panel):
    choose(qtbot, panel, "first")
    press(qtbot, panel, Qt.Key.Key_F2)
    editor = panel.tree.findChild(QLineEdit)
    assert editor.text() == "1st Division"
    editor.setText("3rd Division")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: document.box.oob.formation("first").name == "3rd Division")
    panel._rename(ref("first"), "  ")
    assert "must have letters" in panel.message.text()


def test_insert_adds_a_counter_like_the_one_it_stands_at_and_asks_its_name(qtbot, document, panel):
    choose(qtbot, panel, "a")
    press(qtbot, panel, Qt.Key.Key_Insert)
    editor = panel.tree.findChild(QLineEdit)
    editor.setText("Guards")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: list(document.box.oob.counters)[-1].values["piece.name"] == "Guards")
    made = list(document.box.oob.counters)[-1]
    assert (made.formation, made.values["piece.name"], made.values["attack"]) == ("first", "Guards", 3)
    assert (made.id, document.units.ids) == ("guards", ("guards",))
    # From then on its id stays.
    panel.model.renamed.emit(panel.tree.current, "Guards 2")
    assert list(document.box.oob.counters)[-1].id == "guards"
    press(qtbot, panel, Qt.Key.Key_Insert, Qt.KeyboardModifier.AltModifier)
    assert list(document.box.oob.formations)[-1].parent == "first"


def test_a_box_without_anything_gets_a_side_first(qtbot, ruleset, panel):
    empty = Document(GameBox("Box", "scs-1.6", ()), ruleset)
    panel.use(empty)
    assert "no counters yet" in panel._hint.text() and panel._hint.isVisible()
    cause = Issue(Place("counters.yaml", 39, 3), "This is not YAML.", code=OOB_UNREAD)
    panel.use(Document(GameBox("Box", "scs-1.6", ()), ruleset, issues=(cause,)))
    assert "cannot be read" in panel._hint.text() and "counters.yaml:39:3: This is not YAML." in panel._hint.text()
    panel.use(empty)
    panel._add("counters")
    assert [side.name for side in empty.box.oob.sides] == ["New side"]
    panel._add("counters")
    assert [each.side for each in empty.box.oob.counters] == ["new-side"]


def test_delete_takes_a_formation_with_all_that_is_in_it_and_says_how_many(qtbot, document, panel):
    choose(qtbot, panel, "corps")
    with qtbot.waitSignal(panel.told) as heard:
        press(qtbot, panel, Qt.Key.Key_Delete)
    assert "3 counters" in heard.args[0]
    assert [each.id for each in document.box.oob.counters] == ["d"]
    document.undo_stack.undo()
    assert document.box.oob == OOB


def test_what_comes_back_by_undo_stands_open_as_it_was(qtbot, document, panel):
    choose(qtbot, panel, "corps")
    press(qtbot, panel, Qt.Key.Key_Delete)
    document.undo_stack.undo()
    assert panel.tree.isExpanded(panel.model.index_of(ref("corps")))
    assert panel.tree.isExpanded(panel.model.index_of(ref("first")))


def test_what_is_made_anew_stands_open_as_it_was_and_keeps_what_is_chosen(qtbot, document, panel):
    panel.tree.open_sides()
    panel.tree.expand(panel.model.index_of(ref("corps")))
    choose(qtbot, panel, "c")
    document.do(added_side(document.box.oob, "Green"))
    assert panel.tree.isExpanded(panel.model.index_of(ref("corps")))
    assert not panel.tree.isExpanded(panel.model.index_of(ref("brigade")))
    assert panel.tree.refs == (ref("c"),)


# The mouse -------------------------------------------------------------------------------------------------------------------


def over(panel, kind, data, id_):
    point = panel.tree.visualRect(panel.model.index_of(ref(id_))).center()
    none = Qt.KeyboardModifier.NoModifier
    if kind is QDragMoveEvent:
        event = QDragMoveEvent(point, Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, none)
        panel.tree.dragMoveEvent(event)
    else:
        event = QDropEvent(QPointF(point), Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, none)
        panel.tree.dropEvent(event)
    return event


def test_several_are_dropped_on_a_formation_or_on_a_counter_in_it(document, panel):
    data = panel.model.mimeData([panel.model.index_of(ref("a")), panel.model.index_of(ref("second"))])
    assert refs_in(data) == (ref("a"), ref("second"))
    assert over(panel, QDragMoveEvent, data, "d").isAccepted()
    over(panel, QDropEvent, data, "d")
    assert document.box.oob.counter("a").formation == document.box.oob.formation("second").parent == "brigade"


@pytest.mark.parametrize(("ids", "carried"), [(("a",), 1), (("corps", "d"), 4)])
def test_what_is_dragged_is_one_small_picture_beside_the_pointer(qtbot, panel, monkeypatch, ids, carried):
    drags = []

    class Drag(QDrag):
        def exec(self, *actions):
            drags.append((refs_in(self.mimeData()), len(panel.model.ids_of(refs_in(self.mimeData()))), self))
            return Qt.DropAction.IgnoreAction

    monkeypatch.setattr("app.panels.oob.tree.QDrag", Drag)
    choose(qtbot, panel, "red", *ids)
    panel.tree.startDrag(Qt.DropAction.MoveAction)
    ((refs, count, drag),) = drags
    assert set(refs) == {ref(id_) for id_ in ids} and count == carried
    picture, row = drag.pixmap(), panel.tree.visualRect(panel.tree.model().index(0, 0)).height()
    assert picture.height() <= 2 * row and picture.width() <= 5 * row
    assert not picture.rect().contains(drag.hotSpot())


def test_a_formation_is_not_dropped_into_itself(document, panel, monkeypatch):
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda point, text, widget: told.append(text))
    data = panel.model.mimeData([panel.model.index_of(ref("corps"))])
    assert not over(panel, QDragMoveEvent, data, "first").isAccepted()
    assert "cannot be put into 1st Division" in told[0]
    over(panel, QDropEvent, data, "first")
    assert document.undo_stack.count() == 0
    assert "cannot be put into 1st Division" in panel.message.text()


def test_data_that_only_looks_like_lines_of_the_tree_is_nothing(panel):
    data = panel.model.mimeData([])
    data.setData("application/x-phaseline-order-of-battle", b"counters x\nmaps 3\ncounters 99999999999\n\xff")
    assert refs_in(data) == ()


# The filter ------------------------------------------------------------------------------------------------------------------


def seen(panel):
    found = []
    for node in panel.model.nodes.root.below():
        index = panel.model.index_at(node)
        if all(not panel.tree.isRowHidden(each.row, panel.model.index_at(each).parent()) for each in node.above()):
            found.append(index.data())
    return found


def test_the_filter_leaves_what_has_the_words_and_what_stands_above(panel):
    panel.search.setText("unit d")
    panel._filter()
    assert seen(panel) == ["Blue", "Brigade", "Unit d"]
    panel.search.setText("1st")
    panel._filter()
    assert seen(panel) == ["Red", "Corps", "1st Division", "Unit a", "Unit b"]
    panel.search.setText("")
    panel._filter()
    assert len(seen(panel)) == 10
    panel.search.setText("xyz")
    panel._filter()
    assert "Nothing has these words" in panel.message.text()


def test_what_is_selected_elsewhere_is_seen_whatever_is_filtered(document, panel):
    panel.search.setText("brigade")
    panel._filter()
    document.units.set(("a",))
    assert "Unit a" in seen(panel)


# The form --------------------------------------------------------------------------------------------------------------------


def typed(qtbot, line, text):
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)
    qtbot.keyClick(line, Qt.Key.Key_Return)


def test_a_formation_gets_a_name_a_stripe_and_another_parent_in_the_form(qtbot, document, panel):
    choose(qtbot, panel, "first")
    fields = panel.form.fields
    assert "Attack strength 6" in panel.form.facts.text()
    typed(qtbot, fields["name"], "7th")
    stripe = fields["stripe"]
    assert isinstance(stripe, ColourField)
    typed(qtbot, stripe.line, "vermilion")
    home = fields["home"]
    assert isinstance(home, QComboBox)
    home.setCurrentIndex(next(n for n in range(home.count()) if home.itemData(n) == ref("brigade")))
    home.activated.emit(home.currentIndex())
    made = document.box.oob.formation("first")
    assert (made.name, made.stripe, made.parent, made.side) == ("7th", "#d55e00", "brigade", "blue")
    assert document.undo_stack.count() == 3


def test_the_form_offers_no_parent_that_belongs_to_the_formation(qtbot, panel):
    choose(qtbot, panel, "corps")
    home = panel.form.fields["home"]
    assert [home.itemText(n).strip() for n in range(home.count())] == ["Red", "Blue", "Brigade"]


def test_what_is_no_colour_and_no_symbol_is_refused_in_words(qtbot, document, panel):
    choose(qtbot, panel, "first")
    typed(qtbot, panel.form.fields["stripe"].line, "blueish")
    assert "“blueish” is no colour" in panel.form.problem.text()
    typed(qtbot, panel.form.fields["sidc"], "12")
    assert panel.form.problem.isVisibleTo(panel.form)
    assert document.undo_stack.count() == 0


def test_the_symbol_of_a_formation_is_typed_in_words_or_chosen_by_its_picture(qtbot, document, panel):
    choose(qtbot, panel, "first")
    line = panel.form.fields["sidc"]
    typed(qtbot, line, "armoured infantry battalion")
    first = document.box.oob.formation("first")
    assert first.sidc[10:16] == "121102" and first.sidc[8:10] == "16"
    qtbot.waitUntil(lambda: line.text() == "armoured infantry battalion" and first.sidc in line.toolTip())
    line.parentWidget().findChild(QToolButton).click()
    picker = panel.form.findChild(SymbolPicker)
    assert picker.sidc == first.sidc
    qtbot.keyClicks(picker.words, "engineer")
    picker.accept()
    chosen = document.box.oob.formation("first").sidc
    assert chosen == picker.sidc != first.sidc and chosen[8:10] == "16"
    assert document.undo_stack.count() == 2


def test_ink_that_cannot_be_read_on_its_colour_is_warned_of(qtbot, document, panel):
    choose(qtbot, panel, "red")
    assert not panel.form.problem.isVisibleTo(panel.form)
    typed(qtbot, panel.form.fields["ink"].line, "#804020")
    qtbot.waitUntil(lambda: "hard to read" in panel.form.problem.text())
    typed(qtbot, panel.form.fields["ink"].line, "#ffffff")
    qtbot.waitUntil(lambda: not panel.form.problem.isVisibleTo(panel.form))


def test_formations_below_get_the_colours_of_a_set_each_its_own(qtbot, document, panel):
    choose(qtbot, panel, "corps")
    panel.form._stripe("all-eyes")
    stripes = {document.box.oob.formation(id_).stripe for id_ in ("first", "second")}
    assert stripes == {"#000000", "#e69f00"}


def test_several_lines_tell_what_they_come_to(qtbot, panel):
    choose(qtbot, panel, "a", "d")
    assert "2 lines" in panel.form.title.text()
    assert "Attack strength 6" in panel.form.facts.text()


def test_a_track_that_nobody_states_is_drawn_as_a_stand_in_and_flagged(qtbot):
    tcs = load_ruleset("tcs-4.01")
    document = Document(GameBox("Box", "tcs-4.01", ()).with_oob(OOB), tcs)
    panel = OobPanel()
    qtbot.addWidget(panel)
    asked = []
    panel.stand_in_wanted.connect(lambda *what: asked.append(what))
    panel.use(document)
    panel.show()
    panel.tree.choose([ref("first")])
    qtbot.waitUntil(lambda: bool(asked))
    assert set(asked) == {("vehicle_morale.track", "first")}
    panel.show_stand_in("first", "vehicle_morale.track", "o o 2", "Chart of tracks: ours")
    field = panel.form.fields["vehicle.track"]
    assert isinstance(field, ValueField)
    assert field.track.boxes == ("o", "o", "2")
    # Qt shows what is new in a form in a turn of its own.
    qtbot.waitUntil(lambda: field.badge.isVisibleTo(panel))
    assert field.badge.word == "stand-in"
    typed(qtbot, field.line, "o 1 1")
    assert document.box.oob.formation("first").values["vehicle.track"] == "o 1 1"
    qtbot.waitUntil(lambda: field.track.boxes == ("o", "1", "1"))
    assert not field.badge.isVisibleTo(panel)
    typed(qtbot, field.line, "o x")
    assert "is none" in panel.form.problem.text()
    for value, shown in (("vehicle.marked", "2"), ("morale.start", "7")):
        typed(qtbot, panel.form.fields[value].line, shown)
    assert document.box.oob.formation("first").values["morale.start"] == 7
    qtbot.waitUntil(lambda: "marked: 2" in field.track.accessibleName())


def test_the_menu_of_a_line_opens_and_a_formation_can_be_dissolved(qtbot, document, panel, monkeypatch):
    shown = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, point: shown.append([action.text() for action in menu.actions()]))
    choose(qtbot, panel, "first")
    panel._show_menu(panel.tree.visualRect(panel.model.index_of(ref("first"))).center())
    assert any("Dissolve" in text for text in shown[0])
    panel._dissolve()
    assert document.box.oob.counter("a").formation == "corps"


def test_a_box_whose_rules_are_not_known_shows_its_order_of_battle_all_the_same(qtbot):
    document = Document(BOX)
    panel = OobPanel()
    qtbot.addWidget(panel)
    panel.use(document)
    panel.show()
    panel.tree.open_all()
    for id_ in ("red", "first", "a"):
        panel.tree.choose([ref(id_)])
        qtbot.waitUntil(lambda: not panel._document.turns.busy and bool(panel.form.fields))
    assert seen(panel)[:3] == ["Red", "Corps", "c"]
    panel._rename(ref("a"), "Guards")
    assert "no value for the name" in panel.message.text()


def test_thousands_of_lines_are_opened_between_frames_and_what_is_closed_meanwhile_stays_so(qtbot, qapp, ruleset):
    formations = Items([Formation("corps", "Corps", "red"), *(Formation(f"f{n}", f"{n}", "red", "corps") for n in range(60))])
    counters = Items(counter(f"c{n}", f"f{n % 60}") for n in range(AT_ONCE + 200))
    made = OobPanel()
    qtbot.addWidget(made)
    made.resize(500, 700)
    made.use(Document(BOX.with_oob(Oob(OOB.sides, formations, counters)), ruleset))
    made.show()
    oob, tree = made.model, made.tree
    tree.open_all()
    last = oob.nodes.by_ref[OobRef("formations", formations.keys[-1])]
    qtbot.waitUntil(lambda: tree.isExpanded(oob.index_at(last)))
    assert all(tree.isExpanded(oob.index_at(node)) for node in oob.nodes.by_ref.values() if node.children)
    tree.open_all()
    tree.open_sides()
    QApplication.processEvents()
    assert not tree.isExpanded(oob.index_at(last))


def test_thousands_that_are_chosen_are_added_up_between_frames(qtbot, qapp, ruleset):
    counters = Items(counter(f"c{n}", "first") for n in range(AT_ONCE + 200))
    made = OobPanel()
    qtbot.addWidget(made)
    made.use(Document(BOX.with_oob(Oob(OOB.sides, OOB.formations, counters)), ruleset))
    made.show()
    made.tree.open_sides()
    made.tree.choose([OobRef("counters", key) for key in counters.keys], scroll=False)
    qtbot.waitUntil(lambda: f"{AT_ONCE + 200}" in made.form.facts.text())
    assert made.form.title.text() == f"{AT_ONCE + 200} lines are chosen"


def test_a_panel_behind_others_shows_what_is_chosen_once_it_is_seen(qtbot, document, panel):
    panel.hide()
    panel.tree.choose([ref("a")])
    qtbot.waitUntil(lambda: not panel._document.turns.busy)
    assert panel.form.title.text() != "Unit a"
    panel.show()
    qtbot.waitUntil(lambda: panel.form.title.text() == "Unit a")
