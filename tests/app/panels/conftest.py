"""Rulings of the rules' own worked examples, built by hand from the numbers that the rules state."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from PySide6.QtGui import QPalette

from app.widgets.themes import palette
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, plane_centre
from core.geometry.sightlines import hexes_met
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Grid, MapSheet
from core.model.terrain import Provenance
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.tcs.details import Chord, CrossFireDetail, CrossFirePair, ElevationDetail, FieldDetail, LosDetail, ProfileRow

METHODS = ("standard", "simplified", "heads_a", "heads_ab", "heads_ac", "heads_abc")
FEATURES = {"village": ("Village", 20), "woods": ("Woods", 20), "building": ("Building", 5)}
CHART = Provenance("tcs.terrain", "Heights of terrain", "rules text", "TCS 4.01 8.1h")


def rule(section: str) -> RuleRef:
    return RuleRef("tcs", "4.01", section)


@dataclass(frozen=True)
class Examples:
    """The example map's grid and rulings on it."""

    box: GameBox

    def hex(self, label: str) -> Hex:
        return self.box.hex(label)

    def los(
        self,
        start: str,
        end: str,
        heights: tuple[int | None, int | None],
        bases: dict[str, int | None],
        features: dict[str, str] | None = None,
        smoke: tuple[str, ...] = (),
        method: str = "standard",
        visibility: int | None = None,
    ) -> Ruling:
        """A line of sight with every point of contention that the line meets; `bases` must name each."""
        a, b = self.hex(start), self.hex(end)
        distance = a.distance(b)
        known = None not in heights
        low = a if not known or heights[0] <= heights[1] else b  # type: ignore[operator]
        low_height, high_height = sorted(Fraction(h) for h in heights) if known else (None, None)
        rows = []
        for place, contact in hexes_met(a, b):
            label = self.box.label(place)
            base = bases[label]
            feature = (features or {}).get(label, "")
            name, tall = FEATURES.get(feature, ("", 0))
            total = None if base is None else Fraction(base + tall)
            column = low.distance(place)
            sight = low_height + (high_height - low_height) * Fraction(column, distance) if known else None
            margin = None if total is None or sight is None else sight - total
            smoked = label in smoke
            blocks = smoked or (margin is not None and margin < 0)
            rows.append(
                ProfileRow(
                    place,
                    contact,
                    column,
                    None if base is None else Fraction(base),
                    "smoke" if smoked else feature,
                    "Smoke" if smoked else name,
                    Fraction(0 if smoked else tall),
                    total,
                    sight,
                    margin,
                    blocks,
                    smoked,
                    plane_centre(place),
                )
            )
        blockers = tuple(row.hex for row in rows if row.blocks)
        beyond = visibility is not None and distance > visibility
        undecided = not known or any(row.height is None and not row.blocks for row in rows)
        verdict = "blocked" if blockers or beyond else "undecidable" if undecided else "clear"
        detail = LosDetail(
            a,
            b,
            method,
            distance,
            visibility,
            *[None if h is None else Fraction(h) for h in heights],
            low,
            tuple(rows),
            blockers,
        )
        return Ruling("los", "tcs-4.01", verdict, verdict, self._reasons(detail, verdict), detail, (CHART,))

    def _reasons(self, detail: LosDetail, verdict: str) -> tuple[Reason, ...]:
        reasons = [
            Reason(
                rule("8.3b"),
                "The line runs {distance} hexes from {start} to {end}; the lower end is {low}.",
                {"distance": detail.distance, "start": detail.start, "end": detail.end, "low": detail.low_end},
                (detail.start, detail.end),
            ),
            Reason(
                rule("8.2b"),
                "{hex} lies between contour lines at {height} m.",
                {"hex": detail.start, "height": detail.start_height},
                (detail.start,),
                {"height_m": detail.start_height},
            ),
        ]
        for row in detail.profile:
            if row.blocks and not row.smoke:
                template = "{hex} rises to {height} m, above the line at {sight} m there: it blocks."
                values = {"hex": row.hex, "height": row.height, "sight": row.sight}
                reasons.append(Reason(rule("8.3b"), template, values, (row.hex,), {"margin_m": row.margin}))
        if any(row.contact.value != "interior" and row.blocks for row in detail.profile):
            template = "A point of contention includes its hexsides and corners, so a touch is enough."
            reasons.append(Reason(rule("8.1g"), template, {"reading": "touch", "title": "A touch"}, detail.blockers))
        return tuple(reasons)

    def a_to_g(self, method: str = "standard") -> Ruling:
        bases = {"2.04": 50, "3.05": 60}
        if method == "simplified":
            return self.los("1.04", "4.05", (20, 80), {"2.04": 40, "3.05": 60}, method=method)
        if method == "standard":
            return self.los("1.04", "4.05", (35, 80), bases)
        return self.los("1.04", "4.05", (35, 85 if "b" in method else 80), bases | {"2.04": 55}, method=method)

    def b_to_c(self) -> Ruling:
        bases = {"1.10": 40, "1.09": 40, "2.09": 40, "1.08": 40, "2.08": 40, "2.07": 40}
        return self.los("1.11", "2.06", (40, 40), bases, {"2.09": "village"})

    def f_to_g(self) -> Ruling:
        return self.los("4.03", "4.05", (50, 80), {"4.04": 65}, {"4.04": "building"})

    def e_to_i(self) -> Ruling:
        return self.los("2.12", "4.12", (65, 65), {"3.12": 80, "3.13": 60})

    def d_to_g(self, **changes: object) -> Ruling:
        bases = {"2.08": 40, "3.08": 40, "3.07": 40, "4.06": 60, "2.07": 40, "3.09": 40, "4.07": 60, "3.06": 80}
        met = {self.box.label(place) for place, _ in hexes_met(self.hex("2.09"), self.hex("4.05"))}
        bases = {label: bases.get(label, 40) for label in met} | dict(changes.pop("bases", {}))  # type: ignore[call-overload]
        return self.los("2.09", "4.05", (40, 80), bases, {"3.07": "woods"}, **changes)  # type: ignore[arg-type]

    def elevation(self, label: str = "4.04", method: str = "standard", value: int | None = 65) -> Ruling:
        place = self.hex(label)
        at = plane_centre(place)
        chord = Chord((at[0] - 0.3, at[1] - 0.4), (at[0] + 0.7, at[1] + 0.9), Fraction(60), Fraction(80), 0.3)
        tall = None if value is None else Fraction(value)
        how = "undecidable" if value is None else "between"
        detail = ElevationDetail(place, method, how, tall, at, chord if value is not None else None)
        reason = Reason(rule("8.2b"), "{hex} is nearest to the 1/4 mark from 60 to 80 m.", {"hex": place}, (place,))
        return Ruling("elevation", "tcs-4.01", "decided" if tall else "undecidable", tall, (reason,), detail)

    def field(self) -> Ruling:
        start = self.hex("4.05")
        seen = frozenset(h for h in start.within(2) if h in self.box.cells)
        detail = FieldDetail(start, "standard", 5, seen, frozenset({self.hex("6.14")}))
        return Ruling("field", "tcs-4.01", "seen", len(seen), (Reason(rule("7.0"), "No line is longer than 5 hexes."),), detail)

    def crossfire(self) -> Ruling:
        target, a, b, c = (self.hex(label) for label in ("4.06", "4.09", "6.05", "6.06"))
        pairs = (CrossFirePair(a, b, (11, 0, 1, 2, 3), True), CrossFirePair(a, c, (0, 1, 2, 3), False))
        completing = frozenset(h for h in target.within(3) if h in self.box.cells and h.q < target.q)
        seen = frozenset(sorted(completing)[::3])
        detail = CrossFireDetail(target, (a, b, c), 5, pairs, completing, seen)
        reasons = (Reason(rule("11.4"), "{a} and {b} count five lines.", {"a": a, "b": b}, (a, b)),)
        return Ruling("crossfire", "tcs-4.01", "crossfire", 5, reasons, detail)


@pytest.fixture(scope="session")
def examples() -> Examples:
    grid = Grid(6, 14, Numbering("{column}.{row:02}", 6, 14), raised="even")
    return Examples(GameBox("The rules' example", "tcs-4.01", (PlacedSheet(MapSheet("A", grid), SheetFrame.place("even")),)))


@pytest.fixture(params=[False, True], ids=["light", "dark"])
def colours(request: pytest.FixtureRequest) -> QPalette:
    return palette(dark=request.param)


@pytest.fixture
def all_methods(examples: Examples) -> list[Ruling]:
    return [examples.a_to_g(method) for method in METHODS]
