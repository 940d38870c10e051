"""Faces: what one side of a counter or marker shows, resolved and without a size, ready to be drawn anywhere.

A face lies in a unit square, x to the right and y down. It is a hashable value: whatever looks the same is drawn once.
"""

from dataclasses import dataclass
from functools import cached_property

from core.model.looks import NO_LIMIT, Align, Area, Form
from core.rules.kernel.signs import is_stroke


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is drawn. Colours are #rrggbb, "" for none.

    `text` are the letters, the code of a symbol or the name of a sign. `fill` fills shapes; `ink` is the colour of letters,
    lines and edges; `halo` runs around it where it could not be told from what lies under it. `width` is that of a line, as a
    share of the square; a `dashed` one has gaps. `round` is the radius of the corners of a box. `turn` is in degrees to the
    right around the middle of the area. `bar` is a stroke under letters, in their colour. `room` is left above a
    symbol for the sign of its size, whether it has one or not, so that all have frames of one size; `outer` is the ink of what
    stands around the frame, "" for the same ink.

    It is drawn from `from_px` and below `below_px` pixels of the counter's side.
    """

    form: Form
    area: Area
    text: str = ""
    fill: str = ""
    ink: str = ""
    halo: str = ""
    width: float = 0.0
    dashed: bool = False
    round: float = 0.0
    align: Align = "middle"
    bold: bool = True
    bar: bool = False
    turn: float = 0.0
    room: bool = True
    outer: str = ""
    from_px: float = 0.0
    below_px: float = NO_LIMIT

    def is_seen(self, px: float) -> bool:
        """Whether it is drawn on a counter of so many pixels."""
        return self.from_px <= px and (px < self.below_px or self.below_px == NO_LIMIT)

    @property
    def is_solid(self) -> bool:
        """Whether it is a shape that is filled."""
        return bool(self.fill) and (self.form in ("box", "oval") or (self.form == "sign" and not is_stroke(self.text)))

    def covers(self, x: float, y: float) -> bool:
        """Whether it hides what lies under a point."""
        left, top, width, height = self.area
        if not self.is_solid or not width or not height:
            return False
        if self.form == "box":
            return left <= x <= left + width and top <= y <= top + height
        # Of a sign no more is sure than that it has a middle.
        reach = 0.5 if self.form == "oval" else 0.25
        return ((x - left) / width - 0.5) ** 2 + ((y - top) / height - 0.5) ** 2 <= reach**2


@dataclass(frozen=True)
class Face:
    """One side of a counter or marker: the colour of its card and of its edge, and its parts, the topmost last."""

    fill: str
    edge: str
    parts: tuple[Part, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Pixmaps are found by their faces for each counter of each frame.
        return hash((self.fill, self.edge, self.parts))

    def __getstate__(self) -> dict[str, object]:
        # The hash of a text differs from process to process.
        return {"fill": self.fill, "edge": self.edge, "parts": self.parts}

    def seen(self, px: float) -> tuple[Part, ...]:
        """The parts that are drawn at a size."""
        return tuple(part for part in self.parts if part.is_seen(px))
