"""What is not saved can be recovered: the log leads to the very box that the document holds."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings

from app.documents.box_lock import BoxLock
from app.documents.document import Document
from app.documents.keeper import Keeper
from app.documents.recovery_log import RecoveryLog, claim, left_behind
from core.files.recovery import read_log
from core.geometry.hexes import Hex
from core.model.edits.map_edits import ChangeBox, ChangeItems
from core.model.edits.state_edits import PlaceSmoke
from core.model.maps import ItemRef, Spot
from tests.app.documents.test_map_undo import carry_out, named, steps_of


@pytest.fixture
def document(qapp, made_up_box):
    return Document(named(made_up_box))


@pytest.fixture
def keeper(document, tmp_path):
    keeper = Keeper(document, tmp_path, "0.1.0")
    yield keeper
    keeper.close()


def _rename(document, title):
    document.do(ChangeBox("Rename box", replace(document.box.head, title=title)))


def _spot(key):
    return ChangeItems("Place spot", {ItemRef("a.map.yaml", "spots", key): Spot(Fraction(key), (1.0, float(key)))})


@given(steps=steps_of)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None, max_examples=40)
def test_whatever_is_done_undone_and_redone_is_recovered_exactly(qapp, made_up_box, tmp_path_factory, steps):
    folder = tmp_path_factory.mktemp("recovery")
    document = Document(named(made_up_box))
    keeper = Keeper(document, folder, "0.1.0")
    carry_out(document, steps)
    modified = keeper.modified
    keeper.close(keep=True)
    offers = left_behind(folder)
    assert bool(offers) is modified
    if offers:
        found = read_log(offers[0].file)
        assert (found.box, found.lost) == (document.box, 0)
        assert found.head.title == named(made_up_box).title


def _told(document, tmp_path, act):
    """How many changes are offered after a crash."""
    keeper = Keeper(document, tmp_path, "0.1.0")
    act(keeper)
    keeper.close(keep=True)
    offers = left_behind(tmp_path)
    assert all(read_log(offer.file).changes == offer.changes for offer in offers)
    return [offer.changes for offer in offers]


def test_what_was_undone_is_no_change_that_was_lost(document, tmp_path):
    def act(keeper):
        for key in range(20, 24):
            document.do(_spot(key))
        document.undo_stack.undo()
        document.undo_stack.undo()
        document.undo_stack.redo()

    assert _told(document, tmp_path, act) == [3]


def test_a_stroke_is_one_change_however_many_edits_it_took(document, tmp_path):
    def act(keeper):
        stroke = document.new_stroke()
        for key in range(20, 30):
            document.do(_spot(key), stroke)
        document.do(_spot(40))

    assert _told(document, tmp_path, act) == [2]


def test_undoing_what_was_saved_is_a_change(document, tmp_path):
    def act(keeper):
        for key in range(20, 24):
            document.do(_spot(key))
        keeper.saved(document.box)
        document.undo_stack.undo()
        document.undo_stack.undo()
        document.do(_spot(50))

    assert _told(document, tmp_path, act) == [3]


def test_a_change_made_while_the_box_was_being_saved_is_counted_from_the_saved_one(document, tmp_path):
    def act(keeper):
        document.do(_spot(20))
        saved = document.box
        document.do(_spot(21))
        document.do(_spot(22))
        keeper.saved(saved)

    assert _told(document, tmp_path, act) == [2]


def test_a_recovered_box_counts_on(document, tmp_path):
    def act(keeper):
        document.do(_spot(20))
        document.do(_spot(21))

    assert _told(document, tmp_path, act) == [2]
    (offer,) = left_behind(tmp_path)
    found = read_log(offer.file)
    again = Document(found.box)
    log = RecoveryLog(claim(offer.file), lambda text: None, found.whole, found.changes)
    keeper = Keeper(again, tmp_path, "0.1.0", saved=False, recovery=log)
    again.do(_spot(22))
    again.do(_spot(23))
    again.undo_stack.undo()
    keeper.close(keep=True)
    assert [each.changes for each in left_behind(tmp_path)] == [3]


def test_smoke_is_nothing_to_save(document, keeper):
    document.do(PlaceSmoke(Hex(1, 1)))
    assert not keeper.modified
    assert keeper.log_file is None


def test_the_way_back_to_what_is_on_disk_is_noticed(document, keeper):
    heard = []
    keeper.modified_changed.connect(heard.append)
    _rename(document, "Other")
    document.do(PlaceSmoke(Hex(1, 1)))
    document.undo_stack.setIndex(0)
    document.undo_stack.redo()
    assert heard == [True, False, True]


def test_saving_takes_the_log_away_and_marks_the_step(document, tmp_path):
    keeper = Keeper(document, tmp_path, "0.1.0")
    document.do(_spot(20))
    file = keeper.log_file
    keeper.saved(document.box)
    assert not keeper.modified
    assert keeper.log_file is None
    assert document.undo_stack.isClean()
    document.do(_spot(21))
    assert keeper.modified
    document.undo_stack.undo()
    assert not keeper.modified
    document.undo_stack.undo()
    assert keeper.modified
    box = document.box
    keeper.close(keep=True)
    assert not file.exists()
    assert [read_log(offer.file).box for offer in left_behind(tmp_path)] == [box]


def test_what_is_changed_while_it_is_being_saved_stays_unsaved(document, tmp_path):
    keeper = Keeper(document, tmp_path, "0.1.0")
    document.do(_spot(20))
    saving = document.box
    document.do(_spot(21))
    keeper.saved(saving)
    assert keeper.modified
    document.undo_stack.undo()
    assert not keeper.modified
    document.undo_stack.redo()
    keeper.close(keep=True)
    assert read_log(left_behind(tmp_path)[0].file).box == document.box


def test_discarding_leaves_nothing(document, tmp_path):
    keeper = Keeper(document, tmp_path, "0.1.0")
    document.do(_spot(20))
    keeper.close()
    assert list(tmp_path.iterdir()) == []


def test_the_log_of_a_living_window_is_nobody_elses(document, keeper, tmp_path):
    document.do(_spot(20))
    assert claim(keeper.log_file) is None
    assert left_behind(tmp_path) == []


def test_two_windows_on_one_box_keep_a_log_each(qapp, made_up_box, tmp_path):
    documents = [Document(named(made_up_box)) for _ in range(2)]
    keepers = [Keeper(document, tmp_path, "0.1.0") for document in documents]
    for number, document in enumerate(documents):
        document.do(_spot(30 + number))
    for keeper in keepers:
        keeper.close(keep=True)
    found = [read_log(offer.file).box for offer in left_behind(tmp_path)]
    assert len(found) == 2
    assert all(document.box in found for document in documents)


def test_recovered_work_goes_on_with_its_own_log(document, tmp_path):
    first = Keeper(document, tmp_path, "0.1.0")
    document.do(_spot(20))
    first.close(keep=True)
    offer = left_behind(tmp_path)[0]
    with offer.file.open("ab") as stream:
        stream.write(b"12345678 {torn")
    found = read_log(offer.file)
    again = Document(found.box)
    log = RecoveryLog(claim(offer.file), lambda text: None, found.whole, found.changes)
    second = Keeper(again, tmp_path, "0.1.0", saved=False, recovery=log)
    assert second.modified
    assert not again.undo_stack.isClean()
    again.do(_spot(21))
    second.close(keep=True)
    read = read_log(left_behind(tmp_path)[0].file)
    assert (read.box, read.changes, read.lost) == (again.box, 2, 0)


def test_a_log_that_cannot_be_written_is_told_of_once(document, tmp_path):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    keeper = Keeper(document, tmp_path / "file" / "recovery", "0.1.0")
    heard = []
    keeper.failed.connect(heard.append)
    document.do(_spot(20))
    document.do(_spot(21))
    assert len(heard) == 1
    assert "Save often" in heard[0]
    assert keeper.modified
    keeper.close()


def test_only_one_window_has_the_right_to_save_a_box(tmp_path):
    locks = [BoxLock(tmp_path / "locks", tmp_path / "box") for _ in range(2)]
    assert locks[0].take()
    assert not locks[1].take()
    locks[0].release()
    assert locks[1].take()
    locks[1].release()


def test_the_lock_of_a_process_that_is_gone_is_taken_over(tmp_path):
    lock = BoxLock(tmp_path, tmp_path / "box")
    assert lock.take()
    file = next(tmp_path.glob("*.lock"))
    written = file.read_text(encoding="utf-8")
    lock.release()
    # No process has this number: it is above what systems hand out.
    file.write_text("\n".join(["999999999", *written.splitlines()[1:], ""]), encoding="utf-8")
    assert lock.take()
    lock.release()


def test_where_no_lock_can_be_made_nobody_is_kept_from_saving(tmp_path):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert BoxLock(tmp_path / "file" / "locks", tmp_path / "box").take()
