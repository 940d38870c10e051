"""Names of the order of battle, which forms offer and read by their ids."""

from dataclasses import replace

import pytest

from app.panels.ask.form import AskForm
from app.panels.ask.words import Word, named_words
from core.model.items import Items
from core.model.oob import Formation
from core.rules.kernel.parameters import COUNTERS, FORMATIONS, SIDES, Heading, Parameter
from tests.app.documents.combat_bench import made_up

SIDE = Parameter("side", "text", "the side", words=SIDES)
FORMATION = Parameter("formation", "text", "the formation", words=FORMATIONS)


@pytest.fixture
def document(qapp):
    made = made_up()
    names = (("f1", "1st"), ("f2", "2nd"), ("f3", "2nd"))
    formations = Items(tuple(Formation(id_, side="red", name=name) for id_, name in names))
    made.work = made.work.__class__(made.box.with_oob(replace(made.box.oob, formations=formations)), made.work.state)
    return made


def test_only_what_is_asked_for_is_named_and_by_its_id_too_where_several_have_a_name(document):
    named = named_words(document.ruleset, document.box.oob, (FORMATION,))
    assert named == {"formations": (Word("f1", "1st"), Word("f2", "2nd (f2)"), Word("f3", "2nd (f3)"))}
    every = named_words(document.ruleset, document.box.oob, (SIDE, Parameter("by", "text", "who", words=COUNTERS)))
    assert every["sides"][0] == Word("red", "Red army") and len(every["counters"]) == len(list(document.box.oob.counters))


def test_a_formation_is_chosen_by_its_name(document, qtbot):
    form = AskForm(Heading("orders.at", "Orders", "", "6", (FORMATION, SIDE)), lambda: "")
    qtbot.addWidget(form)
    form.use(document)
    choices = form.fields["formation"].choices
    assert [choices.itemText(number) for number in range(choices.count())] == ["1st", "2nd (f2)", "2nd (f3)"]
    choices.setCurrentText("2nd (f3)")
    assert form.values == {"formation": "f3"}
    form.set_values({"formation": "f1", "side": "red"})
    assert choices.currentText() == "1st" and form.values == {"formation": "f1", "side": "red"}
