"""Faces: what is drawn at which size, what hides what, and that a face is the same value in every process."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rules.kernel.faces import Face, Part

shares = st.floats(0, 1)


@given(st.floats(0, 500), st.floats(0, 500), st.floats(0, 500))
def test_a_part_is_drawn_from_one_size_on_and_below_another(least: float, most: float, px: float) -> None:
    part = Part("text", (0, 0, 1, 1), text="8", from_px=least, below_px=most)
    assert part.is_seen(px) == (least <= px < most)
    assert (part in Face("#ffffff", "#000000", (part,)).seen(px)) == part.is_seen(px)


@given(shares, shares)
def test_a_box_hides_all_that_an_oval_in_it_hides(x: float, y: float) -> None:
    area = (0.2, 0.1, 0.5, 0.8)
    box, oval = Part("box", area, fill="#ffffff"), Part("oval", area, fill="#ffffff")
    assert box.covers(x, y) or not oval.covers(x, y)


@pytest.mark.parametrize(
    ("part", "covers"),
    [
        (Part("box", (0, 0, 1, 1), fill="#ffffff"), True),
        (Part("box", (0, 0, 1, 1), ink="#ffffff", width=0.1), False),
        (Part("sign", (0, 0, 1, 1), text="burst", fill="#ffffff"), True),
        (Part("sign", (0, 0, 1, 1), text="ring-line", ink="#ffffff"), False),
        (Part("text", (0, 0, 1, 1), text="8", ink="#ffffff"), False),
        (Part("oval", (0, 0, 0, 0), fill="#ffffff"), False),
    ],
)
def test_only_what_is_filled_hides_what_lies_under_its_middle(part: Part, covers: bool) -> None:
    assert part.covers(0.5, 0.5) == covers


def test_a_face_is_the_same_value_after_a_journey() -> None:
    face = Face("#ffffff", "#000000", (Part("text", (0, 0, 1, 1), text="8", ink="#000000"),))
    assert hash(face) == hash(Face(face.fill, face.edge, face.parts))
    sent = pickle.dumps(face)
    assert b"_hash" not in sent
    assert pickle.loads(sent) == face
