"""Cards of a scenario on paper: chosen by name, turned as needs fewest pages, written as PDF and from the command line."""

from pathlib import Path

import pypdfium2
import pytest

from app.export import command
from app.export.cards import CardChoice, card_job, find_scenario, write_cards
from app.export.counter_command import _parser
from app.export.counter_layout import SheetWish
from app.export.counter_pieces import Choice
from app.export.counter_wish import arguments
from core.base.errors import WrongUse
from core.files.box_files import load_box
from core.model.box import GameBox

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
BOXES = sorted(path.parent.name for path in SCENARIOS.glob("*/*.scenario.yaml"))

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def river():
    return load_box(SCENARIOS / "sable-river")


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize("turn", ["portrait", "landscape", "fewest"])
def test_every_sample_scenario_goes_onto_paper(name, turn, tmp_path):
    loaded = load_box(SCENARIOS / name)
    job = card_job(loaded.box, loaded.ruleset, CardChoice(), SheetWish(paper="letter", turn=turn))
    told = []
    write_cards(job, tmp_path / "cards.pdf", told.append)
    document = pypdfium2.PdfDocument(tmp_path / "cards.pdf")
    assert len(document) == len(job.sheets) > 1
    for page in document:
        assert page.get_size() == pytest.approx([each / 25.4 * 72 for each in job.page], abs=0.8)
        assert len(page.get_textpage().get_text_range()) > 20
    document.close()
    assert told == sorted(told) and told[-1] == 1.0


def test_the_paper_lies_as_needs_fewest_pages(river):
    turns = ("fewest", "portrait", "landscape")
    fewest, *others = (len(card_job(river.box, river.ruleset, CardChoice(), SheetWish(turn=turn)).sheets) for turn in turns)
    assert fewest == min(others)


def test_track_and_cards_are_printed_by_themselves(river):
    whole, track, cards, nothing = (
        len(card_job(river.box, river.ruleset, CardChoice("", *which), SheetWish(turn="portrait")).sheets)
        for which in ((True, True), (True, False), (False, True), (False, False))
    )
    assert whole == track + cards and track and cards and not nothing


def test_a_scenario_is_found_by_its_file_or_title(river):
    file, scenario = next(iter(river.box.scenarios.items()))
    for name in ("", file, file.split(".")[0].upper(), scenario.title.lower()):
        assert find_scenario(river.box, name) is scenario
    with pytest.raises(WrongUse, match="no scenario"):
        find_scenario(river.box, "elsewhere")
    with pytest.raises(WrongUse, match="This box has no scenario"):
        find_scenario(GameBox("Empty", "tcs-4.01", ()), "")


def test_margins_that_leave_no_room_are_refused(river):
    with pytest.raises(WrongUse, match="too little of A4 paper"):
        card_job(river.box, river.ruleset, CardChoice(), SheetWish(margin=70.0))


def test_the_command_writes_what_the_dialog_shows(tmp_path, capsys):
    out = tmp_path / "cards.pdf"
    words = arguments(SheetWish(turn="landscape", margin=12.0), Choice(), out, CardChoice("summer-storm", True, False))
    asked = _parser().parse_args(["box", *words])
    assert (asked.cards, asked.scenario, asked.no_track, asked.no_set_up) == (out, "summer-storm", False, True)
    assert command.main([str(SCENARIOS / "sable-river"), *words]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert out.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--scenario", "winter"], 'no scenario "winter"'),
        (["--no-track", "--no-set-up"], "nothing to print"),
        (["--counters", "both.pdf"], "not allowed with"),
    ],
)
def test_what_cannot_be_written_is_explained(more, said, tmp_path, capsys):
    assert command.main([str(SCENARIOS / "sable-river"), "--cards", str(tmp_path / "a.pdf"), *more]) in (1, 2)
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
