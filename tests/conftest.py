"""What all tests share: the user's own folders are never touched, and property tests try the same examples on every run.

`pytest --hypothesis-profile=search` tries new examples, and more of them: to look for faults, not to guard what holds.
`pytest -n auto` runs the tests on all cores; tests that are marked slow come last. `pytest --shuffle 7` runs files, and
the tests of each, in an order that is always the same for that number: to look for tests that lean on what others leave.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings

settings.register_profile("steady", max_examples=40, derandomize=True, database=None, deadline=None)
settings.register_profile("search", max_examples=1000, deadline=None)
settings.load_profile("steady")

SCREEN = "Xvfb -displayfd 1 -screen 0 1400x900x24 -nolisten tcp & read -r _; kill $!"
"""A screen that lasts until the process that made it closes the pipe to it, or is no more."""


def pytest_configure(config: pytest.Config) -> None:
    """Gives each of several processes a screen of its own: windows on a shared one take the keyboard from each other."""
    if not hasattr(config, "workerinput") or os.environ.get("QT_QPA_PLATFORM") != "xcb":
        return
    pipe = subprocess.PIPE
    screen = subprocess.Popen(["sh", "-c", SCREEN], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
    number = screen.stdout.readline().strip()
    assert number, "Xvfb did not start"
    os.environ["DISPLAY"] = f":{number}"
    config.add_cleanup(screen.communicate)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that shuffles."""
    parser.addoption("--shuffle", type=int, metavar="NUMBER", help="another order of files, and of the tests in each")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts slow tests last; before that, shuffles when that is wanted, and keeps the tests of a file together."""
    number = config.getoption("--shuffle")
    if number is not None:
        dice = Random(number)
        place = {path: dice.random() for path in dict.fromkeys(item.path for item in items)}
        dice.shuffle(items)
        items.sort(key=lambda item: place[item.path])
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


@pytest.fixture(autouse=True, scope="session")
def _folders_of_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
            patch.setenv(name, str(home / name.lower()))
        yield home
