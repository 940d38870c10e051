"""Everything wrong with a box: what reading finds, and what its ground shows once it is compiled."""

from pathlib import Path

from core.analysis.ground import Ground
from core.base.errors import Place
from core.model.issues import Issue, Severity
from core.questions.game import open_game
from core.rules.kernel.rulings import metres


def check_box(path: Path) -> tuple[Issue, ...]:
    """All problems of a box, those of its files first. Never raises for bad input."""
    opened = open_game(path)
    if opened.game is None:
        return opened.issues
    return (*opened.issues, *ground_issues(opened.game.ground))


def ground_issues(ground: Ground) -> tuple[Issue, ...]:
    """Faults of the contours that a ruling would stumble over, at the lines that cause them."""
    if ground.relief is None:
        return ()
    found: dict[tuple[object, str], Issue] = {}

    def add(source: object, text: str, severity: Severity, rule: str) -> None:
        place = source if isinstance(source, Place) else Place("")
        found.setdefault((source, text), Issue(place, text, severity, rule))

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
            row = int(face.starts.shape[0] // 2)
            x, y = face.starts[row]
            text = f"The contours around x {x:.2f}, y {y:.2f} contradict each other: this ground would lie above "
            text += f"{metres(face.floor())} m and below {metres(face.top())} m."
            add((round(float(x), 2), round(float(y), 2)), text, Severity.ERROR, "8.2b")
    for line, other, (x, y) in ground.relief.crossings():
        text = f"The {metres(line.height)} m contour meets the {metres(other.height)} m contour near x {x:.2f}, y {y:.2f}."
        add(line.source, text, Severity.ERROR, "8.2b")
    return tuple(found.values())
