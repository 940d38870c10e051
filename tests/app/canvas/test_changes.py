"""A map that follows edits piece by piece looks as if it had been prepared anew, and tells all that looks different."""

import random
from dataclasses import replace
from pathlib import Path as FilePath

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.canvas.scene_map import SceneMap
from app.canvas.transform import HEX, Span
from core.files.box_files import load_box
from core.model.box import GameBox
from core.model.edits.edit import Edit
from core.model.work import Work
from tests.app.canvas.pictures import Pixels, changed, paint
from tests.app.canvas.random_edits import random_edit, with_files
from tests.app.conftest import box_of, made_up_sheet

SCENARIOS = FilePath(__file__).resolve().parents[3] / "scenarios"

LEAST_PX = 4
"""No pen of the style is kept wider than twice this on the screen."""


def edit_in(scene: SceneMap, edit: Edit) -> list[Span]:
    work = Work(scene.box)
    touched = edit.touched(work)
    box = edit.apply(work).box
    assert scene.can_follow(box, touched)
    changes = [scene.change(box, touched), *scene.catch_up()]
    return [span for by_layer in changes for spans in by_layer.values() for span in spans]


def covered(scene: SceneMap, spans: list[Span], hex_px: float, like: Pixels) -> np.ndarray:
    """Where on a picture of the whole map a repaint is asked for."""
    mask = np.zeros(like.shape[:2], bool)
    scale = hex_px / HEX
    for span in spans:
        left, top, right, bottom = (
            (bound - scene.bounds[k % 2]) * scale + (LEAST_PX if k > 1 else -LEAST_PX) for k, bound in enumerate(span)
        )
        mask[max(int(top), 0) : max(int(bottom) + 1, 0), max(int(left), 0) : max(int(right) + 1, 0)] = True
    return mask


def assert_follows(box: GameBox, dice: random.Random, steps: int, zooms: tuple[float, ...]) -> None:
    scene = SceneMap.whole(box)
    before = [paint(scene, zoom) for zoom in zooms]
    for _ in range(steps):
        edit = random_edit(scene.box, dice)
        spans = edit_in(scene, edit)
        fresh = SceneMap.whole(scene.box)
        after = [paint(scene, zoom) for zoom in zooms]
        for zoom, old, new in zip(zooms, before, after, strict=True):
            assert not changed(new, paint(fresh, zoom)).any(), edit
            assert not (changed(old, new) & ~covered(scene, spans, zoom, new)).any(), edit
        before = after


@pytest.fixture(scope="module")
def boxes(qapp: object) -> dict[str, GameBox]:
    second = replace(made_up_sheet(6, 6, name="B"), names=(), contours=made_up_sheet(6, 6).contours[:4])
    return {
        "one sheet": with_files(box_of(made_up_sheet(10, 8))),
        "pointy-top": with_files(box_of(made_up_sheet(8, 9, "rows"))),
        "two sheets": with_files(box_of(made_up_sheet(6, 6), second)),
    }


@pytest.mark.parametrize("name", ["one sheet", "pointy-top", "two sheets"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=7, deadline=None)
def test_after_any_edits_a_map_looks_as_if_prepared_anew(boxes: dict[str, GameBox], name: str, seed: int) -> None:
    assert_follows(boxes[name], random.Random(seed), 4, (50.0, 13.0))


@pytest.mark.parametrize("name", ["cove-creek", "tcs-example"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=2, deadline=None)
def test_the_samples_follow_edits_too(qapp: object, name: str, seed: int) -> None:
    assert_follows(load_box(SCENARIOS / name).box, random.Random(seed), 2, (34.0,))
