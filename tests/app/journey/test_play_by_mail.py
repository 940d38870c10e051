"""Two players send a session to and fro: each with the program and a home of his own, with real mouse and real keys."""

import shutil
from pathlib import Path

import pytest

from core.play.events import Answered, Disclosed, HandedOver, Joined, Pledged, Rolled
from core.play.journal import read_journal
from tests.app.journey.player import ROOT, Player, can_play

pytestmark = pytest.mark.skipif(not can_play(), reason="needs an X server (QT_QPA_PLATFORM=xcb) and xdotool")

RIVER = ROOT / "scenarios" / "sable-river"


def tab_to(player: Player, widget: str) -> None:
    """Goes on with the Tab key until something of that class has the keyboard."""
    for _ in range(40):
        if player.state["focus"] == widget:
            return
        player.keys("Tab")
    raise AssertionError(f"no {widget} takes the keyboard: {player.state}")


def hand_over(player: Player, to: Path) -> Path:
    """Hands the session over, and brings the file that is written to the other player; gives it."""
    journal = Path(player.state["journal"])
    before = set(journal.parent.iterdir())
    player.keys("ctrl+alt+h")
    player.until(active="SendDialog")
    player.focus("SendDialog")
    player.press("Sign and write")
    player.until(active="SentDialog")
    player.focus("SentDialog")
    player.press("Close")
    player.until(active="MainWindow")
    (sent,) = set(journal.parent.iterdir()) - before
    to.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(sent, to))


def dice(player: Player) -> None:
    """Brings the panel Dice to the front, once the panels of play stand where they belong."""
    player.wait_for(lambda state: "Turn" in state["panels"])
    player.keys("ctrl+l")
    player.wait_for(lambda state: "Dice" in state["panels"])


def unlock(player: Player, phrase: str) -> None:
    """Gives the pass phrase of the own side when it is asked."""
    player.until(active="PhraseDialog")
    player.focus("PhraseDialog")
    tab_to(player, "PhraseLine")
    player.type(phrase)
    player.keys("Return")
    player.until(active="MainWindow")
    player.focus()


def test_rolls_are_declared_answered_and_opened_between_two_homes(tmp_path: Path) -> None:
    homes = [tmp_path / name for name in ("ann", "bob")]
    for home in homes:
        (home / "Documents").mkdir(parents=True)
    ann, bob = homes
    player = Player(ann, str(RIVER))
    try:
        player.until(built=True, open=True)
        player.focus()
        player.keys("ctrl+shift+p")
        player.until(active="StartDialog")
        player.focus("StartDialog")
        player.keys("alt+m")
        tab_to(player, "PhraseLine")
        player.type("the bridge")
        player.keys("Tab")
        player.type("the bridge")
        player.press("Start")
        player.until(entries=2, active="MainWindow")
        player.focus()
        # What the dice are for is asked first.
        dice(player)
        player.type("an attack over the bridge")
        player.press("Add to the batch")
        player.press("Declare")
        player.until(entries=3)
        file = hand_over(player, bob / "mail")
        own = player.state["journal"]
    finally:
        player.end()

    player = Player(bob, str(file))
    try:
        player.until(active="SideDialog")
        player.focus("SideDialog")
        player.keys("Return")
        player.until(active="NewPhraseDialog")
        player.focus("NewPhraseDialog")
        tab_to(player, "PhraseLine")
        player.type("the ford")
        player.keys("Tab")
        player.type("the ford")
        player.press("Join")
        player.until(entries=5, active="MainWindow")
        player.focus()
        dice(player)
        player.press("Answer")
        player.until(entries=6)
        file = hand_over(player, ann / "mail")
    finally:
        player.end()

    player = Player(ann, str(file))
    try:
        unlock(player, "the bridge")
        player.until(entries=7)
        dice(player)
        player.press("Open")
        player.until(entries=9)
        file = hand_over(player, bob / "mail")
        assert player.state["journal"] == own
    finally:
        player.end()

    player = Player(bob, str(file))
    try:
        unlock(player, "the ford")
        state = player.until(entries=10)
        read = read_journal(Path(state["journal"]))
    finally:
        player.end()
    assert read.fault is None
    kinds = [type(entry.event) for entry in read.entries][1:]
    assert kinds == [Joined, Pledged, HandedOver, Joined, Answered, HandedOver, Disclosed, Rolled, HandedOver]
