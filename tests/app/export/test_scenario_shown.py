"""A map that is written with the counters of a scenario."""

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.export import command
from core.files import box_files
from core.model.box import GameBox
from core.model.deployment import Deployment, Piece
from core.model.items import Items
from core.model.oob import Counter, Oob
from core.model.scenario import Scenario
from tests.app.canvas.pictures import changed, pixels


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch, made_up_box: GameBox, qapp: object) -> GameBox:
    place = made_up_box.sheets[0].frame.hex(6, 6)
    start = Deployment().with_pieces({"u": Piece(place)})
    box = made_up_box.with_oob(Oob(counters=Items([Counter("u", "us")])))
    box = box.with_scenarios({"dawn.scenario.yaml": Scenario("Dawn", start=start)})
    loaded = type("Loaded", (), {"box": box, "ruleset": None, "issues": ()})
    monkeypatch.setattr(box_files, "load_box", lambda path: loaded)
    return box


def test_only_a_scenario_that_is_named_puts_its_counters_on_the_map(box: GameBox, tmp_path: Path) -> None:
    pictures = []
    for name, more in (("bare", []), ("dawn", ["--scenario", "dawn"]), ("off", ["--scenario", "Dawn", "--layers=-counters"])):
        out = tmp_path / f"{name}.png"
        assert command.main(["box", "-o", str(out), "--dpi", "40", *more]) == 0
        pictures.append(pixels(QImage(str(out))))
    bare, dawn, off = pictures
    assert changed(bare, dawn).any() and not changed(bare, off).any()


def test_a_scenario_that_there_is_not_is_a_wrong_call_that_names_those_there_are(
    box: GameBox, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["box", "-o", str(tmp_path / "map.png"), "--scenario", "dwan"]) == 2
    assert 'no scenario "dwan"' in capsys.readouterr().err
