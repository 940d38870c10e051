"""The journey of `resources/manual/draw-a-map.md`, step by step, with a real window, a real mouse and real keys."""

import math
from pathlib import Path

import pytest

from tests.app.journey.player import Player, can_play

pytestmark = pytest.mark.skipif(not can_play(), reason="needs an X server (QT_QPA_PLATFORM=xcb) and xdotool")

Points = list[tuple[float, float]]

DRAWN = ("contours", "areas", "paths", "lines", "rings", "hexes", "spots", "title")
"""What of the state is compared before and after the crash."""


def ring(x: float, y: float, size: float, points: int) -> Points:
    """A closed drag around a point."""
    turns = [2 * math.pi * k / points for k in range(points)]
    around = [(x + size * math.cos(turn), y + 0.8 * size * math.sin(turn)) for turn in turns]
    return [*around, around[0]]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of a user who has never started the program."""
    home = tmp_path / "home"
    (home / "Documents").mkdir(parents=True)
    return home


def new_map(player: Player) -> None:
    player.until(built=True)
    player.focus()
    player.keys("ctrl+n")
    player.until(active="NewMapDialog")
    player.focus("NewMapDialog")
    player.type("First hill")
    player.keys("alt+n", "ctrl+a")
    player.type("14")
    player.keys("alt+r", "ctrl+a")
    player.type("10")
    player.keys("Return")
    player.until(open=True, title="First hill[*] – Phaseline", grids=[[14, 10]])
    player.focus()


def draw_a_hill(player: Player) -> None:
    player.keys("c")
    player.until(tool="contour")
    player.drag(ring(4, 5, 2.6, 24))
    player.until(steps=1)
    player.keys("bracketright")
    player.drag(ring(4, 5, 1.6, 20))
    player.until(steps=2)
    player.keys("bracketright")
    player.drag(ring(4, 5, 0.7, 14))
    player.until(steps=3)


def draw_a_wood(player: Player) -> None:
    player.keys("b")
    player.until(tool="brush")
    player.drag([(8.0, 5.0), (8.4, 6.0), (9.0, 7.0)])
    player.until(steps=4)


def draw_a_road(player: Player) -> None:
    player.keys("p")
    player.until(tool="path")
    player.drag([(1.0, 1.5), (5.0, 2.0), (11.0, 3.0)])
    player.until(steps=5)


def test_a_hill_a_wood_and_a_road_are_drawn_judged_and_recovered(home: Path) -> None:
    player = Player(home)
    try:
        new_map(player)
        draw_a_hill(player)
        draw_a_wood(player)
        draw_a_road(player)
        state = player.until(issues=[])
        assert [(height, closed) for height, closed, _ in state["contours"]] == [(20, True), (40, True), (60, True)]
        assert state["areas"] == ["woods"]
        assert len(state["paths"]) == 1
        player.keys("ctrl+z")
        player.until(step=4)
        player.keys("ctrl+shift+z")
        player.until(step=5)
        player.keys("l")
        player.until(tool="los")
        player.click_hex("04.05")
        player.click_hex("11.06")
        judged = player.until(verdicts={"standard": "blocked", "simplified": "blocked", "heads_abc": "blocked"})
        player.kill()
    finally:
        player.end()

    box = next(home.glob("Documents/**/game.yaml")).parent
    again = Player(home, str(box))
    try:
        again.until(active="QMessageBox")
        again.focus("QMessageBox")
        again.keys("alt+r")
        state = again.until(open=True, issues=[])
        assert {name: state[name] for name in DRAWN} == {name: judged[name] for name in DRAWN}
        again.focus()
        again.keys("l")
        again.until(tool="los")
        again.click_hex("04.05")
        again.click_hex("11.06")
        again.until(verdicts=judged["verdicts"])
        again.keys("ctrl+s")
        again.until(modified=False)
        again.keys("ctrl+q")
        assert again.process.wait(timeout=60) == 0
    finally:
        again.end()

    third = Player(home, str(box))
    try:
        state = third.until(open=True, issues=[])
        assert {name: state[name] for name in DRAWN} == {name: judged[name] for name in DRAWN}
    finally:
        third.end()
