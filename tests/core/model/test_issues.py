"""How findings are written for people."""

from core.base.errors import Place
from core.model.issues import Issue, Severity


def test_an_issue_names_its_place_its_weight_and_its_rule() -> None:
    issue = Issue(Place("a.map.yaml", 3, 7), "The line crosses itself.", Severity.WARNING, "8.2b")
    assert str(issue) == "a.map.yaml:3:7: warning: The line crosses itself. [8.2b]"


def test_an_issue_of_a_whole_file_names_the_file_alone() -> None:
    assert str(Issue(Place("game.yaml"), "The file is empty.")) == "game.yaml: error: The file is empty."
