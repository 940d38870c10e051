"""Tables of counters as jobs: what a file makes of the counters, and what is written is read again."""

import pytest

from app.workers.jobs import start
from core.base.errors import WrongUse
from core.base.steps import finish
from core.files.ruleset_files import load_ruleset
from core.model.items import Items
from core.model.oob import Counter, Oob, Side, Values

RULES = load_ruleset("scs-1.6")
OOB = Oob(
    Items([Side("blue", "Blue")]),
    Items(),
    Items([Counter("a", "blue", Values({"piece.kind": "combat", "piece.name": "A", "attack": 4}))]),
)


class Game:
    ruleset = RULES


def run(job, game=Game, **parameters):
    return finish(start(job, game, **parameters))


@pytest.mark.parametrize("format_", ["csv", "countersheet"])
@pytest.mark.parametrize("game", [Game, None])
def test_what_is_written_is_read_again(tmp_path, format_, game):
    file = tmp_path / "units.csv"
    assert run("write_counters", game, oob=OOB, file=file, format=format_) == file
    read = run("read_counters", game, oob=OOB, file=file, format=format_)
    assert OOB.with_items(read.edit.items).counters[0].id == "a" and not read.findings
    if game is not None:
        assert OOB.with_items(read.edit.items) == OOB


def test_a_pasted_text_is_read_without_a_file():
    read = run("read_counters", oob=OOB, text="id\tattack\na\t5\nb\tmany\n")
    assert OOB.with_items(read.edit.items).counter("a").values["attack"] == 5
    assert [(each.counter, each.heading, each.written) for each in read.findings] == [("b", "attack", "many")]


def test_files_that_cannot_be_read_or_written_are_said(tmp_path):
    with pytest.raises(WrongUse, match="cannot be read"):
        run("read_counters", oob=OOB, file=tmp_path / "none.csv")
    (tmp_path / "x.csv").write_bytes(b"\0\1\2")
    with pytest.raises(WrongUse, match="cannot be written"):
        run("write_counters", oob=OOB, file=tmp_path / "x.csv" / "y.csv")
    with pytest.raises(WrongUse, match="no text"):
        run("read_counters", oob=OOB, file=tmp_path / "x.csv")
