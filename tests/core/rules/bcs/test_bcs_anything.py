"""Whatever lies on the map and whatever is played, each step of BCS answers or says clearly what was wrong."""

from contextlib import suppress
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.bcs_boxes import any_box, anything
from oracles.led import fits

from core.base.errors import WrongUse
from core.questions.answers import as_json
from core.questions.catalogue import QUESTIONS, ask
from core.rules.operations.proposals import applied, work_of

STEPS = {name: each for name, each in QUESTIONS["bcs"].items() if each.leads or name in ("formations", "movement", "unit.acts")}


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 100_000))
def test_each_step_answers_and_what_it_proposes_can_be_done(seed: int) -> None:
    luck = Random(seed)
    game, formations, units = any_box(luck)
    for name, question in STEPS.items():
        with suppress(WrongUse):
            ruling = ask(name, game, **anything(luck, question, formations, units))
            assert as_json(ruling, game.box)["reasons"] or name == "formations"
            for proposal in getattr(ruling.detail, "proposals", ()):
                applied(work_of(game), proposal.edits)
                assert all(fits(game, each) for each in proposal.then)
