import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.model.edits.motions import Motion

hexes = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))
motions = st.builds(Motion, hexes, st.integers(-7, 7), st.booleans(), st.tuples(st.integers(-5, 5), st.integers(-5, 5)))


@given(motions, hexes, hexes)
def test_a_motion_keeps_distances_and_takes_centre_dots_to_centre_dots(motion, a, b):
    assert motion.hex(a).distance(motion.hex(b)) == a.distance(b)
    assert motion.point(plane_centre(a)) == pytest.approx(plane_centre(motion.hex(a)), abs=1e-9)
