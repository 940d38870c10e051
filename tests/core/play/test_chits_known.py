"""Which chits who asks may know."""

from types import SimpleNamespace

import immutables
import pytest

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.box import GameBox
from core.model.state import GameState, Held
from core.play import chits_known
from core.play.chits_known import known_chits, listed, named

HELD = GameState(
    held=immutables.Map({"r1": Held("blue", "blue 1"), "b1": Held("blue", "blue 2"), "r2": Held("blue", "blue 3")})
)
OWNERS = {"blue 1": "red", "blue 2": "blue", "blue 3": "red"}


@pytest.fixture(autouse=True)
def _record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chits_known, "told", lambda record, seal: {"blue 3": "Blue weak"}.get(seal, ""))
    monkeypatch.setattr(chits_known, "owner_of", lambda record, seal: OWNERS[seal])


def known(side: str, kind: str = "hot_seat") -> dict[str, str]:
    session = SimpleNamespace(record=SimpleNamespace(began=SimpleNamespace(kind=kind)))
    return dict(known_chits(session, HELD, side, lambda seal, owner: f"{seal} of {owner}"))  # type: ignore[arg-type]


def test_a_side_knows_its_own_chits_and_those_that_were_told() -> None:
    assert known("blue") == {"b1": "blue 2 of blue", "r2": "Blue weak"}
    assert known("red") == {"r1": "blue 1 of red", "r2": "Blue weak"}


def test_with_both_at_the_table_only_what_was_told_is_known_and_alone_everything() -> None:
    assert known("") == {"r2": "Blue weak"}
    assert set(known("", "solitaire")) == {"r1", "r2", "b1"}


def test_what_cannot_be_read_is_not_known() -> None:
    def shut(seal: str, owner: str) -> str:
        raise WrongUse("The keys are shut.")

    session = SimpleNamespace(record=SimpleNamespace(began=SimpleNamespace(kind="mail")))
    assert dict(known_chits(session, HELD, "blue", shut)) == {"r2": "Blue weak"}  # type: ignore[arg-type]


def test_chits_are_named_as_questions_take_them_and_those_of_no_chart_left_out() -> None:
    rules = load_ruleset("vcs")
    charts = rules.book(GameBox("made up", "vcs", ()))
    assert listed({"r1": "Blue weak", "b1": "Joker"}, HELD, rules.play.cups, charts) == ("r1*Blue weak",)
    assert named("r1*Blue weak, b1 * 5,") == {"r1", "b1"}
