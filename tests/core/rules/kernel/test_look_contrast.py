"""Letters that could not be read are told, with what is drawn in their place."""

from hypothesis import given
from hypothesis import strategies as st

from core.base.colours import LEAST_CONTRAST, contrast
from core.model.looks import Chosen, Element
from core.model.oob import Side
from core.rules.kernel.look_contrast import Unread, unread
from core.rules.kernel.looks import Paints, Said, resolved

ACROSS = (0.0, 0.4, 1.0, 0.2)
colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def told(*elements: Element, ground: str = "#ffffff") -> list[Unread]:
    said = Said({"steps": 3, "ready": "#eeeeee"})
    return list(unread(elements, Chosen(ground), said, Paints(Side("us", "US")), full_px=44, sidc=""))


def letters(ink: Chosen, area: tuple[float, float, float, float] = ACROSS) -> Element:
    return Element("text", area, text=Chosen("{steps}"), ink=ink)


def test_ink_that_stands_out_is_not_told() -> None:
    assert told(letters(Chosen("#000000"))) == []


def test_ink_that_is_exchanged_is_told_with_the_one_in_its_place() -> None:
    found = told(letters(Chosen("#dddddd")))
    assert [(each.number, each.ink, each.ground, each.instead, each.outlined) for each in found] == [
        (0, "#dddddd", "#ffffff", "#000000", False)
    ]


def test_the_ink_of_the_side_is_whatever_can_be_read() -> None:
    assert told(letters(Chosen("ink"))) == told(letters(Chosen("ink")), ground="#000000") == []


def test_ink_that_a_value_decides_is_told_with_its_outline() -> None:
    found = told(letters(Chosen(by="ready")))
    assert [(each.ink, each.instead, each.outlined) for each in found] == [("#eeeeee", "#000000", True)]


def test_letters_without_an_ink_have_one_that_can_be_read_and_are_not_told() -> None:
    assert told(letters(Chosen(by="strange"))) == told(letters(Chosen()), ground="#000000") == []


def test_letters_that_lie_half_on_another_colour_are_told() -> None:
    half = Element("box", (0.0, 0.0, 0.4, 1.0), fill=Chosen("#111111"))
    found = told(half, letters(Chosen("#000000")))
    assert [(each.number, each.ground, each.instead) for each in found] == [(1, "#111111", "")]


def test_a_box_that_is_drawn_over_letters_is_no_ground_of_theirs() -> None:
    assert told(letters(Chosen("#000000")), Element("box", (0.0, 0.0, 1.0, 1.0), fill=Chosen("#111111"))) == []


@given(colours, colours)
def test_what_is_not_told_can_be_read(ink: str, ground: str) -> None:
    element = letters(Chosen(ink))
    face = resolved([element], Chosen(ground), Said({"steps": 3}), Paints(None), full_px=44)
    assert bool(told(element, ground=ground)) == (contrast(ink, ground) < LEAST_CONTRAST)
    assert contrast(face.parts[0].ink, ground) >= LEAST_CONTRAST
