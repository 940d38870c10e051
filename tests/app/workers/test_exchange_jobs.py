"""Jobs on files of other programs: a preview changes nothing, a map that is written is there whole."""

import json
import pickle

import pytest

from app.workers import exchange_jobs, messages
from core.base.errors import WrongUse
from core.base.steps import finish
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.interop.wishes import BringWish
from core.model.work import Work
from core.questions.game import Game


@pytest.fixture(scope="module")
def game():
    loaded = load_box(scenarios_folder() / "tcs-example")
    return Game.of(loaded.box, loaded.ruleset)


@pytest.fixture
def tracks(tmp_path):
    line = {"type": "LineString", "coordinates": [[7.999, 50.0], [8.001, 50.0]]}
    file = tmp_path / "tracks.geojson"
    feature = {"type": "Feature", "geometry": line, "properties": {"highway": "track"}}
    file.write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}))
    return file


def test_a_preview_holds_the_edit_its_picture_and_where_the_map_will_lie(game, tracks):
    placed = game.box.sheets[0]
    preview = finish(exchange_jobs.preview_import(game, wish=BringWish(tracks, "geojson", centre="50,8"), sheet=placed.file))
    assert preview.counts == {"paths": 1}
    assert preview.removed == 0
    assert preview.place == "latitude 50.00000, longitude 8.00000"
    assert [each.terrain for each in preview.strokes if each.new] == ["trail"]
    after = preview.edit.apply(Work(game.box)).box.sheet(placed.file).sheet
    assert len(after.paths) == len(placed.sheet.paths) + 1
    # It goes through the pipe to the window.
    sent = messages.decode_reply(messages.encode(messages.Answered(1, preview)))
    assert sent.answer.edit == preview.edit
    assert pickle.loads(pickle.dumps(preview.strokes)) == preview.strokes


def test_replacing_counts_what_goes(game, tracks):
    placed = game.box.sheets[0]
    wish = BringWish(tracks, "geojson", centre="50,8", replacing=True)
    preview = finish(exchange_jobs.preview_import(game, wish=wish, sheet=placed.file))
    assert preview.removed == len(placed.sheet.paths)


@pytest.mark.parametrize("name", ["a.geojson", "a.tmx", "a.tmj", "a.board"])
def test_a_map_is_written_whole(game, tmp_path, name):
    kind = {"geojson": "geojson", "board": "megamek"}.get(name.rpartition(".")[2], "tmx")
    finish(exchange_jobs.send_map(game, sheet=game.box.sheets[0].file, format=kind, file=tmp_path / name))
    assert (tmp_path / name).stat().st_size > 100
    assert not [each for each in tmp_path.iterdir() if each.suffix == ".part"]


def test_what_cannot_be_written_is_said_with_its_file(game, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WrongUse, match=r"a\.tmx cannot be written"):
        finish(exchange_jobs.send_map(game, sheet=game.box.sheets[0].file, format="tmx", file=tmp_path / "file" / "a.tmx"))


def test_without_a_box_there_is_nothing_to_do(tmp_path, tracks):
    with pytest.raises(WrongUse, match="while a box is open"):
        finish(exchange_jobs.preview_import(None, wish=BringWish(tracks, "geojson"), sheet="a"))
    with pytest.raises(WrongUse, match="while a box is open"):
        finish(exchange_jobs.send_map(None, sheet="a", format="tmx", file=tmp_path / "a.tmx"))


def test_a_preview_brings_nothing_that_no_file_could_hold(game, tmp_path):
    placed = game.box.sheets[0]
    file = tmp_path / "a.geojson"
    finish(exchange_jobs.send_map(game, sheet=placed.file, format="geojson", file=file))
    value = json.loads(file.read_text(encoding="utf-8"))
    contour = next(each for each in value["features"] if each["properties"].get("section") == "contours")
    ends = contour["geometry"]["coordinates"]
    contour["geometry"]["coordinates"] = [ends[0], [ends[0][0] + 1e-9, ends[0][1]]]
    file.write_text(json.dumps(value), encoding="utf-8")
    preview = finish(exchange_jobs.preview_import(game, wish=BringWish(file, "geojson"), sheet=placed.file))
    assert preview.counts["contours"] == len(placed.sheet.contours) - 1
    assert [(each.what, each.count) for each in preview.dropped] == [("contour", 1)]


def test_a_board_is_seen_as_the_map_that_it_becomes(game, tmp_path):
    board = tmp_path / "hills.board"
    hexes = "\n".join(f'hex {x:02}{y:02} {int(x == y)} "" ""' for y in range(1, 6) for x in range(1, 8))
    board.write_text(f"size 7 5\n{hexes}\nend\n", encoding="ascii")
    preview = finish(exchange_jobs.preview_import(game, wish=BringWish(board, "megamek", new_sheet=True), sheet="/"))
    after = preview.edit.apply(Work(game.box)).box
    assert [each is other for each, other in zip(after.sheets, game.box.sheets, strict=False)] == [True] * len(game.box.sheets)
    made = after.sheets[-1]
    assert preview.new_map == f"{made.letter}, 7 × 5 hexes"
    assert (made.sheet.grid.columns, made.sheet.grid.rows, len(made.sheet.contours)) == (7, 5, preview.counts["contours"])
    assert all(each.new for each in preview.strokes)
