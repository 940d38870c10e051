"""Units in words and small pictures, and sets of colours that are told apart by all eyes."""

from itertools import combinations

import pytest
from PySide6.QtGui import QColor, QIcon, QImage

from app.counters.stripe_sets import colour_name, stripe_sets
from app.counters.unit_pictures import UnitPictures, plain_icon, side_colours, side_icon
from app.counters.unit_words import called, where_sentence, where_words
from core.base.colours import is_colour
from core.geometry.hexes import Hex
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side
from core.rules.kernel.whereabouts import Whereabouts

OOB = Oob(
    Items([Side("red", "Red", "#a03020", "#ffffff"), Side("grey", "Grey")]),
    Items([Formation("first", "1st", "red", stripe="#00aa00"), Formation("inner", "Inner", "red", "first")]),
    Items([Counter("a", "red", formation="inner")]),
)


def test_things_are_called_by_their_names_else_by_their_ids():
    assert called(None, OOB.counter("a")) == "a"
    assert called(None, OOB.side("red")) == "Red"
    assert called(None, Formation("x", "", "red")) == "x"
    assert called(None, None) == ""


def test_places_are_told_in_a_cell_and_in_a_sentence(made_up_box):
    place = next(iter(made_up_box.cells))
    label = made_up_box.label(place)
    told = {
        Whereabouts("map", place): (label, f"A is in hex {label}."),
        Whereabouts("map", Hex(999, 999)): ("off the map", "A stands in a hex that no map of this box has."),
        Whereabouts("box", box="Port"): ("Port", "A is off the map, in the box “Port”."),
        Whereabouts("arrives", turn=3, hexes=(place,)): (
            "turn 3",
            f"A is not on the map yet: it arrives on turn 3 at {label}.",
        ),
        Whereabouts("arrives", turn=3): ("turn 3", "A is not on the map yet: it arrives on turn 3."),
        Whereabouts("condition", words="Rain."): ("on a condition", "A is not on the map: it arrives on a condition: Rain."),
        Whereabouts("condition"): ("on a condition", "A is not on the map: it arrives on a condition."),
        Whereabouts("to set up"): ("to set up", "A has a place to be set up, and is not on the map yet."),
        Whereabouts("nowhere"): ("nowhere", "A is nowhere in this scenario."),
    }
    for where, (cell, sentence) in told.items():
        assert (where_words(made_up_box, where), where_sentence(made_up_box, "A", where)) == (cell, sentence)


def colours(picture):
    image = picture.toImage().convertToFormat(QImage.Format.Format_ARGB32)
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_a_formation_shows_its_side_and_the_stripe_of_what_it_belongs_to(qapp):
    pictures = UnitPictures(None)
    shown = pictures.formation(OOB, OOB.formation("inner"), 32, 1.0, QColor("black"))
    assert {"#a03020", "#00aa00"} <= colours(shown)
    assert pictures.formation(OOB, OOB.formation("inner"), 32, 1.0, QColor("black")) is shown


def test_a_counter_is_drawn_once_until_its_side_changes(qapp):
    pictures = UnitPictures(None)
    assert pictures.face(OOB, OOB.counter("a")) is pictures.face(OOB, OOB.counter("a"))
    assert "#a03020" in colours(pictures.counter(OOB, OOB.counter("a"), 32))
    blue = Oob(Items([Side("red", "Red", "#2030a0")]), OOB.formations, OOB.counters)
    pictures.forget()
    assert "#2030a0" in colours(pictures.counter(blue, OOB.counter("a"), 32))


def test_pictures_keep_their_colours_in_a_selected_row(qapp):
    picture = UnitPictures(None).counter(OOB, OOB.counter("a"), 24)
    chosen = plain_icon(picture).pixmap(24, 24, QIcon.Mode.Selected)
    assert chosen.toImage() == picture.toImage()
    assert not side_icon(OOB.side("grey"), 16, 1.0, QColor("black")).isNull()


def test_ink_that_cannot_be_read_gives_way():
    assert side_colours(Side("x", "X", "#808080", "#7f7f7f")) == ("#808080", "#000000")
    assert side_colours(None)[1] == "#000000"


def test_colours_of_sets_have_names_and_are_known_by_them():
    for each in stripe_sets():
        assert each.title and each.source
        assert all(is_colour(colour) and colour == colour.lower() for colour in each.colours.values())
        assert len(set(each.colours.values())) == len(each.colours)
    assert colour_name("#D55E00") == "vermilion"
    assert colour_name("#123456") == ""


def seen_without(colour, kind):
    """A colour as eyes without one kind of cones see it [Viénot, Brettel and Mollon 1999], as linear red, green and blue."""
    levels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels)
    if kind == "red":
        mixed = 0.11238 * red + 0.88762 * green
        return mixed, mixed, 0.00401 * red - 0.00401 * green + blue
    mixed = 0.29275 * red + 0.70725 * green
    return mixed, mixed, -0.02234 * red + 0.02234 * green + blue


@pytest.mark.parametrize("kind", ["red", "green"])
@pytest.mark.parametrize("name", ["all-eyes", "all-eyes-bright"])
def test_colours_for_all_eyes_stay_apart_without_red_or_green_cones(name, kind):
    (chosen,) = (each for each in stripe_sets() if each.id == name)
    for one, other in combinations(chosen.colours.values(), 2):
        pairs = zip(seen_without(one, kind), seen_without(other, kind), strict=True)
        apart = sum((max(a, 0) ** (1 / 2.2) - max(b, 0) ** (1 / 2.2)) ** 2 for a, b in pairs) ** 0.5
        assert apart > 0.1, (one, other)
