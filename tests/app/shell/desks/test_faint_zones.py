"""Set-up zones step back while zones of control and the like are drawn."""

from types import SimpleNamespace

import pytest

from app.canvas.layers import LayerState
from app.shell.desks.faint_zones import FAINT, as_seen


@pytest.mark.parametrize("tool", ["control", "movement", "supply", "combat"])
def test_set_up_zones_are_faint_under_tools_that_draw_areas(tool):
    state = LayerState()
    seen = as_seen(state, SimpleNamespace(id=tool))
    assert seen.opacity("zones") == FAINT and seen.opacity("roads") == state.opacity("roads")


def test_other_tools_and_fainter_choices_change_nothing():
    state = LayerState()
    assert as_seen(state, SimpleNamespace(id="select")) is state
    assert as_seen(state, None) is state
    faint = state.with_opacity("zones", 0.1)
    assert as_seen(faint, SimpleNamespace(id="combat")) is faint
