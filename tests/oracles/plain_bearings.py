"""Bearings by turning: a step between hexes is turned by 60° until it lies in the first sixth, where one comparison tells which
side of the 30° line it is on. Shares no code with core.

A position is counted in half rays: 2n for a bearing on ray n, 2n + 1 for one strictly between rays n and n + 1.
"""

Step = tuple[int, int]


def position(step: Step) -> int:
    """Where a step (columns, cells of axial coordinates) points, 0 to 23 counter-clockwise from east."""
    q, r = step
    sixth = 0
    # East runs along (2, -1); the first sixth counter-clockwise from it goes from (2, -1) through (1, 0) to (1, 1).
    # In the basis (2, -1), (1, 1) a step has three times the coordinates (q - r, q + 2r).
    along, beyond = q - r, q + 2 * r
    while not (along > 0 and beyond >= 0):
        q, r = q + r, -q  # turned by 60° clockwise
        sixth += 1
        along, beyond = q - r, q + 2 * r
    if beyond == 0:
        half = 0
    elif beyond < along:
        half = 1
    elif beyond == along:
        half = 2
    else:
        half = 3
    return (4 * sixth + half) % 24


def ray_counts(a: Step, b: Step) -> list[set[int]]:
    """The rays on or inside the smaller angle: one set, or two when both angles hold a half turn of positions."""
    pa, pb = position(a), position(b)

    def swept(start: int, turn: int) -> set[int]:
        return {(p % 24) // 2 for p in range(start, start + turn + 1) if p % 2 == 0}

    turn = (pb - pa) % 24
    if turn < 12:
        return [swept(pa, turn)]
    if turn > 12:
        return [swept(pb, 24 - turn)]
    return [swept(pa, 12), swept(pb, 12)]


def at_least_120(a: Step, b: Step) -> bool:
    """cos <= -1/2, with the inner product of hex steps, in which neighbouring steps of length 1 enclose 60°."""
    dot = 2 * a[0] * b[0] + 2 * a[1] * b[1] + a[0] * b[1] + a[1] * b[0]
    size_a = 2 * (a[0] ** 2 + a[1] ** 2 + a[0] * a[1])
    size_b = 2 * (b[0] ** 2 + b[1] ** 2 + b[0] * b[1])
    # Both of dot and the sizes are twice the true ones: 4·dot² >= |a|²·|b|².
    return dot < 0 and 4 * dot * dot >= size_a * size_b
