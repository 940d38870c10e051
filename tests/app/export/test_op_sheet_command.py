"""`phaseline render --opsheet`: sheets of a scenario and of a session, for those who may see them."""

import io
import shutil

import pypdfium2
import pytest

from app.export.command import main
from app.workers.messages import Reset, encode
from core.cli.main import main as core_main
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.model.edits.order_edits import ChangeOrders
from core.model.orders import OpSheet
from core.model.state import GameState
from core.model.work import Work
from core.play import memories
from core.play.journal import Journal
from core.play.keys import unlock
from core.play.own_orders import Writing
from core.play.session import Session
from core.play.snapshots import History

COVE = str(scenarios_folder() / "cove-creek")
OWN = OpSheet("Night march", "red", "Move", ("r2",), status="waiting", note="Nobody shall know.")

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(autouse=True)
def _own_memory(monkeypatch, tmp_path):
    monkeypatch.setattr(memories, "memory_folder", lambda: tmp_path / "memories")


@pytest.fixture
def journal(tmp_path, monkeypatch, capsys):
    """A session at one table in which Red has written a sheet of its own in the second entry."""
    path = tmp_path / "a.journal"
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert core_main(["play", COVE, "--new", str(path)]) == 0
    with Journal.open(path) as found:
        session = Session(found, History(found.entries, found.records), ["red", "blue"])
        assert session.do(ChangeOrders("Write an op sheet", {OWN.id: OWN}), "red") is not None
        written = session.number
        later = OpSheet(OWN.id, "red", "Move", ("r2",), status="waiting", note="Everybody shall know.")
        assert session.do(ChangeOrders("Change an op sheet", {OWN.id: later}), "red") is not None
    capsys.readouterr()
    return path, written


def said(path):
    document = pypdfium2.PdfDocument(path)
    found = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return found


def test_one_sheet_and_all_of_a_side_are_written(tmp_path, capsys):
    out = tmp_path / "a.pdf"
    assert main([COVE, "--opsheet", "hold the valley", "-o", str(out), "--paper", "letter", "--turn", "portrait"]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    (page,) = said(out)
    assert "Hold the valley" in page and "BP Trout" in page
    assert main([COVE, "--opsheet=all", "--side", "Red", "-o", str(out), "--progress"]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == "progress 1.0000"
    assert [page.count("Op sheet of Red") for page in said(out)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (["--opsheet", "Hold the vale", "-o", "x.pdf"], 2, 'Did you mean "Hold the valley"?'),
        (["--opsheet", "all", "-o", "x.svg"], 2, "only a .pdf file can"),
        (["--opsheet", "all", "-o", "x.txt"], 2, "must end in one of: .pdf, .svg, .png"),
        (["--opsheet", "all", "-o", "x.pdf", "--side", "Rad"], 2, 'Did you mean "Red"?'),
        (["--opsheet", "all", "-o", "x.pdf", "--scenario", "none"], 2, 'no scenario "none"'),
        (["--opsheet", "all", "-o", "x.pdf", "--to", "2"], 2, "needs a .journal file"),
        (["--opsheet", "all", "-o", "x.pdf", "--paper", "a44"], 2, 'Did you mean "a4"?'),
        (["--opsheet", "all"], 2, ""),
    ],
)
def test_what_cannot_be_written_is_told_with_what_is_nearly_it(words, code, error, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main([COVE, *words]) == code
    assert error in capsys.readouterr().err
    assert not list(tmp_path.glob("x.*"))


def test_a_box_without_op_sheets_says_so(tmp_path, capsys):
    assert main([str(scenarios_folder() / "sable-river"), "--opsheet", "all", "-o", str(tmp_path / "a.pdf")]) == 2
    assert "There is no op sheet in" in capsys.readouterr().err


def test_a_sheet_of_a_session_is_printed_for_its_side_as_it_stood(journal, tmp_path, capsys):
    path, written = journal
    out = tmp_path / "a.pdf"
    assert main([str(path), "--opsheet", OWN.id, "--side", "Red", "-o", str(out)]) == 0
    assert "Everybody shall know." in said(out)[0]
    assert main([str(path), "--opsheet", OWN.id, "--side", "Red", "--to", str(written), "-o", str(out)]) == 0
    assert "Nobody shall know." in said(out)[0]
    out.unlink()
    for who in (["--side", "Blue"], []):
        assert main([str(path), "--opsheet", OWN.id, *who, "-o", str(out)]) == 2
        assert f'There is no op sheet "{OWN.id}"' in capsys.readouterr().err
    assert not out.exists()
    assert main([str(path), "--opsheet", "all", "--side", "Blue", "-o", str(out)]) == 0
    pages = said(out)
    assert len(pages) == 3 and all("Op sheet of Blue" in page and "know" not in page for page in pages)
    assert main([str(path), "--opsheet", "all", "--to", "99", "-o", str(out)]) == 2
    assert "There is no entry 99" in capsys.readouterr().err


def test_the_window_hands_over_what_it_shows(tmp_path, monkeypatch, capsys):
    """A box with changes that are not saved comes on the standard input, with the state of play."""
    loaded = load_box(scenarios_folder() / "cove-creek")
    file = next(iter(loaded.box.scenarios))
    work = Work(loaded.box, GameState(scenario=file))
    edited = ChangeOrders("Write", {OWN.id: OWN}, file).apply(work)

    class Input:
        buffer = io.BytesIO(encode(Reset(0, edited, loaded.ruleset)))

    monkeypatch.setattr("sys.stdin", Input)
    out = tmp_path / "a.pdf"
    assert main([COVE, "--opsheet", OWN.id, "-o", str(out), "--box-on-stdin"]) == 0
    (page,) = said(out)
    assert "Nobody shall know." in page and "Weighted turns" in page


def test_by_mail_a_side_prints_what_it_has_sealed_and_the_other_what_was_opened(tmp_path, monkeypatch, capsys):
    path, out = tmp_path / "mail.journal", tmp_path / "a.pdf"

    def play(*lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        begin = [COVE, "--new", str(path), "--kind", "mail"] if not path.exists() else [str(path)]
        assert core_main(["play", *begin, "--side", "Red"]) == 0

    def render(phrase, *words):
        monkeypatch.setattr("sys.stdin", io.StringIO(phrase))
        code = main([str(path), "--opsheet", "Down the road", *words, "-o", str(out)])
        return code, capsys.readouterr().err

    copy = tmp_path / "copy"
    shutil.copytree(COVE, copy)
    (scenario,) = copy.glob("*.scenario.yaml")
    text = scenario.read_text("utf-8")
    changed = text.replace("Along both sides of the road to Northend", "By night to Northend")
    scenario.write_text(changed, "utf-8")
    play("join one", f"seal-sheet 'Down the road' {copy}")
    assert render("one", "--side", "Red")[0] == 0
    assert "By night to Northend" in said(out)[0]
    assert render("")[0] == 0
    assert "Along both sides of the road" in said(out)[0], "what the scenario prints both know"
    play("unlock one", "open 'Down the road'")
    assert render("")[0] == 0
    assert "By night to Northend" in said(out)[0]


def test_by_mail_a_side_prints_what_it_has_written_in_play_and_the_other_once_that_is_open(tmp_path, monkeypatch, capsys):
    path, out = tmp_path / "mail.journal", tmp_path / "a.pdf"

    def play(*lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        begin = [COVE, "--new", str(path), "--kind", "mail"] if not path.exists() else [str(path)]
        assert core_main(["play", *begin, "--side", "Red"]) == 0

    def render(phrase, *words):
        monkeypatch.setattr("sys.stdin", io.StringIO(phrase))
        return main([str(path), "--opsheet", "Night march", *words, "-o", str(out)])

    play("join one")
    with Journal.open(path) as journal:
        played = Session(journal, History(journal.entries, journal.records), ["red"])
        began = played.record.began
        own = unlock(played.record.keys["red"], "one", "red", began.session)
        sheet = OpSheet("Night march", "red", "Move", ("r2",), note="By the mill.")
        played.do(ChangeOrders("Write", {sheet.id: sheet}), "red", writes=Writing(played, "red", own))
    assert render("one", "--side", "Red") == 0 and "By the mill." in said(out)[0]
    assert render("") == 2 and "Night march" in capsys.readouterr().err
    play("unlock one", "open-sheets")
    assert render("") == 0 and "By the mill." in said(out)[0]
