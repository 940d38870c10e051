"""Functions that give the same last digit on every processor.

Libraries pick other instructions for other processors, and their exponentials and products of matrices then differ in the
last place. That is enough to break a tie between two ways of the same length the other way round, and with it every draw
of chance that follows. Here values are rounded far above that place, and far below what a map shows.
"""

import numpy as np

from core.interop.elevation_grid import Heights

DECIMALS = 6


def exp(values: Heights) -> Heights:
    """e to the power of each value."""
    return _settled(np.exp(values))


def sin(values: Heights) -> Heights:
    """The sine of each value, in radians."""
    return _settled(np.sin(values))


def tanh(values: Heights) -> Heights:
    """The hyperbolic tangent of each value."""
    return _settled(np.tanh(values))


def _settled(values: Heights) -> Heights:
    result: Heights = np.round(values, DECIMALS)
    return result
