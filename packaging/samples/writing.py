"""How every maker of a sample box writes it."""

import argparse
from collections.abc import Callable
from pathlib import Path

from core.files.canonical import write_box
from core.model.box import GameBox

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"


def write_sample(name: str, about: str | None, make_box: Callable[[], GameBox]) -> None:
    """Writes a box into its folder under `scenarios`, or where --out says; the first line of `about` is its help."""
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=SCENARIOS / name)
    write_box(parser.parse_args().out, make_box())
