"""A file that knows its own grid as another map of a box that is open: laid to the right of all maps that are there."""

from collections.abc import Mapping
from dataclasses import replace

from core.base.errors import WrongUse
from core.geometry.layout import SheetFrame
from core.interop.imported import Imported, Target
from core.model.box import GameBox, PlacedSheet
from core.model.edits.map_edits import ChangeSheets
from core.model.maps import MapSheet
from core.model.placing import along, free_letter, overlapping, sheet_letter
from core.model.terrain import Terrain

HALF_ROWS = (0, -1, 1)
"""Half hexes up or down by which a map is laid beside others, so that its hexes fall on theirs; the plainest first."""


def open_target(box: GameBox, terrain: Mapping[str, Terrain], letter: str = "") -> Target:
    """What a file is read for that is to make a map of its own: hexes and contours are measured as on the maps of the box.

    Without a letter it gets the first that no map has. Raises WrongUse for a letter that is none or is taken.
    """
    first = box.sheets[0].sheet
    if len(box.sheets) == 1 and not box.sheets[0].letter:
        raise WrongUse("The first map needs a letter before another is laid beside it, so that their hexes can be told apart.")
    name = sheet_letter(letter, box.sheets) if letter else free_letter(box)
    sheet = MapSheet(name, first.grid, contour_interval=first.contour_interval, half_lines=first.half_lines)
    return Target(sheet, terrain, grid_is_open=True)


def beside_all(box: GameBox, found: Imported, label: str) -> ChangeSheets:
    """The edit that lays what was read as a map of its own beside the others.

    Raises WrongUse for hexes that point another way than those of the box, and for heights in other steps.
    """
    sheet = replace(found.sheet, underlay=None)
    letter = sheet.id
    box_frame = box.sheets[0].frame
    if sheet.grid.orientation != box_frame.orientation:
        flat = box_frame.orientation == "columns"
        has, wants = ("flat tops", "pointed ones") if flat else ("pointed tops", "flat ones")
        raise WrongUse(f"The hexes of this box have {has}, those of the file {wants}; import the file into a new box.")
    interval = box.sheets[0].sheet.contour_interval
    if sheet.contour_interval != interval:
        said = ["none" if each is None else f"one of {float(each):g} m" for each in (interval, sheet.contour_interval)]
        raise WrongUse(f"All maps of a box have one contour interval; this box has {said[0]}, the file {said[1]}.")
    frame = _free_frame(box, sheet)
    taken = {each.file.casefold() for each in box.sheets}
    names = (f"{letter.lower()}{number or ''}.map.yaml" for number in range(len(taken) + 1))
    file = next(name for name in names if name.casefold() not in taken)
    return ChangeSheets(label, (*box.sheets, PlacedSheet(sheet, frame, letter, file)))


def _free_frame(box: GameBox, sheet: MapSheet) -> SheetFrame:
    """Where a sheet touches the last of the box on its right, or the next place on the right where there is room."""
    grid, last = sheet.grid, box.sheets[-1]
    by_columns, by_rows = along(grid.orientation, "right")
    size = last.sheet.grid.columns if by_columns else last.sheet.grid.rows
    # Whatever lies there ends somewhere: no map has more columns or rows than all maps together.
    reach = sum(max(each.sheet.grid.columns, each.sheet.grid.rows) for each in box.sheets) + size
    for steps in range(size, size + reach + 1):
        for half in HALF_ROWS:
            try:
                frame = SheetFrame.place(
                    grid.raised, grid.orientation, last.frame, by_columns * steps, 2 * by_rows * steps + half
                )
            except ValueError:
                continue
            if overlapping(frame, grid.columns, grid.rows, box.sheets) is None:
                return frame
    raise WrongUse("There is no room for another map beside those of the box.")
