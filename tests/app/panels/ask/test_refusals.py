"""What cannot be asked is told in words: a form puts its labels in the place of names; questions go by no id."""

import pytest
from oracles.stacks import board

from app.panels.ask.words import fault_of
from core.base.errors import WrongUse
from core.questions.catalogue import QUESTIONS, ask
from core.rules.kernel.parameters import Heading

ASKED = [
    ("supply.trace", {"distance": 3}, "Give “Level”"),
    ("supply.trace", {"level": 1}, "Give “Distance”"),
    ("supply.effects", {"state": "Isolated"}, "Give “Attack”"),
    ("chits", {"rating": "B"}, "Give “Class”"),
    ("targets", {"levels": [1]}, "Give “Levels” and “Enemy levels”"),
]


@pytest.mark.parametrize(("name", "given", "told"), ASKED)
def test_a_refusal_in_a_form_names_its_fields_and_no_question(name: str, given: dict[str, object], told: str) -> None:
    question = QUESTIONS["vcs"][name]
    heading = Heading(name, question.title, "", "", question.parameters)
    with pytest.raises(WrongUse) as caught:
        ask(name, board("vcs", []), **given)
    sentence = fault_of(str(caught.value), heading)[1]
    assert sentence.startswith(told) and name not in sentence.split()[0]
