"""Panels on rulings of the real example box: what is drawn and written agrees with what was ruled, line by line."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QTextDocument

from app.panels.features import FeatureKind, feature_kind
from app.panels.profile.geometry import line_y, outline, point_of, sight_line, slots_of
from app.panels.profile.painter import ProfileDrawing
from app.panels.profile.panel import ProfilePanel
from app.panels.reasons_view import reason_lines
from app.panels.rulings.headlines import headline, short
from app.panels.rulings.panel import RulingPanel
from app.panels.tables import table_of
from app.widgets.themes import palette
from core.questions.catalogue import ask
from core.questions.game import open_game

BOX = Path(__file__).parents[3] / "scenarios" / "tcs-example"
STARTS = ("1.04", "2.09", "4.03", "4.10")
NEAR = 1e-6


@pytest.fixture(scope="module")
def game():
    opened = open_game(BOX)
    assert opened.game is not None
    return opened.game


@pytest.fixture(scope="module")
def sights(game):
    ends = [game.box.label(place) for place in sorted(game.box.cells)]
    found = [
        ask("los", game, **{"from": start, "to": end, "method": method, "smoke": "3.08"})
        for start in STARTS
        for end in ends
        for method in ("standard", "simplified")
    ]
    assert {ruling.verdict for ruling in found} == {"clear", "blocked"}
    return found


def test_drawn_points_and_features_stand_above_the_line_exactly_where_they_block(game, sights, qapp):
    font, rows = QFont("DejaVu Sans", 9), 0
    for ruling in sights:
        drawing = ProfileDrawing(ruling, game.box, QRectF(0, 0, 480, 240), font, palette(dark=False))
        frame = drawing.frame()
        line = sight_line(ruling.detail, frame)
        for slot in slots_of(ruling.detail):
            kind = feature_kind(slot.row.feature, slot.row.smoke)
            if kind is FeatureKind.SMOKE:
                continue
            x, y = point_of(slot, frame)
            rows += 1
            assert (y < line_y(line, x) - NEAR) == slot.row.blocks
            if slot.row.feature:
                above = any(py < line_y(line, px) - NEAR for px, py in outline(kind.value, slot, frame, line))
                assert above == slot.row.blocks
    assert rows > 1000


def test_tables_headlines_and_reasons_agree_with_the_verdict(game, sights, qapp):
    colours = palette(dark=False)
    for ruling in sights:
        table = table_of(ruling, game.box, colours)
        marked = {place for row in table.rows if row.decisive for place in row.hexes}
        assert marked == {row.hex for row in ruling.detail.profile if row.blocks}
        title = headline(ruling, game.box).title
        assert title.startswith("Blocked") == (ruling.verdict == "blocked")
        assert all(game.box.label(place) in title for place in ruling.detail.blockers[:2])
        assert short(ruling, game.box)
        lines = reason_lines(ruling, game.box)
        assert len(lines) == len(ruling.reasons)
        assert not any("{" in line.text for line in lines)


def test_the_reading_that_decided_is_called_out(game, qtbot):
    panel = RulingPanel()
    qtbot.addWidget(panel)
    panel.show_rulings([ask("los", game, **{"from": "1.11", "to": "2.06"})], game.box)
    wanted = []
    panel.option_wanted.connect(wanted.append)
    note = QTextDocument()
    note.setHtml(panel._note.text())
    assert "Another reading would change this: A line that touches a hex only at a corner (8.1g)" in note.toPlainText()
    assert 'href="option:los.corner_contact"' in panel._note.text()
    panel._note.linkHovered.emit("option:los.corner_contact")
    panel._note.linkActivated.emit("option:los.corner_contact")
    assert wanted == ["los.corner_contact"]


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("los", {"from": "1.04", "to": "4.05", "visibility": 2}),
        ("los", {"from": "1.04", "to": "1.04"}),
        ("elevation", {"hex": "4.04"}),
        ("field", {"from": "4.05", "visibility": 4}),
        ("crossfire", {"target": "4.06", "firers": "4.09,6.05"}),
        ("crossfire", {"target": "4.06", "firers": []}),
        ("heights", {}),
    ],
)
def test_every_question_can_be_shown(game, qtbot, question, given):
    ruling = ask(question, game, **given)
    panel, profile = RulingPanel(), ProfilePanel()
    qtbot.addWidget(panel)
    qtbot.addWidget(profile)
    panel.ruling_shown.connect(lambda shown: profile.show_ruling(shown, game.box))
    panel.show_rulings([ruling], game.box)
    panel.grab()
    profile.grab()
    panel.copy_text()
    panel.copy_json()
    assert panel._title.text()
