"""The audit of a turn that ends: who was not activated in it."""

from dataclasses import replace

import immutables
from auditing import FORMATIONS, playing
from oracles.stacks import board, unit

from core.play.audit import audit


def test_formations_that_were_not_activated_are_told_as_a_turn_of_bcs_ends() -> None:
    units = [unit(id_, "combat", formation=of, steps=2) for id_, of in (("a", "d1"), ("b", "d2"))]
    game = board("bcs-1.1", units, {"a": "02.02", "b": "03.03"}, formations=FORMATIONS)
    state = playing(game, "admin")
    names = [game.box.oob.formation(id_).name for id_ in ("d1", "d2")]
    assert [each.text.partition(": ")[2] for each in audit(game, state, state)] == [f"{', '.join(names)}."]
    done = replace(state, conditions=immutables.Map({("d1", "activation"): "Done", ("d2", "recovery"): "recovering"}))
    assert audit(game, done, done) == ()
    away = board("bcs-1.1", units, {"a": "02.02"}, formations=FORMATIONS)
    state = playing(away, "admin")
    (found,) = audit(away, state, state)
    assert found.text.endswith(f": {names[0]}.") and found.units == ("a",)
