"""Layers as a user writes them on the command line, and as the window says what it shows."""

from app.canvas.layers import LAYER_IDS, LayerState
from core.base.comma_parts import comma_parts
from core.base.errors import WrongUse


def parse_layers(text: str) -> LayerState:
    """Layers as a user writes them: "contours,grid" for only these, "-tint,-shading" for all but these.

    Raises UnknownLayer, and WrongUse when both ways are mixed.
    """
    names = comma_parts(text)
    if names in ((), ("all",)):
        return LayerState()
    without = [name for name in names if name.startswith("-")]
    if without and len(without) < len(names):
        raise WrongUse(f'"{text}" mixes layers to draw with layers to leave out. Name only the ones or only the others.')
    if not without:
        return LayerState.only(*names)
    state = LayerState()
    for name in without:
        state = state.with_shown(name[1:], False)
    return state


def arranged(state: LayerState, opacities: str, order: str) -> LayerState:
    """Layers with opacities as a user writes them ("shading=0.5,areas=0.8"), in an order from the bottom up ("paper,tint,…").

    Raises UnknownLayer, and WrongUse for what is no share from 0 to 1.
    """
    for pair in comma_parts(opacities):
        layer, _, share = pair.partition("=")
        try:
            opacity = float(share)
        except ValueError:
            opacity = -1.0
        if not 0 <= opacity <= 1:
            raise WrongUse(f'"{pair}" must be a layer, = and a number from 0 to 1, such as shading=0.5.')
        state = state.with_opacity(layer.strip(), opacity)
    names = comma_parts(order)
    for name in names:
        # An order leaves out what it does not know; a slip of the hand is told.
        LayerState.only(name)
    return state.with_order(names) if names else state


def layer_arguments(state: LayerState) -> list[str]:
    """The options that say of layers what a state says."""
    found = []
    if state.hidden:
        found.append(f"--layers={','.join(f'-{layer}' for layer in sorted(state.hidden))}")
    if state.opacities:
        found.append(f"--opacity={','.join(f'{layer}={share:g}' for layer, share in sorted(state.opacities.items()))}")
    if state.order != LAYER_IDS:
        found.append(f"--order={','.join(state.order)}")
    return found
