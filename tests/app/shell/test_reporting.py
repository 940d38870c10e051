import logging
import sys
import threading

import pytest
from PySide6.QtCore import qInfo

from app.shell.reporting import CRASH_FILE, Reporter
from app.shell.version import version


@pytest.fixture
def reporter(qapp, tmp_path):
    level, hook, thread_hook = logging.getLogger().level, sys.excepthook, threading.excepthook
    reporter = Reporter(tmp_path / "state")
    reporter.install()
    yield reporter
    reporter.uninstall()
    logging.getLogger().setLevel(level)
    sys.excepthook, threading.excepthook = hook, thread_hook


def _fail() -> tuple[type[BaseException], BaseException, object]:
    try:
        raise ZeroDivisionError("just so")
    except ZeroDivisionError as error:
        return type(error), error, error.__traceback__


def test_a_fault_that_nobody_caught_is_logged_and_reported(reporter, qtbot, capsys):
    with qtbot.waitSignal(reporter.fault) as fault:
        sys.excepthook(*_fail())
    report = fault.args[0]
    assert f"Phaseline {version()}" in report
    assert "Qt " in report
    assert "ZeroDivisionError: just so" in report
    assert "ZeroDivisionError" in reporter.log_path.read_text(encoding="utf-8")
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_fault_in_another_thread_is_reported_in_this_one(reporter, qtbot, capsys):
    def run() -> None:
        threading.excepthook(threading.ExceptHookArgs((*_fail(), threading.current_thread())))

    with qtbot.waitSignal(reporter.fault) as fault:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    assert "ZeroDivisionError" in fault.args[0]


def test_a_ctrl_c_is_no_fault(reporter, qtbot, capsys):
    with qtbot.assertNotEmitted(reporter.fault, wait=50):
        sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)


def test_what_qt_says_goes_to_the_log(reporter):
    qInfo("a word from Qt")
    assert "Qt: a word from Qt" in reporter.log_path.read_text(encoding="utf-8")


def test_a_hard_crash_has_a_file_to_write_to(reporter):
    assert (reporter.log_path.parent / CRASH_FILE).is_file()


def test_a_folder_that_cannot_be_written_costs_the_log_file_only(qapp, qtbot, tmp_path, capsys):
    hook, thread_hook, level = sys.excepthook, threading.excepthook, logging.getLogger().level
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    reporter = Reporter(blocked / "state")
    logging.getLogger("phaseline").disabled = True
    reporter.install()
    try:
        with qtbot.waitSignal(reporter.fault):
            sys.excepthook(*_fail())
    finally:
        reporter.uninstall()
        logging.getLogger("phaseline").disabled = False
        logging.getLogger().setLevel(level)
        sys.excepthook, threading.excepthook = hook, thread_hook
