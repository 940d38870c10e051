"""Turn tracks and set-up cards: every word on a page, nothing over another or over the edge, and the same in a PDF file."""

from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QImage, QPainter

from app.export.pdf import pdf_file
from app.export.scenario_cards import Frame, LightSign, Words, card_sheets, paint_sheet, paint_sheets, track_sheets
from app.export.scenario_words import Card, CardLine, CardPart, TurnBox, set_up_cards, turn_track
from core.files.box_files import load_box

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
BOXES = sorted(path.parent.name for path in SCENARIOS.glob("*/*.scenario.yaml"))
PAPERS = [(210.0, 297.0), (279.4, 215.9), (148.0, 105.0)]
A4 = PAPERS[0]

pytestmark = pytest.mark.usefixtures("qapp")


def opened(name):
    loaded = load_box(SCENARIOS / name)
    return loaded.box, loaded.ruleset, next(iter(loaded.box.scenarios.values()))


def words(sheets):
    return [mark.text for sheet in sheets for mark in sheet.marks if isinstance(mark, Words)]


def inside(sheet, room):
    close = 0.01
    return (
        room.left >= -close
        and room.top >= -close
        and room.left + room.width <= sheet.width + close
        and room.top + room.height <= sheet.height + close
    )


def apart(first, second):
    close = 0.01
    return (
        first.left + first.width <= second.left + close
        or second.left + second.width <= first.left + close
        or first.top + first.height <= second.top + close
        or second.top + second.height <= first.top + close
    )


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize("paper", PAPERS)
def test_everything_is_on_a_page_and_no_words_lie_over_others(name, paper):
    box, rules, scenario = opened(name)
    track = track_sheets(scenario.title, turn_track(box, rules, scenario), *paper)
    cards = [sheet for card in set_up_cards(box, rules, scenario) for sheet in card_sheets(card, *paper)]
    assert track and cards
    for sheet in (*track, *cards):
        assert all(inside(sheet, mark.room) for mark in sheet.marks)
        texts = [mark.room for mark in sheet.marks if isinstance(mark, Words)]
        assert all(apart(a, b) for n, a in enumerate(texts) for b in texts[n + 1 :])


@pytest.mark.parametrize("name", BOXES)
def test_every_unit_turn_and_hex_of_a_scenario_is_said(name):
    box, rules, scenario = opened(name)
    track = "\n".join(words(track_sheets(scenario.title, turn_track(box, rules, scenario), *A4)))
    for turn in scenario.turns:
        assert turn.title in track and turn.date in track and turn.note in track
    cards = set_up_cards(box, rules, scenario)
    said = "\n".join(words(sheet for card in cards for sheet in card_sheets(card, *A4)))
    for row in (*scenario.set_ups, *scenario.arrivals):
        assert all(box.label(place) in said for place in row.hexes)
        assert row.note in said
    for row in scenario.set_ups:
        assert row.zone in said and row.box in said
    for row in scenario.victory:
        assert row.text in said
    units = {id_ for card in cards for part in card.parts for line in part.lines for id_ in line.units}
    named = [name for row in (*scenario.set_ups, *scenario.arrivals) for name in row.units]
    assert {name for name in named if box.oob.counter(name) is not None} <= units


def test_counters_that_were_only_put_on_the_map_are_set_up_where_they_stand():
    box, rules, scenario = opened("sable-river")

    def set_up(of):
        cards = set_up_cards(box, rules, of)
        return [line for card in cards for part in card.parts if part.title == "Set-up" for line in part.lines]

    lines = {line.units: line.what for line in set_up(replace(scenario, set_ups=()))}
    assert {id_ for units in lines for id_ in units} == set(scenario.start.pieces)
    for id_, piece in scenario.start.pieces.items():
        where = next(what for units, what in lines.items() if id_ in units)
        assert where == (f"in the box {piece.at}" if isinstance(piece.at, str) else box.label(piece.at))
    # Nobody is told twice where rows speak of everybody.
    told = [id_ for line in set_up(scenario) for id_ in line.units]
    assert len(told) == len(set(told))


def test_a_card_speaks_only_of_its_side():
    box, rules, scenario = opened("cove-creek")
    blue, red = set_up_cards(box, rules, scenario)
    assert (blue.side, red.side) == ("Blue", "Red") and blue.colour != red.colour
    assert (blue.parts[0].title, red.parts[0].title) == ("Sets up first", "Moves first")
    lines = {part.title: part.lines for part in blue.parts}
    assert not any("933" in line.who for line in lines["Set-up"])
    assert lines["Reinforcements"][0].what.startswith("turn 7 (0740): South road (34.01)")
    assert lines["Ammunition and points"][-1].what == "turn 6: 1, turn 9: 1, turn 12: 1, turn 15: 1"
    # Who comes on a condition stands behind all that have a turn.
    assert "roll of 5 or 6" in lines["Reinforcements"][-1].what


def test_the_track_says_who_comes_and_shows_the_light_by_shape_and_words():
    box, rules, scenario = opened("cove-creek")
    track = turn_track(box, rules, scenario)
    assert track[0].visibility == "sees 6 hexes" and track[1].events[0].startswith("Red: ")
    sheet = track_sheets(scenario.title, track, *A4)[0]
    assert [mark.light for mark in sheet.marks if isinstance(mark, LightSign)][:3] == ["twilight", "twilight", "day"]
    assert "twilight, sees 6 hexes" in words([sheet])


def test_a_long_track_goes_on_over_pages_and_no_turn_is_lost():
    boxes = [TurnBox(n, f"T{n}", events=("Somebody comes in somewhere.",) * (n % 5)) for n in range(1, 120)]
    sheets = track_sheets("Long", boxes, *A4)
    assert len(sheets) > 1
    heads = [text for text in words(sheets) if text.endswith(tuple(f".  T{n}" for n in range(1, 120)))]
    assert heads == [f"{n}.  T{n}" for n in range(1, 120)]
    assert sum(isinstance(mark, Frame) for sheet in sheets for mark in sheet.marks) == 119


def test_a_long_card_goes_on_over_pages_and_no_head_stays_behind_alone():
    parts = tuple(
        CardPart(f"Part {n}", tuple(CardLine(f"Unit {n}.{k}", "anywhere", "a note") for k in range(9))) for n in range(9)
    )
    sheets = card_sheets(Card("Long", "Blue", "#304060", parts), *A4)
    assert len(sheets) > 1
    said = words(sheets)
    assert [text for text in said if text.startswith("Unit")] == [f"Unit {n}.{k}" for n in range(9) for k in range(9)]
    assert all(not words([sheet])[-1].startswith("Part") for sheet in sheets)
    assert sum("(continued)" in text for text in said) == len(sheets) - 1


def test_it_is_painted_as_lines_and_words_into_a_pdf_file(tmp_path):
    box, rules, scenario = opened("cove-creek")
    sheets = [
        *track_sheets(scenario.title, turn_track(box, rules, scenario), *A4),
        *(sheet for card in set_up_cards(box, rules, scenario) for sheet in card_sheets(card, *A4)),
    ]
    out = tmp_path / "cards.pdf"
    writer = pdf_file(out, "Cards", 1200, QSizeF(*A4))
    painter = QPainter(writer)
    painter.scale(1200 / 25.4, 1200 / 25.4)
    paint_sheets(painter, sheets, writer.newPage)
    painter.end()
    del writer
    with pypdfium2.PdfDocument(out) as document:
        assert len(document) == len(sheets)
        text = document[0].get_textpage().get_text_range()
        assert "The bridges of the Alder" in text and "0540" in text


def test_what_is_fuller_than_a_page_has_smaller_letters_and_loses_nothing():
    many = ", ".join(f"Unit {n}" for n in range(400))
    small = PAPERS[2]
    track = track_sheets("Full", [TurnBox(1, "1", events=(many,)), TurnBox(2, "2")], *small)
    card = card_sheets(
        Card("Full", "Blue", "", (CardPart("Set-up", (CardLine(many, "anywhere"), CardLine("a", "b"))),)), *small
    )
    for sheets in (track, card):
        assert many in words(sheets)
        assert all(inside(sheet, mark.room) for sheet in sheets for mark in sheet.marks)


@pytest.mark.parametrize("light", ["day", "twilight", "night"])
def test_the_signs_of_light_differ_without_colour(light):
    def ink(light):
        image = QImage(400, 400, QImage.Format.Format_Grayscale8)
        image.fill(255)
        painter = QPainter(image)
        painter.scale(10, 10)
        sheet = track_sheets("", [TurnBox(1, "1", light=light)], 40, 40, 1)[0]
        signs = tuple(mark for mark in sheet.marks if isinstance(mark, LightSign))
        paint_sheet(painter, type(sheet)(40, 40, signs))
        painter.end()
        return bytes(image.constBits())

    others = {"day", "twilight", "night"} - {light}
    assert all(ink(light) != ink(other) for other in others)


def test_what_is_said_of_the_whole_scenario_stands_on_every_card():
    box, rules, scenario = opened("cove-creek")
    for card in set_up_cards(box, rules, scenario):
        assert "\n".join(line.who for line in card.parts[-1].lines) == scenario.note
        assert scenario.note.splitlines()[0] in words(card_sheets(card, *A4))


def test_who_comes_on_a_condition_has_a_box_behind_the_last_turn():
    box, rules, scenario = opened("cove-creek")
    track = turn_track(box, rules, scenario)
    assert len(track) == len(scenario.turns) + 1
    assert track[-1].title == "On a condition" and "from turn 8 on" in track[-1].events[0]
    sheets = track_sheets(scenario.title, track, *A4)
    assert "On a condition" in words(sheets)
    # No light of any turn is shown in it.
    assert sum(isinstance(mark, LightSign) for sheet in sheets for mark in sheet.marks) == len(scenario.turns)
    bare = turn_track(box, rules, replace(scenario, arrivals=()))
    assert len(bare) == len(scenario.turns)


@pytest.mark.parametrize("name", BOXES)
def test_no_condition_of_victory_says_its_points_a_second_time(name):
    _, _, scenario = opened(name)
    assert not [row.text for row in scenario.victory if row.points is not None and row.text[:1].isdigit()]
