"""The "Why?" panel: verdicts in words, methods side by side, every number, every rule."""

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest

from app.panels.rulings.headlines import disagreement, headline
from app.panels.rulings.notes import note_of
from app.panels.rulings.panel import RulingPanel
from app.panels.signs import painted_icon, sign_icon
from app.panels.tables import HEXES, TableModel, table_of
from app.panels.tints import tints
from core.model.terrain import Provenance


@pytest.fixture
def panel(qtbot):
    made = RulingPanel()
    qtbot.addWidget(made)
    made.resize(420, 560)
    made.show()
    return made


def texts(table):
    return [[cell.text for cell in row.cells] for row in table.rows]


def test_headlines_name_what_blocks(examples):
    def title(ruling):
        return headline(ruling, examples.box).title

    assert title(examples.a_to_g()) == "Clear"
    assert title(examples.b_to_c()) == "Blocked by 2.09 village"
    assert title(examples.f_to_g()) == "Blocked by 4.04 building"
    assert title(examples.e_to_i()) == "Blocked by 3.12 high ground"
    assert title(examples.d_to_g(smoke=("4.06",))) == "Blocked by 4.06 smoke"
    assert title(examples.d_to_g(visibility=3)) == "Blocked: beyond visibility"
    assert title(examples.d_to_g(bases={"4.06": None})) == "Undecidable"
    assert title(examples.elevation()) == "Hex 4.04: 65 m"
    assert title(examples.crossfire()) == "Cross fire"


def test_signs_of_verdicts_differ_in_shape_not_only_in_colour(qapp, colours):
    pictures = {}
    for name in ("clear", "blocked", "undecidable", "pending", "crossfire", "no_crossfire", "warning", "error"):
        image = sign_icon(name, colours).pixmap(32, 32).toImage()
        shape = tuple(image.pixelColor(x, y).alpha() > 100 for x in range(image.width()) for y in range(image.height()))
        pictures[name] = shape
    assert len(set(pictures.values())) == len(pictures)


def test_words_stand_out_from_their_ground(colours):
    def light(colour):
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in QColor(colour).getRgbF()[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    own, window, base = tints(colours), colours.window().color().name(), colours.base().color().name()
    pairs = [
        (own.clear, own.clear_wash),
        (own.blocked, own.blocked_wash),
        (own.undecided, own.undecided_wash),
        (own.chip_text, own.chip),
        *((ink, ground) for ink in (own.clear, own.blocked, own.undecided, own.quiet, own.accent) for ground in (window, base)),
        *((ink, own.sky) for ink in (own.clear, own.blocked, own.undecided, own.quiet)),
    ]
    for ink, ground in pairs:
        high, low = sorted((light(ink), light(ground)), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, ground)


def test_the_table_holds_every_point_of_contention_with_its_numbers(examples, colours, qapp):
    table = table_of(examples.b_to_c(), examples.box, colours)
    assert len(table.rows) == len(examples.b_to_c().detail.profile)
    (village,) = [row for row in table.rows if row.decisive]
    assert [cell.text for cell in village.cells] == ["2.09", "−20.0", "40.0", "60", "40", "Village +20", "", "2"]
    assert village.cells[6].spoken == "corner"
    assert village.cells[0].spoken == "2.09, blocks"
    assert village.hexes == (examples.hex("2.09"),)


def test_fractions_are_decimals_with_the_exact_value_in_the_tooltip(examples, colours, qapp):
    ruling = examples.los("1.11", "4.10", (40, 80), {"2.10": 40, "3.11": 70})
    table = table_of(ruling, examples.box, colours)
    line = table.rows[0].cells[2]
    assert (line.text, line.tip) == ("53.3", "160/3 m")


def test_blocking_rows_are_bold_and_marked(examples, colours, qapp):
    model = TableModel()
    model.show_table(table_of(examples.b_to_c(), examples.box, colours), colours)
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        blocks = index.data(HEXES) == (examples.hex("2.09"),)
        font = index.data(Qt.ItemDataRole.FontRole)
        assert (font is not None and font.bold()) == blocks
        assert (index.data(Qt.ItemDataRole.DecorationRole) is not None) == blocks
        assert ("blocks" in index.data(Qt.ItemDataRole.AccessibleTextRole)) == blocks


def test_undecided_numbers_read_as_question_marks(examples, colours, qapp):
    table = table_of(examples.d_to_g(bases={"4.06": None}), examples.box, colours)
    row = next(row for row in table.rows if row.hexes == (examples.hex("4.06"),))
    assert [row.cells[n].text for n in (1, 3, 4)] == ["?", "?", "?"]


def test_methods_stand_side_by_side_and_disagreement_is_said(panel, examples, all_methods):
    panel.show_rulings(all_methods, examples.box)
    assert set(panel._row.buttons) == {"standard", "simplified", "heads_a", "heads_ab", "heads_ac", "heads_abc"}
    said = disagreement(all_methods, examples.box)
    assert "standard clear" in said
    assert "contour-heads a blocked by 2.04" in said
    assert panel._flag.isVisible()
    assert panel._warning.text() == said


def test_agreeing_methods_raise_no_flag(panel, examples):
    panel.show_rulings([examples.a_to_g(), examples.a_to_g("simplified")], examples.box)
    assert not panel._flag.isVisible()


def test_a_click_on_a_method_shows_its_details_and_new_answers_keep_it(panel, examples, all_methods, qtbot):
    panel.show_rulings(all_methods, examples.box)
    assert panel.shown is all_methods[0]
    with qtbot.waitSignal(panel.ruling_shown) as heard:
        QTest.mouseClick(panel._row.buttons["heads_a"], Qt.MouseButton.LeftButton)
    assert heard.args[0] is all_methods[2] is panel.shown
    assert panel._title.text() == "Blocked by 2.04 high ground"
    again = [examples.a_to_g(method) for method in ("standard", "heads_a")]
    panel.show_rulings(again, examples.box)
    assert panel.shown is again[1]


def test_methods_still_computed_show_how_far_they_are(panel, examples):
    panel.show_rulings([examples.a_to_g()], examples.box, {"heads_a": (3, 10)})
    button = panel._row.buttons["heads_a"]
    assert "30 %" in button.accessibleName()
    assert not button.isEnabled()
    panel.show_rulings([], examples.box, {"heads_a": (4, 10)})
    assert panel._title.text() == "Computing"
    assert panel._particulars.text() == "contour-heads a 40 %"
    assert panel.shown is None


def test_progress_of_one_method_leaves_the_selected_row_of_another_alone(panel, examples):
    ruling = examples.b_to_c()
    panel.show_rulings([ruling], examples.box, {"heads_a": (3, 10)})
    panel._table.selectRow(2)
    panel.show_rulings([ruling], examples.box, {"heads_a": (4, 10)})
    assert panel._table.currentIndex().row() == 2


def test_reasons_carry_their_rules_and_readings_are_called_out(panel, examples):
    panel.show_rulings([examples.b_to_c()], examples.box)
    model = panel._reasons.model()
    lines = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert lines[0].startswith("[8.3b] The line runs 5 hexes from 1.11 to 2.06")
    assert any(line.startswith("[8.1g] Reading:") for line in lines)


def test_a_ruling_names_the_charts_that_it_used_as_links_to_them(panel, examples, qtbot):
    shown = (examples.b_to_c().charts[0], Provenance("tcs.fire", "Fire & more", "stand-in", "ours, derived"))
    panel.show_rulings([replace(examples.b_to_c(), charts=shown)], examples.box)
    rules, ours = panel._charts.buttons
    assert rules.text() == "Heights of terrain (rules text)"
    assert ours.text() == "Fire && more (stand-in)"
    assert "ours, derived" in ours.toolTip()
    assert ours.accessibleName() == "Fire & more, Stand-in"
    pictures = [button.icon().pixmap(32, 32).toImage() for button in (rules, ours)]
    assert pictures[0] != pictures[1], "the shapes of badges differ"
    assert panel._charts.minimumSizeHint().width() < 150, "a long title does not make the panel wide"
    with qtbot.waitSignal(panel.chart_activated) as heard:
        ours.setFocus()
        QTest.keyClick(ours, Qt.Key.Key_Space)
    assert heard.args == ["tcs.fire"]
    panel.show_rulings([replace(examples.b_to_c(), charts=())], examples.box)
    assert panel._charts.isHidden()


def test_the_heights_of_the_box_itself_are_called_terrain(panel, examples):
    heights = Provenance("box.los_heights", "Two hills", "box", "game.yaml")
    panel.show_rulings([replace(examples.b_to_c(), charts=(heights,))], examples.box)
    (link,) = panel._charts.buttons
    assert link.text() == "Terrain (of this box)"
    assert "Two hills" in link.toolTip()


def test_what_decides_is_emphasised_and_can_stand_alone(panel, examples):
    panel.show_rulings([examples.b_to_c()], examples.box)
    spoken = [panel._reasons.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(4)]
    assert [": decides: " in words for words in spoken] == [False, False, True, True]
    assert not panel._reasons_bar.isVisible(), "four reasons can be read at a glance"
    panel._only.setChecked(True)
    assert panel._reasons.model().rowCount() == 2


def test_a_narrow_table_leaves_out_what_can_be_spared_and_tells_it_in_the_tooltip(panel, examples, qtbot):
    panel.show_rulings([examples.b_to_c()], examples.box)
    panel.show()
    table = panel._table
    heads = [word for word, _ in table.model().table.heads]

    def shown():
        return [head for number, head in enumerate(heads) if not table.isColumnHidden(number)]

    table.resize(900, table.height())
    assert shown() == heads
    table.resize(260, table.height())
    assert shown()[:2] == ["Hex", "Margin"]
    assert "Feature" in shown()
    assert "Met" not in shown()
    tip = table.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "Met: " in tip
    assert "Col.: " in tip
    table.resize(900, table.height())
    assert shown() == heads
    assert "Met" not in (table.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole) or "")


def test_keys_in_the_table_light_hexes_and_enter_opens_them(panel, examples, qtbot):
    panel.show_rulings([examples.b_to_c()], examples.box)
    panel.activateWindow()
    panel._table.setFocus()
    qtbot.waitUntil(panel._table.hasFocus)
    heard, opened = [], []
    panel.hex_hovered.connect(heard.append)
    panel.hex_activated.connect(opened.append)
    QTest.keyClick(panel._table, Qt.Key.Key_Down)
    QTest.keyClick(panel._table, Qt.Key.Key_Return)
    assert heard[-1] == panel._model.table.rows[panel._table.currentIndex().row()].hexes[0]
    assert opened == [heard[-1]]


def test_hovering_rows_lights_hexes(panel, examples):
    panel.show_rulings([examples.b_to_c()], examples.box)
    heard = []
    panel.hexes_hovered.connect(heard.append)
    panel._table.entered.emit(panel._model.index(1, 0))
    panel._reasons.entered.emit(panel._reasons.model().index(0, 0))
    assert heard == [(examples.hex("2.09"),), (examples.hex("1.11"), examples.hex("2.06"))]


def test_copies_text_and_json(panel, examples):
    panel.show_rulings([examples.b_to_c()], examples.box)
    panel.copy_text()
    assert QGuiApplication.clipboard().text().startswith("los: blocked")
    panel.copy_json()
    answer = json.loads(QGuiApplication.clipboard().text())
    assert (answer["verdict"], answer["blockers"]) == ("blocked", ["2.09"])
    panel.show_rulings([examples.a_to_g(), examples.a_to_g("heads_a")], examples.box)
    panel.copy_json()
    assert [each["method"] for each in json.loads(QGuiApplication.clipboard().text())] == ["standard", "heads_a"]


def test_the_menu_of_methods_tells_what_is_ticked_and_keeps_one(panel, qtbot):
    panel.set_methods(("standard", "simplified"), ("standard",))
    with qtbot.waitSignal(panel.methods_chosen) as heard:
        panel._method_actions["simplified"].setChecked(True)
    assert heard.args[0] == ("standard", "simplified")
    panel._method_actions["simplified"].setChecked(False)
    panel._method_actions["standard"].setChecked(False)
    assert panel._method_actions["standard"].isChecked()


def test_crossfire_lists_pairs_and_links_to_completing_hexes(panel, examples, qtbot):
    ruling = examples.crossfire()
    panel.show_rulings([ruling], examples.box)
    assert texts(panel._model.table) == [["4.09 and 6.05", "5", "yes"], ["4.09 and 6.06", "4", "no"]]
    place = min(ruling.detail.completing_seen)
    with qtbot.waitSignal(panel.hex_activated) as heard:
        panel._note.linkActivated.emit(f"{place.q},{place.r}")
    assert heard.args[0] == place


def test_what_is_a_cross_fire_already_asks_for_no_further_firer(examples):
    ruling = examples.crossfire()
    assert note_of(ruling, examples.box, "#000000") == "These firers already make a cross fire."
    assert "One more firer" in note_of(replace(ruling, verdict="no_crossfire"), examples.box, "#000000")


def test_field_and_elevation_have_their_words(panel, examples):
    panel.show_rulings([examples.field()], examples.box)
    assert "sees" in panel._title.text()
    assert "1 not decidable" in panel._particulars.text()
    panel.show_rulings([examples.elevation()], examples.box)
    assert "1/4 mark from 60 m to 80 m" in panel._note.text()


def test_the_empty_panel_says_what_to_do(panel, examples, qtbot):
    panel.show_rulings([examples.a_to_g()], examples.box)
    with qtbot.waitSignal(panel.ruling_shown) as heard:
        panel.clear()
    assert heard.args[0] is None
    assert panel._hint.isVisible()
    assert "Press L" in panel._hint.text()


def test_the_panel_follows_the_palette(panel, examples, colours):
    panel.show_rulings([examples.b_to_c()], examples.box)
    panel.setPalette(colours)
    panel.grab()
    assert panel.shown is not None


def test_a_painted_icon_is_sharp_at_one_two_and_three_pixels_per_point(qapp):
    icon = painted_icon(12, lambda painter, rect: painter.fillRect(rect, QColor("#ff0000")))
    for scale in (1, 2, 3):
        picture = icon.pixmap(QSize(12, 12), float(scale))
        image = picture.toImage()
        assert (image.width(), picture.devicePixelRatio()) == (12 * scale, scale)
        assert image.pixelColor(image.width() - 1, image.height() - 1) == QColor("#ff0000")
