"""What can be done with selected items of the map, as a table: names, sentences, keys and icons."""

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command. `text` is its menu text with its access key, `tip` a sentence without full stop; commands of one `group`
    stand together in menus. Keys work while the map has the focus. `needs` is why it is grey while it does not fit what is
    selected, as the end of a sentence.
    """

    id: str
    text: str
    tip: str
    group: str
    keys: str = ""
    icon: str = ""
    needs: str = str(QT_TRANSLATE_NOOP("Commands", "nothing is selected that may be changed"))


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Commands", text))


_NO_ORDER = _t("nothing is selected that lies over or under others of its kind")
_NO_HEIGHT = _t("no contour or spot elevation is selected")
_NO_CONTOUR = _t("no contour is selected")
_NO_LINE = _t("no contour or path is selected")
_NOT_ONE_LINE = _t("not just one line is selected")
_NO_OPEN_LINE = _t("no open line of more than two points is selected")
_NO_SHAPE = _t("no contour, path or area is selected")
_NOT_TWO_AREAS = _t("fewer than two areas are selected")


COMMANDS = (
    CommandSpec("cut", _t("Cu&t"), _t("Copy what is selected and take it off the map"), "clip", "Ctrl+X", "cut"),
    CommandSpec("copy", _t("&Copy"), _t("Copy what is selected, for this map or another one"), "clip", "Ctrl+C", "copy"),
    CommandSpec("duplicate", _t("&Duplicate"), _t("Put a copy beside what is selected"), "clip", "Ctrl+D"),
    CommandSpec("delete", _t("D&elete"), _t("Take what is selected off the map"), "clip", "Del", "erase"),
    CommandSpec("all", _t("Select &all"), _t("Select everything on layers that may be changed"), "pick", "Ctrl+A"),
    CommandSpec("alike", _t("Select &same kind"), _t("Select everything of the kinds selected"), "pick", "Ctrl+Shift+A"),
    CommandSpec("right", _t("Turn &right"), _t("Turn by 60° around the middle hex, to the right"), "turn", "R"),
    CommandSpec("left", _t("Turn &left"), _t("Turn by 60° around the middle hex, to the left"), "turn", "Shift+R"),
    CommandSpec("mirror", _t("&Mirror"), _t("Mirror at the line through the middle hex"), "turn", "Ctrl+Shift+M"),
    CommandSpec("front", _t("Bring to &front"), _t("Lay upon all others of its kind"), "order", "Ctrl+]", needs=_NO_ORDER),
    CommandSpec("back", _t("Send to &back"), _t("Lay under all others of its kind"), "order", "Ctrl+[", needs=_NO_ORDER),
    CommandSpec(
        "raise", _t("Ra&ise"), _t("Raise contours and spot elevations by one interval"), "height", "]", needs=_NO_HEIGHT
    ),
    CommandSpec(
        "lower", _t("Lo&wer"), _t("Lower contours and spot elevations by one interval"), "height", "[", needs=_NO_HEIGHT
    ),
    CommandSpec(
        "raise-half",
        _t("Raise by half an interval"),
        _t("Between two full intervals lines are broken"),
        "height",
        "}",
        needs=_NO_HEIGHT,
    ),
    CommandSpec(
        "lower-half",
        _t("Lower by half an interval"),
        _t("Between two full intervals lines are broken"),
        "height",
        "{",
        needs=_NO_HEIGHT,
    ),
    CommandSpec("height", _t("Set &height…"), _t("Give the selected contours a height"), "height", "Ctrl+H", needs=_NO_CONTOUR),
    CommandSpec(
        "reverse",
        _t("Re&verse high side"),
        _t("Make the other side of contours higher"),
        "side",
        "Ctrl+Shift+X",
        needs=_NO_CONTOUR,
    ),
    CommandSpec(
        "high-left",
        _t("High side: left"),
        _t("The ground is higher to the left of the drawing direction"),
        "side",
        needs=_NO_CONTOUR,
    ),
    CommandSpec(
        "high-right",
        _t("High side: right"),
        _t("The ground is higher to the right of the drawing direction"),
        "side",
        needs=_NO_CONTOUR,
    ),
    CommandSpec(
        "high-none",
        _t("High side: as neighbours tell"),
        _t("Leave it to neighbours and spot elevations"),
        "side",
        needs=_NO_CONTOUR,
    ),
    CommandSpec(
        "join", _t("&Join"), _t("Make one line of contours or paths, at their nearest ends"), "line", "Ctrl+J", needs=_NO_LINE
    ),
    CommandSpec(
        "split",
        _t("S&plit here"),
        _t("Split the line at the pointer; a ring opens there"),
        "line",
        "Ctrl+Shift+J",
        needs=_NOT_ONE_LINE,
    ),
    CommandSpec("close", _t("Cl&ose line"), _t("Lead open lines back to their starts"), "line", needs=_NO_OPEN_LINE),
    CommandSpec("smooth", _t("Smoo&th"), _t("Round the corners of lines and outlines"), "line", needs=_NO_SHAPE),
    CommandSpec("simplify", _t("Simplif&y"), _t("Take needless points out of lines and outlines"), "line", needs=_NO_SHAPE),
    CommandSpec("merge", _t("Mer&ge areas"), _t("Make one area of those selected"), "line", "Ctrl+M", needs=_NOT_TWO_AREAS),
)
"""Every command, in the order of menus."""
