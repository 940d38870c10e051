"""The side of a counter that is up is that of its mode, whatever has changed the mode: orders, movement, morale, a retreat."""

from collections.abc import Iterator

import pytest
from play_desks import desk_of

from core.play.driving import Desk
from core.play.replaying import driven

FRONT, BACK = (0, "move"), (1, "fire")


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = desk_of("cove-creek", kind="solitaire")
    play(desk, "jump 5 action.actions red")
    yield desk


def play(desk: Desk, text: str) -> None:
    assert not [answer.error for answer in driven(desk, text.strip().splitlines()) if answer.error]


def lies(desk: Desk, unit: str) -> tuple[int, str]:
    piece = desk.deployment.pieces[unit]
    return piece.face, piece.mode


def test_a_change_of_mode_turns_the_counter_over_and_the_next_one_back(desk: Desk) -> None:
    assert lies(desk, "1-6-933") == FRONT
    play(desk, "ask mode.at to=17.32 units=1-6-933\ntake 1")
    assert lies(desk, "1-6-933") == BACK
    play(desk, "ask mode.at to=17.32 units=1-6-933\ntake 1")
    assert lies(desk, "1-6-933") == FRONT


def test_who_moves_off_from_fire_mode_lies_on_the_front(desk: Desk) -> None:
    assert lies(desk, "8-cm-1-8-933") == BACK
    play(desk, "ask movement units=8-cm-1-8-933 to=21.33 watch=yes\ntake 1")
    assert lies(desk, "8-cm-1-8-933") == FRONT


def test_who_is_suppressed_on_the_move_lies_on_the_back(desk: Desk) -> None:
    play(desk, "ask morale.at to=17.32\nthrow roll=64\ntake 1")
    assert "suppressed" in desk.deployment.pieces["1-6-933"].marks
    assert lies(desk, "1-6-933") == lies(desk, "mg-6-933") == BACK
