"""Pixmaps of faces: each is drawn once, and what was not asked for the longest goes first."""

import pytest

from app.counters.pixmaps import FacePixmaps
from core.rules.kernel.faces import Face, Part

pytestmark = pytest.mark.usefixtures("qapp")


def face(n: int) -> Face:
    return Face("#ffffff", "#000000", (Part("text", (0.1, 0.3, 0.8, 0.4), text=str(n), ink="#000000"),))


def test_a_face_is_drawn_once_for_a_size_and_density() -> None:
    kept = FacePixmaps()
    first = kept.pixmap(face(1), 40)
    assert kept.pixmap(face(1), 40).cacheKey() == first.cacheKey()
    assert kept.pixmap(face(1), 41).cacheKey() != first.cacheKey()
    assert kept.pixmap(face(1), 40, 2.0).cacheKey() != first.cacheKey()
    assert len(kept) == 3


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_pixmap_has_the_density_of_the_screen(ratio: float) -> None:
    made = FacePixmaps().pixmap(face(1), 40, ratio)
    assert (made.width(), made.height()) == (40 * ratio, 40 * ratio)
    assert made.deviceIndependentSize().width() == 40
    assert made.hasAlpha()


def test_memory_has_a_limit_and_the_longest_unused_goes_first() -> None:
    kept = FacePixmaps(most_bytes=3 * 40 * 40 * 4)
    for n in (1, 2, 3):
        kept.pixmap(face(n), 40)
    kept.pixmap(face(1), 40)
    kept.pixmap(face(4), 40)
    assert [kept.has(face(n), 40) for n in (1, 2, 3, 4)] == [True, False, True, True]
    assert kept.held_bytes == 3 * 40 * 40 * 4


def test_one_that_is_larger_than_the_limit_is_still_given() -> None:
    kept = FacePixmaps(most_bytes=10)
    assert not kept.pixmap(face(1), 40).isNull()
    assert len(kept) == 1
    kept.clear()
    assert (len(kept), kept.held_bytes) == (0, 0)
