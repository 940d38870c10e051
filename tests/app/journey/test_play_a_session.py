"""A session is begun, played, killed with a counter in hand, and gone on with: real window, real mouse, real keys."""

from pathlib import Path

import pytest

from core.play.events import Did, Joined
from core.play.journal import read_journal
from tests.app.journey.player import ROOT, Player, can_play

pytestmark = pytest.mark.skipif(not can_play(), reason="needs an X server (QT_QPA_PLATFORM=xcb) and xdotool")

RIVER = ROOT / "scenarios" / "sable-river"

BEGUN = 3
"""Entries of a session that one player has just begun: what is played, and the keys of both sides."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of a user who has never started the program."""
    home = tmp_path / "home"
    (home / "Documents").mkdir(parents=True)
    return home


def carry(player: Player, start: str, end: str, drop: bool = True) -> None:
    """Drags the top counter of a hex to another one, and lets go of it or not."""
    there, goal = player.ask(where={"hex": start}), player.ask(where={"hex": end})
    player._xdotool("mousemove", "--sync", str(there["x"]), str(there["y"]), "mousedown", "1")
    player._xdotool("mousemove_relative", "--sync", "--", "6", "6")
    player._xdotool("mousemove", "--sync", str(goal["x"]), str(goal["y"]))
    player.ask(state=True)
    if drop:
        player._xdotool("mouseup", "1")


def free_hexes(player: Player, count: int) -> list[str]:
    """Numbers of hexes in which nothing lies."""
    taken = set(player.state["pieces"].values())
    return [label for label in (f"{column:02}{row:02}" for row in (12, 13) for column in range(14, 20)) if label not in taken][
        :count
    ]


def test_a_session_that_was_killed_goes_on_where_it_was(home: Path) -> None:
    player = Player(home, str(RIVER))
    try:
        player.until(built=True, open=True)
        player.focus()
        player.keys("ctrl+shift+p")
        player.until(active="StartDialog")
        player.focus("StartDialog")
        player.keys("alt+o")
        player.until(checked=["Solitaire"])
        player.press("Start")
        state = player.until(entries=BEGUN, active="MainWindow")
        assert state["title"].startswith("Summer storm") and "before the start" in state["title"]
        player.focus()
        alone = next(at for at in state["pieces"].values() if list(state["pieces"].values()).count(at) == 1 and at.isdigit())
        first, second = free_hexes(player, 2)
        carry(player, alone, first)
        played = player.until(entries=BEGUN + 1)
        assert first in played["pieces"].values()
        # The next counter is in hand when the program is killed.
        carry(player, first, second, drop=False)
        player.kill()
    finally:
        player.end()
        Player._xdotool("mouseup", "1")

    read = read_journal(Path(played["journal"]))
    assert read.fault is None
    assert [type(entry.event) for entry in read.entries][1:] == [Joined, Joined, Did]
    assert Path(played["journal"]).parent == home / "Documents" / "Phaseline sessions"

    again = Player(home)
    try:
        again.until(built=True)
        again.focus()
        again.press("Go on with it")
        state = again.until(entries=BEGUN + 1)
        assert state["pieces"] == played["pieces"] and state["title"] == played["title"]
        again.focus()
        again.keys("ctrl+z")
        again.until(entries=BEGUN + 2)
        again.keys("ctrl+q")
        assert again.process.wait(timeout=60) == 0
    finally:
        again.end()

    # A session is opened by its file, too.
    third = Player(home, played["journal"])
    try:
        state = third.until(entries=BEGUN + 2)
        assert state["pieces"] != played["pieces"]
        third.focus()
        third.keys("ctrl+y")
        assert third.until(entries=BEGUN + 3)["pieces"] == played["pieces"]
    finally:
        third.end()
