"""Set-up zones step back while zones of control and the like are drawn."""

from types import SimpleNamespace

import pytest

from app.canvas.layers import LayerState
from app.shell.desks.faint_zones import FAINT, as_seen


def tool(id_, zones=("west",)):
    """A tool over a map with some set-up zones."""
    box = SimpleNamespace(sheets=[SimpleNamespace(sheet=SimpleNamespace(zones=zones))])
    return SimpleNamespace(id=id_, context=SimpleNamespace(document=SimpleNamespace(box=box)))


@pytest.mark.parametrize("id_", ["control", "movement", "supply", "combat"])
def test_set_up_zones_are_faint_under_tools_that_draw_areas(id_):
    state = LayerState()
    seen = as_seen(state, tool(id_))
    assert seen.opacity("zones") == FAINT and seen.opacity("roads") == state.opacity("roads")


def test_other_tools_and_fainter_choices_change_nothing():
    state = LayerState()
    assert as_seen(state, tool("select")) is state
    assert as_seen(state, tool("combat", ())) is state, "a map without them is not drawn again"
    assert as_seen(state, None) is state
    faint = state.with_opacity("zones", 0.1)
    assert as_seen(faint, tool("combat")) is faint
