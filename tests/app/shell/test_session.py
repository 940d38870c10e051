from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from app.shell.session import MOST_RECENT, Session
from app.widgets.themes import Theme


def _again(settings: QSettings) -> Session:
    """The same settings as the next run of the program reads them."""
    settings.sync()
    return Session(QSettings(settings.fileName(), QSettings.Format.IniFormat))


def test_a_first_run_has_its_presets(session):
    assert session.recent() == []
    assert session.theme is Theme.SYSTEM
    assert session.reopens is False
    assert session.last_box is None
    assert session.geometry.isEmpty()


def test_choices_are_found_again_by_the_next_run(session, settings):
    session.theme = Theme.DARK
    session.reopens = True
    session.last_box = Path("/boxes/a")
    session.keep_window(QByteArray(b"place"), QByteArray(b"docks"), QByteArray(b"calm"))
    session.add_played(Path("/sessions/a.journal"))
    session.playing = Path("/sessions/a.journal")
    session.keep_text("methods", "standard simplified")
    later = _again(settings)
    assert later.theme is Theme.DARK
    assert later.reopens is True
    assert later.last_box == Path("/boxes/a")
    assert (later.geometry, later.layout) == (QByteArray(b"place"), QByteArray(b"docks"))
    assert later.play_layout == QByteArray(b"calm")
    assert later.played() == [Path("/sessions/a.journal")] and later.playing == Path("/sessions/a.journal")
    assert later.text("methods") == "standard simplified"


def test_the_latest_box_comes_first_and_none_comes_twice(session, settings, qtbot):
    for name in "abca":
        session.add_recent(Path(f"/boxes/{name}"))
    assert [path.name for path in _again(settings).recent()] == ["a", "c", "b"]


def test_one_recent_box_is_still_a_list_in_the_next_run(session, settings):
    session.add_recent(Path("/boxes/a, with a comma"))
    assert _again(settings).recent() == [Path("/boxes/a, with a comma")]


def test_only_so_many_boxes_are_remembered(session):
    for number in range(MOST_RECENT + 5):
        session.add_recent(Path(f"/boxes/{number}"))
    assert len(session.recent()) == MOST_RECENT
    assert session.recent()[0].name == str(MOST_RECENT + 4)


def test_clearing_and_forgetting_are_told(session, qtbot):
    session.add_recent(Path("/boxes/a"))
    session.add_recent(Path("/boxes/b"))
    with qtbot.waitSignal(session.recent_changed):
        session.forget_recent(Path("/boxes/a"))
    assert session.recent() == [Path("/boxes/b")]
    with qtbot.waitSignal(session.recent_changed):
        session.clear_recent()
    assert session.recent() == []


def test_settings_that_someone_has_broken_are_presets(session, settings):
    settings.setValue("look/theme", "purple")
    assert session.theme is Theme.SYSTEM


def test_the_users_own_keys_come_back_and_no_others(session, settings):
    session.keep_own_keys({"file.open": ("Ctrl+J", "F2"), "tool.los": ()})
    session.keep_own_keys({"tool.los": (), "edit.undo": ("Ctrl+,",)})
    assert _again(settings).own_keys() == {"tool.los": (), "edit.undo": ("Ctrl+,",)}
