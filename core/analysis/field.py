"""All lines of sight from one hex at once, in numpy: the fast twin of the plain walk in `los`.

The hexes that a line meets depend on its displacement alone, so they are listed once per displacement and shared by all
sources (`Patterns`). Heights are whole numbers after scaling by their common denominator, the line's height at a hex is
compared by cross-multiplication, and outlines are tested by signs of integer cross products: every comparison is the same
exact one that the plain walk makes, and a property test holds both equal.
"""

import math
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.analysis.ground import Ground, Obstacle
from core.analysis.los import Touch, touch
from core.geometry.hexes import Hex
from core.geometry.layout import COLUMN_STEP, CORNERS, HALF_ROW, LATTICE_Y, centre

Ints = npt.NDArray[np.int64]

CLEAR, BLOCKED, UNDECIDED = 1, 0, 2


@dataclass(frozen=True, eq=False)
class Patterns:
    """The hexes met on the way to each of a list of displacements.

    Row i of the lists belongs to displacement (dq[i], dr[i]) and holds entries first[i] to first[i + 1] of the flat arrays:
    steps from the start, distance from the start, distance to the end, and whether the hex is touched at a corner only.
    """

    dq: Ints
    dr: Ints
    first: Ints
    step_q: Ints
    step_r: Ints
    from_start: Ints
    to_end: Ints
    corner: npt.NDArray[np.bool_]


def patterns(dq: Ints, dr: Ints) -> Patterns:
    """Lists for displacements, by the integer test of `core.geometry.sightlines`, all of them at once."""
    count = len(dq)
    dx, dy = COLUMN_STEP * dq, LATTICE_Y * dr + HALF_ROW * dq
    corner_sides = np.stack([np.abs(dx * cy - dy * cx) for cx, cy in CORNERS])
    reach = corner_sides.max(axis=0)
    along_hexside = (corner_sides == reach).sum(axis=0) > 2
    whole = dx * dx + 3 * dy * dy
    rows_list, q_list, r_list = [], [], []
    width = np.abs(dq)
    for k in range(int(width.max(initial=0)) + 1):
        rows = np.flatnonzero(width >= k)
        q = k * np.sign(dq[rows])
        low, high = _cells(q, dq[rows], dr[rows], dx[rows], dy[rows], reach[rows])
        sizes = np.maximum(high - low + 1, 0)
        rows_list.append(np.repeat(rows, sizes))
        q_list.append(np.repeat(q, sizes))
        starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
        r_list.append(np.repeat(low, sizes) + np.arange(int(sizes.sum())) - starts)
    row, q, r = (np.concatenate(x) if x else np.zeros(0, dtype=np.int64) for x in (rows_list, q_list, r_list))
    px, py = COLUMN_STEP * q, LATTICE_Y * r + HALF_ROW * q
    foot = dx[row] * px + 3 * dy[row] * py
    side = dx[row] * py - dy[row] * px
    keep = (foot > 0) & (foot < whole[row]) & (np.abs(side) <= reach[row])
    row, q, r, foot, side = row[keep], q[keep], r[keep], foot[keep], side[keep]
    order = np.lexsort((side, foot, row))
    row, q, r, side = row[order], q[order], r[order], side[order]
    first = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(np.bincount(row, minlength=count), out=first[1:])
    return Patterns(
        dq=dq,
        dr=dr,
        first=first,
        step_q=q,
        step_r=r,
        from_start=_distance(q, r),
        to_end=_distance(dq[row] - q, dr[row] - r),
        corner=(np.abs(side) == reach[row]) & ~along_hexside[row],
    )


def _cells(q: Ints, dq: Ints, dr: Ints, dx: Ints, dy: Ints, reach: Ints) -> tuple[Ints, Ints]:
    """First and last cell of column `q` that may lie near enough to each line; the plain form is in `sightlines`."""
    sign = np.where(dx < 0, -1, 1)
    size = np.maximum(np.abs(dx), 1)
    middle = sign * dy * COLUMN_STEP * q - HALF_ROW * q * size
    low = -((middle - reach) // -(LATTICE_Y * size))
    high = (middle + reach) // (LATTICE_Y * size)
    upright = dq == 0
    return np.where(upright, np.minimum(0, dr), low), np.where(upright, np.maximum(0, dr), high)


def _distance(q: Ints, r: Ints) -> Ints:
    return np.asarray(np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r)))


class Reach:
    """The hexes of a ground as arrays, and the patterns of every displacement that can occur between two of them.

    A displacement and its opposite share one pattern, turned around the start. Built once per ground: about 55 MB and some
    tenths of a second for 15,000 hexes.
    """

    def __init__(self, ground: Ground) -> None:
        cells = ground.hexes
        self.hexes = cells
        self.q = np.array([h.q for h in cells], dtype=np.int64)
        self.r = np.array([h.r for h in cells], dtype=np.int64)
        self.q0, self.r0 = int(self.q.min()), int(self.r.min())
        self.columns = int(self.q.max()) - self.q0 + 1
        self.rows = int(self.r.max()) - self.r0 + 1
        self.size = self.columns * self.rows
        self.at = (self.q - self.q0) * self.rows + (self.r - self.r0)
        self.playable = np.zeros(self.size, dtype=bool)
        self.playable[self.at] = True

    @cached_property
    def patterns(self) -> Patterns:
        """The patterns of all displacements in the half plane to the east."""
        dq, dr = (x.ravel() for x in np.meshgrid(np.arange(self.columns), np.arange(1 - self.rows, self.rows), indexing="ij"))
        keep = ((dq > 0) | (dr > 0)) & self._occurs(dq, dr)
        return patterns(dq[keep], dr[keep])

    @cached_property
    def _row_of(self) -> Ints:
        table = np.full((self.columns, 2 * self.rows - 1), -1, dtype=np.int64)
        table[self.patterns.dq, self.patterns.dr + self.rows - 1] = np.arange(len(self.patterns.dq))
        return table

    def row_of(self, dq: Ints, dr: Ints) -> Ints:
        """The pattern of each displacement in the half plane to the east."""
        return np.asarray(self._row_of[dq, dr + self.rows - 1])

    def spot(self, q: Ints, r: Ints) -> Ints:
        """Flat place of hexes in arrays of `size`; -1 where a hex is not on the map."""
        inside = (q >= self.q0) & (q < self.q0 + self.columns) & (r >= self.r0) & (r < self.r0 + self.rows)
        flat = np.where(inside, (q - self.q0) * self.rows + (r - self.r0), 0)
        return np.where(inside & self.playable[flat], flat, -1)

    def mask(self, hexes: Iterable[Hex]) -> npt.NDArray[np.bool_]:
        """A flat mask of hexes; those off the map are left out."""
        found = np.zeros(self.size, dtype=bool)
        cells = list(hexes)
        spots = self.spot(np.array([h.q for h in cells], dtype=np.int64), np.array([h.r for h in cells], dtype=np.int64))
        found[spots[spots >= 0]] = True
        return found

    def _occurs(self, dq: Ints, dr: Ints) -> npt.NDArray[np.bool_]:
        """Which displacements can occur between two hexes of the map, judged by the span of each column."""
        far = np.iinfo(np.int64).max // 4
        low, high = np.full(self.columns, far), np.full(self.columns, -far)
        np.minimum.at(low, self.q - self.q0, self.r)
        np.maximum.at(high, self.q - self.q0, self.r)
        least = np.array([(low[k:] - high[: self.columns - k]).min() for k in range(self.columns)])
        most = np.array([(high[k:] - low[: self.columns - k]).max() for k in range(self.columns)])
        return np.asarray((dr >= least[dq]) & (dr <= most[dq]))


class FieldTables:
    """Heights and obstacles of a ground as whole numbers: everything in metres times `scale`.

    `heights` gives the centre height of every hex, None where it cannot be decided. Obstacles of kinds in `without` are absent,
    with `own_ground` also those that only touch a hex from outside.
    """

    def __init__(
        self,
        reach: Reach,
        ground: Ground,
        heights: Mapping[Hex, Fraction | None],
        without: Set[str],
        own_ground: bool = True,
    ) -> None:
        self.reach = reach
        standing = {
            place: tuple(o for o in found if o.terrain not in without and not (own_ground and o.beside))
            for place, found in ground.obstacles.items()
        }
        values = [v for v in heights.values() if v is not None]
        values += [o.height for found in standing.values() for o in found]
        self.scale = math.lcm(1, *(v.denominator for v in values))
        self.known = np.zeros(reach.size, dtype=bool)
        self.base = np.zeros(reach.size, dtype=np.int64)
        self.whole = np.zeros(reach.size, dtype=np.int64)
        self.peak = np.zeros(reach.size, dtype=np.int64)
        # Outlines: those of spot s are first[s] to first[s + 1]; the corners of outline o are corner_first[o] to its next.
        counts = np.zeros(reach.size, dtype=np.int64)
        self.outlines: list[Obstacle] = []
        for place, spot in zip(reach.hexes, reach.at.tolist(), strict=True):
            value = heights.get(place)
            if value is not None:
                self.known[spot] = True
                self.base[spot] = int(value * self.scale)
            found = standing.get(place, ())
            self.whole[spot] = int(max((o.height for o in found if o.hull is None), default=0) * self.scale)
            drawn = [o for o in found if o.hull is not None]
            self.peak[spot] = int(max((o.height for o in drawn), default=0) * self.scale)
            counts[spot] = len(drawn)
            self.outlines += drawn
        self.first = np.concatenate([[0], np.cumsum(counts)])
        hulls = [o.hull or () for o in self.outlines]
        self.outline_height = np.array([int(o.height * self.scale) for o in self.outlines], dtype=np.int64)
        self.corner_first = np.concatenate([[0], np.cumsum([len(h) for h in hulls])]).astype(np.int64)
        self.corners = np.array([p for h in hulls for p in h], dtype=np.int64).reshape(-1, 2)


def field(
    tables: FieldTables,
    start: Hex,
    smoke: Iterable[Hex] = (),
    furthest: int | None = None,
    corner_blocks: bool = True,
    end_contact_counts: bool = False,
) -> npt.NDArray[np.int8]:
    """CLEAR, BLOCKED or UNDECIDED for the line from `start` to every hex of the ground, in the order of its hexes.

    Hexes at most one away are clear; those further than `furthest` are blocked. A hex touched at a corner only is passed over
    unless `corner_blocks`; an obstacle touched on the rim of an end hex only counts if `end_contact_counts`.
    """
    reach = tables.reach
    lists, clouded = reach.patterns, reach.mask(smoke)
    dq, dr = reach.q - start.q, reach.r - start.r
    away = _distance(dq, dr)
    verdict = np.full(len(dq), CLEAR, dtype=np.int8)
    if furthest is not None:
        verdict[away > furthest] = BLOCKED
    alive = np.flatnonzero((away > 1) & (verdict == CLEAR))
    sign = np.where((dq < 0) | ((dq == 0) & (dr < 0)), -1, 1)
    row = np.zeros(len(dq), dtype=np.int64)
    row[alive] = reach.row_of((sign * dq)[alive], (sign * dr)[alive])
    begin, length = lists.first[row], lists.first[row + 1] - lists.first[row]
    own = int(reach.spot(np.array([start.q]), np.array([start.r]))[0])
    z_start = tables.base[own] if own >= 0 else 0
    z_end = tables.base[reach.at]
    ends_known = tables.known[reach.at] & bool(own >= 0 and tables.known[own])
    low_is_start = z_start <= z_end
    z_low, rise = np.minimum(z_start, z_end), np.abs(z_end - z_start)
    pending: list[tuple[Ints, Ints, Ints]] = []
    for turn in range(int(length[alive].max(initial=0))):
        alive = alive[(verdict[alive] != BLOCKED) & (length[alive] > turn)]
        if not len(alive):
            break
        # From both ends inwards: what blocks stands near an end more often than in the middle.
        entry = begin[alive] + (turn // 2 if turn % 2 == 0 else length[alive] - 1 - turn // 2)
        spot = reach.spot(start.q + sign[alive] * lists.step_q[entry], start.r + sign[alive] * lists.step_r[entry])
        counts = spot >= 0
        if not corner_blocks:
            counts &= ~lists.corner[entry]
        here, spot, entry = alive[counts], spot[counts], entry[counts]
        blocked = clouded[spot]
        judged = ends_known[here] & tables.known[spot]
        verdict[here[~judged & ~blocked]] = UNDECIDED
        column = np.where(low_is_start[here], lists.from_start[entry], lists.to_end[entry])
        over = (tables.base[spot] - z_low[here]) * away[here] - rise[here] * column
        blocked |= judged & (over + tables.whole[spot] * away[here] > 0)
        verdict[here[blocked]] = BLOCKED
        open_ = judged & ~blocked & (over + tables.peak[spot] * away[here] > 0)
        if open_.any():
            pending.append((here[open_], spot[open_], over[open_]))
    if pending:
        target, spot, over = (np.concatenate(parts) for parts in zip(*pending, strict=True))
        _test_outlines(tables, start, verdict, target, spot, over, away, end_contact_counts)
    return verdict


def _test_outlines(
    tables: FieldTables,
    start: Hex,
    verdict: npt.NDArray[np.int8],
    target: Ints,
    spot: Ints,
    over: Ints,
    away: Ints,
    end_contact_counts: bool,
) -> None:
    """Blocks the lines that touch an outline high enough to block them; `over` is the ground's excess over the line."""
    reach = tables.reach
    still = verdict[target] != BLOCKED
    target, spot, over = target[still], spot[still], over[still]
    number = tables.first[spot + 1] - tables.first[spot]
    target, over, outline = np.repeat(target, number), np.repeat(over, number), _ranges(tables.first[spot], number)
    high = over + tables.outline_height[outline] * away[target] > 0
    target, outline = target[high], outline[high]
    if not len(target):
        return
    ox, oy = centre(start)
    dx = COLUMN_STEP * (reach.q[target] - start.q)
    dy = LATTICE_Y * (reach.r[target] - start.r) + HALF_ROW * (reach.q[target] - start.q)
    size = tables.corner_first[outline + 1] - tables.corner_first[outline]
    corner = tables.corners[_ranges(tables.corner_first[outline], size)]
    side = np.repeat(dx, size) * (corner[:, 1] - oy) - np.repeat(dy, size) * (corner[:, 0] - ox)
    at = np.cumsum(size) - size
    least, most = np.minimum.reduceat(side, at), np.maximum.reduceat(side, at)
    straddles = (least < 0) & (most > 0)
    verdict[target[straddles & (size > 2)]] = BLOCKED
    # Corners exactly on the line, and pieces that lie on a hexside: rare, and decided by the one plain test.
    for i in np.flatnonzero((straddles & (size <= 2)) | (least == 0) | (most == 0)).tolist():
        if verdict[target[i]] == BLOCKED:
            continue
        how = touch(tables.outlines[int(outline[i])], start, reach.hexes[int(target[i])])
        if how is Touch.FULL or (how is Touch.AT_END and end_contact_counts):
            verdict[target[i]] = BLOCKED


def _ranges(first: Ints, size: Ints) -> Ints:
    """The numbers first[0], …, first[0] + size[0] - 1, first[1], … in one array."""
    return np.asarray(np.repeat(first - (np.cumsum(size) - size), size) + np.arange(int(size.sum())))
