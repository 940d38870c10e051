"""Jobs on files of other programs: what one would bring onto a map, and writing a map as one."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

from core.base.atomic import write_bytes
from core.base.errors import WrongUse
from core.files.limits import within_limits
from core.files.translation_files import shipped_translation
from core.interop.bring import bring, in_slices, sent
from core.interop.ground import printed_edge
from core.interop.hex_cells import cell_centre
from core.interop.imported import Dropped, Imported, Target, bare, brought, leaving
from core.interop.new_sheet import beside_all, open_target
from core.interop.preview import ImportPreview, strokes
from core.interop.wishes import BringWish, OutFormat, label
from core.model.edits.edit import Edit
from core.model.maps import Georeference, MapSheet
from core.model.work import Work
from core.rules.kernel.progress import Progress


def preview_import(game: Any, /, wish: BringWish, sheet: str) -> Generator[Progress, None, ImportPreview]:
    """What a file would bring onto a sheet, which is named by its file, or as a sheet of its own; nothing is changed."""
    if game is None:
        raise WrongUse("Files can be imported only while a box is open.")
    box = game.box
    if wish.new_sheet:
        return (yield from _preview_new(game, wish))
    placed = box.sheet(sheet)
    target = Target(placed.sheet, game.compiled.terrain)
    found: Imported = yield from in_slices(lambda progress: bring(wish, target, shipped_translation(), within_limits, progress))
    edit = brought(box, sheet, found, label(wish), wish.replacing)
    after = edit.apply(Work(box)).box.sheet(sheet).sheet
    removed = sum(1 for _ in leaving(placed.sheet, found, wish.replacing))
    return _preview(edit, found, removed, placed.sheet, after)


def _preview_new(game: Any, wish: BringWish) -> Generator[Progress, None, ImportPreview]:
    """What a file would be as another map of the box."""
    target = open_target(game.box, game.compiled.terrain)
    found: Imported = yield from in_slices(lambda progress: bring(wish, target, shipped_translation(), within_limits, progress))
    edit = beside_all(game.box, found, label(wish))
    made = edit.sheets[-1].sheet
    return _preview(edit, found, 0, bare(made), made, f"{made.id}, {made.grid.columns} × {made.grid.rows} hexes")


def _preview(edit: Edit, found: Imported, removed: int, before: MapSheet, after: MapSheet, new_map: str = "") -> ImportPreview:
    middles = {cell: cell_centre(after.grid, cell) for cell in after.hexes}
    picture = strokes(after, before, middles)
    edge, place = printed_edge(after.grid), _words(after.georeference)
    return ImportPreview(edit, dict(found.counts), removed, found.dropped, edge, picture, place, new_map)


def send_map(game: Any, /, sheet: str, format: OutFormat, file: Path) -> Generator[Progress, None, tuple[Dropped, ...]]:
    """Writes a sheet, which is named by its file, for another program; gives what the files cannot carry."""
    if game is None:
        raise WrongUse("A map can be exported only while a box is open.")
    held, terrain = game.box.sheet(sheet).sheet, game.compiled.terrain
    made = yield from in_slices(lambda _: sent(held, format, file.name, terrain, shipped_translation()))
    for name, data in made.files.items():
        try:
            write_bytes(file.parent / name, data)
        except OSError as error:
            raise WrongUse(f"{file.parent / name} cannot be written: {error.strerror or error}.") from error
        yield Progress(1, 1)
    return made.dropped


def _words(place: Georeference | None) -> str:
    if place is None:
        return ""
    x, y = place.at
    turned = f", turned by {place.bearing:g} degrees" if place.bearing else ""
    if place.unit == "degrees":
        return f"latitude {y:.5f}, longitude {x:.5f}{turned}"
    return f"x {x:,.0f} m, y {y:,.0f} m{turned}"
