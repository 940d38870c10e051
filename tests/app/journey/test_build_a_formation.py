"""A formation from a spreadsheet: pasted, set up on the map, too much in one hex, kept; with a real window and a real mouse."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.journey.player import ROOT, Player, can_play, copied

pytestmark = pytest.mark.skipif(not can_play(), reason="needs an X server (QT_QPA_PLATFORM=xcb) and xdotool")

NAMES = tuple(f"{number}/{company}" for company in "ABC" for number in (1, 2, 3, 4))
COLUMNS = {
    "side": "Green",
    "formation": "1st Battalion",
    "kind": "infantry",
    "steps": "5",
    "fire.class": "area",
    "fire.strength": "4",
    "fire.range": "4",
    "fire.trajectory": "low",
    "target.class": "area",
    "morale": "4",
    "movement.allowance": "5",
    "movement.class": "foot",
}
TABLE = "\n".join(
    ["\t".join(("name", *COLUMNS)), *("\t".join((name, *COLUMNS.values())) for name in NAMES)],
)
"""Twelve platoons of five steps. Six of them are as many steps as a hex may hold [TCS 4.01 5.1]."""

FULL, OTHER = "05.05", "07.05"
KEPT = ("title", "sides", "formations", "counters", "pieces", "tree", "issues")
"""What of the state is compared before the program ends and after the next start."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of a user who has never started the program."""
    home = tmp_path / "home"
    (home / "Documents").mkdir(parents=True)
    return home


@pytest.fixture
def box(home: Path) -> Path:
    """A new box of TCS with a flat map and nothing else."""
    made = home / "Documents" / "first-battle"
    size = ("--columns", "12", "--rows", "9")
    subprocess.run([sys.executable, "-m", "app.main", "new", *size, str(made)], check=True, cwd=ROOT)
    return made


def paste_the_table(player: Player) -> None:
    player.keys("ctrl+shift+c")
    player.turn_to("UnitsWindow")
    with copied(TABLE):
        player.keys("ctrl+v")
        state = player.wait_for(lambda state: len(state["counters"]) == 12)
    # Nothing is there yet that the counters could belong to.
    assert state["formations"] == []
    player.press("Make them")
    state = player.wait_for(lambda state: len(state["formations"]) == 1)
    assert [name for name, _ in state["formations"]] == ["1st Battalion"]
    assert "Green" in state["sides"]
    formation = {each[2] for each in state["counters"]}
    assert len(formation) == 1 and "" not in formation
    player.press("Close")
    player.wait_for(lambda state: "UnitsWindow" not in state["windows"])
    player.focus()


def put_half(player: Player, first: str, last: str, label: str) -> None:
    """Selects the lines from one unit to another, and drags them onto a hex."""
    player.click_unit(first)
    player.click_unit(last, "shift")
    player.wait_for(lambda state: len(state["selected"]) == 6)
    player.drag_unit(first, label)
    player.wait_for(lambda state: list(state["pieces"].values()).count(label) == 6)


def overstacked(state: dict[str, object]) -> list[list[str]]:
    """What the panel Issues says of too much in a hex."""
    findings = state["findings"]
    assert isinstance(findings, list)
    return [row for row in findings if "overstacked" in row[0]]


def limits(state: dict[str, object]) -> str:
    """What the panel Stack says of the limits."""
    stack = state["stack"]
    assert isinstance(stack, dict)
    return str(stack.get("Limits of the series", ""))


def test_a_formation_is_pasted_set_up_too_densely_taken_back_and_kept(home: Path, box: Path) -> None:
    player = Player(home, str(box))
    try:
        player.until(built=True, open=True)
        player.focus()
        paste_the_table(player)
        player.keys("ctrl+9")
        state = player.wait_for(lambda state: len(state["tree"]) >= 14)
        lines = {line[0]: line for line in state["tree"]}
        assert lines["1st Battalion"][1:3] == ["12", "60"]
        assert set(NAMES) < set(lines)
        player.click_unit("1st Battalion")
        player.keys("asterisk")
        put_half(player, "1/A", "2/B", FULL)
        put_half(player, "3/B", "4/C", OTHER)
        player.keys("ctrl+5", "ctrl+shift+k")
        player.wait_for(lambda state: bool(state["stack"] and state["findings"]))
        # One more, by the hex cursor: pick up, two columns to the left, put down.
        player.click_hex(OTHER)
        player.until(tool="units")
        state = player.wait_for(lambda state: "[5.1]" in limits(state))
        assert "Within the limits" in limits(state) and overstacked(state) == []
        steps = state["step"]
        player.keys("Return", "Left", "Left", "Return")
        player.until(step=steps + 1)
        state = player.wait_for(lambda state: bool(overstacked(state)) and "Too much" in limits(state))
        text, rule, place = overstacked(state)[0]
        assert (rule, place) == ("27.1c", FULL) and "35 steps" in text and "30 are allowed" in text
        assert "⚠" in limits(state) and "[5.1]" in limits(state)
        player.keys("ctrl+z")
        player.until(step=steps)
        state = player.wait_for(lambda state: not overstacked(state) and "Within the limits" in limits(state))
        assert sorted(state["pieces"].values()) == [FULL] * 6 + [OTHER] * 6
        player.keys("ctrl+s")
        player.until(modified=False)
        player.keys("ctrl+9")
        held = player.wait_for(lambda state: bool(state["tree"]))
        player.keys("ctrl+q")
        assert player.process.wait(timeout=60) == 0
    finally:
        player.end()

    again = Player(home, str(box))
    try:
        again.until(built=True, open=True, issues=held["issues"])
        again.focus()
        again.keys("ctrl+9")
        state = again.wait_for(lambda state: bool(state["tree"]))
        assert {name: state[name] for name in KEPT} == {name: held[name] for name in KEPT}
        assert not state["modified"]
    finally:
        again.end()
