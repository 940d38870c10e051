"""The first chart of `resources/manual/enter-a-chart.md`, step by step, with a real window and real keys."""

from pathlib import Path

import pytest

from tests.app.journey.player import Player, can_play

pytestmark = pytest.mark.skipif(not can_play(), reason="needs an X server (QT_QPA_PLATFORM=xcb) and xdotool")

BOX = Path(__file__).resolve().parents[3] / "scenarios" / "tcs-example"
ROWS = (
    "61 52 44 35 32 24 24 21 14 12 11",
    "63 56 52 44 35 32 25 22 21 14 12",
    "64 63 55 52 44 35 31 26 24 21 14",
    "65 64 63 55 52 44 36 32 31 24 21",
    "66 65 64 62 56 67 45 42 34 32 24",
    "- 65 65 64 62 56 52 46 43 34 32",
    "- - 65 65 64 62 56 53 51 44 35",
    "- - - 65 65 63 62 56 54 52 46",
)
"""The rows that are published; 67 in the fifth is the slip of the finger that the page makes."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of a user who has never started the program."""
    home = tmp_path / "home"
    (home / "Documents").mkdir(parents=True)
    return home


def edit(player: Player) -> None:
    player.until(built=True, open=True)
    player.focus()
    player.keys("ctrl+shift+d")
    player.until(focus="QLineEdit")
    player.type("command prep t")
    player.keys("Return")
    player.turn_to("ChartEditor")


def test_the_command_prep_table_is_typed_mended_kept_and_there_at_the_next_start(home: Path) -> None:
    player = Player(home, str(BOX))
    try:
        edit(player)
        player.keys("alt+e", "e")
        player.until(focus="GridView")
        for row in ROWS:
            player.type("".join(f"{cell}\t" for cell in row.split()))
        # Rows that are not published: nothing succeeds, filled to the right and down.
        player.type("-\r")
        player.keys("Up", *["shift+Right"] * 10, "ctrl+r", *["shift+Down"] * 7, "ctrl+d")
        player.keys("alt+s")
        player.until(focus="QLineEdit")
        player.type("my copy, 2013 printing")
        # With the slip it cannot be kept.
        player.keys("ctrl+s", "F8")
        player.until(focus="GridView", own={})
        player.type("52\r")
        player.keys("alt+m")
        player.until(own={"tcs.command_prep": "my copy, 2013 printing"})
        # What is typed and kept nowhere is a draft when the program ends.
        player.type("7\r")
        player.turn_to("MainWindow")
        player.keys("ctrl+q")
        assert player.process.wait(timeout=60) == 0
    finally:
        player.end()
    folder = home / "xdg_data_home" / "phaseline" / "charts" / "tcs-4.01"
    assert {path.name for path in folder.iterdir()} == {"tcs.command_prep.yaml", "tcs.command_prep.yaml.draft"}
    kept = (folder / "tcs.command_prep.yaml").read_text(encoding="utf-8")
    assert '"5": [66, 65, 64, 62, 56, 52, 45, 42, 34, 32, 24]' in kept

    again = Player(home, str(BOX))
    try:
        again.until(own={"tcs.command_prep": "my copy, 2013 printing"})
        edit(again)
        again.keys("alt+o")
        again.until(focus="GridView")
    finally:
        again.end()
