"""A fire is played to its end with losses, morale and overwatch, and handed over between: real window, mouse, keys."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.play.events import Did, Rolled
from core.play.journal import read_journal
from tests.app.journey.player import ROOT, Player, can_play

pytestmark = pytest.mark.skipif(not can_play(), reason="needs an X server (QT_QPA_PLATFORM=xcb) and xdotool")

CREEK, SCENARIO = ROOT / "scenarios" / "cove-creek", "bridges-of-the-alder.scenario.yaml"

CLOSE = {
    'unit: "2-5-933", at: "16.32", mode: move': 'unit: "2-5-933", at: "24.22", face: 1, mode: fire',
    'unit: smg-1-8-933, at: "18.34", mode: move': 'unit: smg-1-8-933, at: "24.22", rank: 1, face: 1, mode: fire',
    'unit: "1-2-pz-116", at: "18.31", mode: move': 'unit: "1-2-pz-116", at: "25.22", face: 1, mode: fire',
    "- {units: [r2, rp], zone: Red north}\n": "",
}
"""What of the scenario is otherwise: three units of Red stand before the platoon and the machine guns of Blue in 24.20."""

TARGET = "24.20"
DICE = "What real dice"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of a user who has never started the program."""
    home = tmp_path / "home"
    (home / "Documents").mkdir(parents=True)
    return home


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """The box in which both sides stand close to each other."""
    made = tmp_path / "close"
    shutil.copytree(CREEK, made)
    text = (made / SCENARIO).read_text("utf-8")
    for before, after in CLOSE.items():
        assert before in text
        text = text.replace(before, after)
    (made / SCENARIO).write_text(text, "utf-8")
    return made


@pytest.fixture
def player(home: Path, box: Path) -> Iterator[Player]:
    """A session for two at one table, which Red begins in its Action Phase on a clear morning."""
    player = Player(home, str(box))
    try:
        player.until(built=True, open=True)
        player.focus()
        player.keys("ctrl+shift+p")
        player.until(active="StartDialog")
        player.focus("StartDialog")
        player.press("Start")
        player.until(active="SeatDialog")
        player.focus("SeatDialog")
        player.press("Show the map")
        player.until(active="MainWindow")
        player.focus()
        player.keys("ctrl+F7")
        player.until(active="JumpDialog")
        player.focus("JumpDialog")
        player.type("0620: actions · red")
        player.keys("Return")
        player.wait_for(lambda state: state["active"] == "MainWindow" and "Actions, Red" in state["title"])
        player.focus()
        player.keys("shift+a")
        player.until(tool="fire")
        yield player
    finally:
        player.end()


def asked(player: Player, question: str, **more: Any) -> dict[str, Any]:
    """What is asked, as soon as it is that and there is an answer."""
    wanted = {"question": question, **more}
    found: dict[str, Any] = player.wait_for(lambda state: wanted.items() <= state["asked"].items())["asked"]
    return found


def hand_over(player: Player, to: str) -> None:
    """The other player takes the screen: the button in the panel, then his name."""
    player.press("Hand over…")
    sit_down(player, to)


def sit_down(player: Player, who: str) -> None:
    player.until(active="SeatDialog")
    player.focus("SeatDialog")
    # The side that is likely to look next is chosen already.
    player.until(checked=[who])
    player.press("Show the map")
    player.until(active="MainWindow")
    player.focus()


def journal_of(player: Player) -> list[str]:
    """What was done in the session, and the dice, in a word each."""
    read = read_journal(Path(player.state["journal"]))
    assert read.fault is None
    told = []
    for entry in read.entries:
        if isinstance(entry.event, Rolled):
            told.append("{} {}".format(entry.by, "".join(map(str, entry.event.pips))))
        elif isinstance(entry.event, Did):
            told.append(f"{entry.by} {entry.event.label}")
    return told


PLAYED = [
    "red 56",
    "red Fire at 24.20: 2 steps lost, morale check",
    "blue 1/G/71 loses 2 steps",
    "blue 53",
    "blue Suppressed: 1/G/71, HMG 2/H/71",
    "red Mark Fired: 8 cm 1/8/933, 8 cm 2/8/933, 2/5/933, sMG 1/8/933, 1/2/Pz 116",
    "blue 11",
    "blue Overwatch from 21.13 at 24.22: no effect",
]
"""What comes of these dice, whoever plays it and however: it is the same journal."""


def read_by_mouse(player: Player, dice: str) -> None:
    player.click_line(DICE)
    player.type(dice)
    player.press("Read")


def test_a_fire_is_played_to_its_end_with_the_mouse(player: Player) -> None:
    player.click_hex(TARGET)
    assert "1-2-pz-116" in asked(player, "fire.at", waits=["roll"])["taking"]
    read_by_mouse(player, "56")
    asked(player, "fire.at", waits=[])
    player.press("Do it")

    asked(player, "losses.at", ours=False)
    hand_over(player, "Blue")
    asked(player, "losses.at", ours=True)
    player.click_row("1/G/71 loses 2 steps")
    player.press("Do it")
    asked(player, "morale.at", waits=["roll"])
    read_by_mouse(player, "53")
    asked(player, "morale.at", waits=[])
    player.press("Do it")

    asked(player, "fire.after", ours=False)
    hand_over(player, "Red")
    asked(player, "fire.after", ours=True)
    player.press("Do it")
    asked(player, "overwatch.fire", ours=False)
    hand_over(player, "Blue")
    asked(player, "overwatch.fire", waits=["roll"])
    read_by_mouse(player, "11")
    asked(player, "overwatch.fire", waits=[])
    player.press("Do it")
    asked(player, "")
    assert journal_of(player)[1:] == PLAYED


def read_by_keys(player: Player, dice: str) -> None:
    """The keyboard is in the line for dice."""
    player.until(focus="_Dice")
    player.type(dice)
    player.keys("Return")


def into_the_panel(player: Player) -> None:
    """From the map into the panel Resolve, whose line for dice has the keyboard then."""
    player.keys("alt+6")
    player.until(focus="_Dice")


def do_by_keys(player: Player) -> None:
    """The keyboard is in what can be done."""
    player.until(focus="ShortList")
    player.keys("Return")


def hand_over_by_keys(player: Player, to: str) -> None:
    player.keys("alt+o")
    player.until(active="SeatDialog")
    player.focus("SeatDialog")
    player.until(checked=[to])
    player.keys("Return")
    player.until(active="MainWindow")
    player.focus()


def test_a_fire_is_played_to_its_end_by_keys_alone(player: Player) -> None:
    player.keys("ctrl+g")
    player.until(focus="QLineEdit")
    player.type(TARGET)
    player.keys("Return")
    player.until(focus="MapView")
    player.keys("Return")
    asked(player, "fire.at", waits=["roll"])
    into_the_panel(player)
    read_by_keys(player, "56")
    asked(player, "fire.at", waits=[])
    do_by_keys(player)

    asked(player, "losses.at", ours=False)
    hand_over_by_keys(player, "Blue")
    asked(player, "losses.at", ours=True)
    # On the map, too, digits pick what is proposed.
    player.keys("2", "ctrl+Return")
    asked(player, "morale.at", waits=["roll"])
    into_the_panel(player)
    read_by_keys(player, "53")
    asked(player, "morale.at", waits=[])
    do_by_keys(player)

    asked(player, "fire.after", ours=False)
    hand_over_by_keys(player, "Red")
    asked(player, "fire.after", ours=True)
    player.keys("ctrl+Return")
    asked(player, "overwatch.fire", ours=False)
    hand_over_by_keys(player, "Blue")
    asked(player, "overwatch.fire", waits=["roll"])
    into_the_panel(player)
    read_by_keys(player, "11")
    asked(player, "overwatch.fire", waits=[])
    do_by_keys(player)
    player.until(focus="MapView")
    asked(player, "")
    assert journal_of(player)[1:] == PLAYED
