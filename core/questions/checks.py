"""What the ground of a box shows once it is compiled: faults of its contours that a ruling would stumble over."""

import numpy as np

from core.analysis.ground import COAST, Ground
from core.base.errors import Place
from core.geometry.contours import EDGE
from core.model.box import GameBox
from core.model.issues import Issue, Severity
from core.rules.kernel.rulings import metres


def ground_issues(ground: Ground, box: GameBox) -> tuple[Issue, ...]:
    """Faults of the contours, at the lines that cause them."""
    found: dict[tuple[object, str], Issue] = {}

    def add(source: object, text: str, severity: Severity, rule: str) -> None:
        place = source if isinstance(source, Place) else Place(box.sheets[0].file)
        found.setdefault((source, text), Issue(place, text, severity, rule))

    stated = {p.sheet.contour_interval for p in box.sheets if p.sheet.contours}
    if len(stated) > 1:
        names = ", ".join(f"{metres(i)} m" for i in sorted(i for i in stated if i is not None))
        text = f"The sheets state different contour intervals ({names}); heights that need the interval are left undecided."
        add(None, text, Severity.ERROR, "8.4b, 8.5")
    drawn = {line.source for line in (ground.relief.lines if ground.relief is not None else ())}
    for placed in box.sheets:
        for contour in placed.sheet.contours:
            if contour.place not in drawn:
                text = f"The {metres(contour.height)} m contour lies off the printed map."
                add(contour.place, text, Severity.WARNING, "8.2")
    if ground.relief is None:
        add(None, "The map has no contours; its heights are left undecided.", Severity.WARNING, "8.2")
        return tuple(found.values())
    if not ground.has_contours:
        add(COAST, "The map has a sea but no contours; the height of its land is left undecided.", Severity.WARNING, "8.2")
    for line, (x, y) in ground.relief.open_ends:
        text = f"The {metres(line.height)} m contour ends inside the map, near x {x:.2f}, y {y:.2f}."
        add(line.source, text, Severity.WARNING, "8.2b")
    for face in ground.relief.faces:
        for line in face.unknown:
            text = (
                f'Nothing tells which side of the {metres(line.height)} m contour is higher; add "high: left" or "high: right".'
            )
            add(line.source, text, Severity.ERROR, "8.2")
        if face.has_low and face.has_high and not face.unknown and face.floor() >= face.top():
            number = int(np.argmax(face.kinds != EDGE))
            x, y = (face.starts[number] + face.ends[number]) / 2
            text = f"The contours around x {x:.2f}, y {y:.2f} contradict each other: this ground would lie above "
            text += f"{metres(face.floor())} m and below {metres(face.top())} m."
            near = ground.relief.on_line((float(x), float(y)), 0.001)
            add(near.source if near is not None else None, text, Severity.ERROR, "8.2b")
    for line, other, (x, y) in ground.relief.crossings():
        text = f"The {metres(line.height)} m contour meets the {metres(other.height)} m contour near x {x:.2f}, y {y:.2f}."
        add(line.source, text, Severity.ERROR, "8.2b")
    return tuple(found.values())
