"""What a journal says of itself before it is verified."""

import pytest
from oracles.sessions import BLUE, RED, began

from core.play.glance import Glance, glance
from core.play.journal import Journal


def test_the_top_of_a_journal_says_what_it_is(tmp_path):
    path = tmp_path / "a.journal"
    with Journal.create(path, began("mail").event):
        assert glance(path) == Glance("s-1", "mail", "A game", (RED, BLUE))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json\n",
        "[]\n",
        '"text"\n',
        "{}\n",
        "[" * 100_000,
        '{"session":1,"kind":"mail","game":"x","players":[]}\n',
        '{"session":"s","kind":"chess","game":"x","players":[]}\n',
        '{"session":"s","kind":"mail","game":"x","players":[{}]}\n',
    ],
)
def test_of_anything_else_nothing_is_said(tmp_path, text):
    path = tmp_path / "a.journal"
    path.write_text(text)
    assert glance(path) is None
