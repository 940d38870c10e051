"""A journal in chapters, as text, as a page and as a choice of pictures, for both players and for one."""

import re
from html.parser import HTMLParser

import pytest
from oracles.sessions import BLUE, RED, move, session

from core.base.errors import WrongUse
from core.model.edits.state_edits import ChangeState
from core.model.state import Moment
from core.play.events import Ruled
from core.play.exports import Closed, chapters, lines, pictured, text, view_for
from core.play.reports import Report
from core.play.session import Session
from core.play.told import Teller
from core.rules.kernel.play_rules import PlayRules, PointKind, Stacks

FOG = PlayRules(Stacks("top"), points={"ammunition": PointKind("ammunition", "Ammunition", "18", "fires", secret=True)})


def went(turn: int, phase: str = "move", side: str = RED) -> ChangeState:
    return ChangeState("Go on", {"moment": Moment(turn, phase, side)})


@pytest.fixture
def played() -> Session:
    """1 began, 2 turn 1, 3 a move, 4 a roll, 5 a ruling of red, 6 fight, 7 a move, 8 back to 6, 9 turn 2, 10 a bookmark."""
    held = session()
    held.do(went(1))
    held.do(move("r1", 1, 2), RED)
    held.roll("2d6", RED, "fire <on> &c.", "5/18")
    held.rule(Ruled("combat", {"attackers": "4"}, "A1", b"d" * 32, b"r" * 32), RED)
    held.do(went(1, "fight"))
    held.do(move("b1", 4, 4), BLUE)
    held.undo(BLUE)
    held.do(went(2, side=BLUE))
    held.bookmark(9, "<dawn>", RED)
    return held


def both(played: Session) -> tuple[Session, object, Teller]:
    return played, view_for(played, "", FOG), Teller(played.record.began)


def test_every_entry_is_a_line_and_what_was_gone_back_on_is_told_apart(played):
    found = list(lines(*both(played)))
    assert [line.seen.number for line in found] == list(range(1, 11))
    assert [line.seen.number for line in found if line.left] == [7]
    told = list(text(*both(played)))
    assert told[2].endswith("Red: Move: r1 goes from (0, 0) to (1, 2).")
    assert told[6].endswith("Blue: Move: b1 goes from (5, 5) to (4, 4).")


def test_chapters_go_by_turns_and_end_with_what_is_seen_then(played):
    found = list(chapters(*both(played)))
    assert [(each.moment.turn, len(each.lines)) for each in found] == [(0, 1), (1, 7), (2, 2)]
    assert found[1].state == played.state_at(8)


@pytest.mark.parametrize(
    ("each", "numbers"), [("turn", (1, 8, 10)), ("phase", (1, 5, 8, 10)), ("entry", (1, 2, 3, 6, 8, 9, 10))]
)
def test_pictures_follow_the_way_of_play(played, each, numbers):
    session, view, _ = both(played)
    assert pictured(session, view, each) == numbers


def test_a_side_reads_only_what_it_may_see(played):
    view = view_for(played, "Blue", FOG)
    told = "\n".join(text(played, view, Teller(played.record.began)))
    assert "asks for combat" not in told and "Red asks a question." in told
    page = "".join(Report(played, view, Teller(played.record.began), BLUE).page())
    assert "As Blue may see it." in page and "attackers" not in page
    assert view.state().state.points.get((RED, "ammunition")) is None


def test_a_side_that_is_not_there_is_refused_with_the_nearest(played):
    with pytest.raises(WrongUse, match=r'There is no side "rad" in this session\. Did you mean "red"\?'):
        view_for(played, "rad", FOG)


class Balanced(HTMLParser):
    """Whether each element ends where it should, and what is loaded from elsewhere."""

    VOID = frozenset({"meta", "img", "br", "link"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elsewhere: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag, attrs):
        self.scripts += tag == "script" or any(name.startswith("on") for name, _ in attrs)
        self.elsewhere += [value for name, value in attrs if name in ("src", "href") and not value.startswith(("#", "data:"))]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_whole_loads_nothing_and_runs_nothing(played):
    session, view, teller = both(played)
    report = Report(session, view, teller, pictures={8: b"\x89PNG"}, sections={"combat": "7.0"}, turn=lambda n: f"{n}: May")
    page = "".join(report.page())
    reader = Balanced()
    reader.feed(page)
    assert reader.open == [] and reader.elsewhere == [] and reader.scripts == 0
    assert re.findall(r"<h2>(.*?)</h2>", page) == ["Contents", "Before the first turn", "Turn 1: May", "Turn 2: May", "Dice"]
    assert 'src="data:image/png;base64,iVBORw=="' in page and 'alt="The map after entry 8 (Turn 1: May)"' in page
    assert '<span class="rule">[7.0]</span>' in page
    assert "fire &lt;on&gt; &amp;c." in page and "&lt;dawn&gt;" in page
    assert '<tr class="left" id="e7">' in page and "(gone back on)" in page
    assert "too few to say" in page or "usual" in page


def test_a_session_without_dice_says_so():
    held = session()
    page = "".join(Report(held, view_for(held, "", FOG), Teller(held.record.began)).page())
    assert "No dice were rolled." in page


def test_a_session_that_is_looked_at_takes_no_entry(played):
    looked = Closed(played.entries)
    assert looked.entries == tuple(played.entries)
    with pytest.raises(WrongUse, match="not played"):
        looked.append(played.entries[2].event, RED)
