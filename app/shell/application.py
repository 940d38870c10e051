"""One run of the window: from the empty application to the end of its event loop."""

import signal
import sys
from pathlib import Path

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication

from app.shell.first_paint import FirstPaint, exits_after_first_paint, tell_time_and_end
from app.shell.garbage import GuiCollector
from app.shell.languages import use_language
from app.shell.main_window import MainWindow
from app.shell.session import APPLICATION, ORGANISATION, Session
from app.widgets.themes import Themes

DESKTOP_FILE = "phaseline"


def run_window(box: Path | None) -> int:
    """Shows the window and runs until it is closed; returns the exit code."""
    application = QApplication(sys.argv[:1])
    application.setOrganizationName(ORGANISATION)
    application.setApplicationName(APPLICATION)
    application.setDesktopFileName(DESKTOP_FILE)
    use_language(application)
    session = Session()
    themes = Themes(application)
    themes.choose(session.theme)
    collector = GuiCollector(application)
    window = MainWindow(session, themes)
    first = FirstPaint(window)
    if exits_after_first_paint():
        first.painted.connect(tell_time_and_end)
    else:
        # Qt's loop never gives Python a chance to see Ctrl+C in the terminal; it ends the program as users expect.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        first.painted.connect(lambda: _begin(window, box))
        application.commitDataRequest.connect(lambda _: window.expect_end())
    window.show()
    try:
        return application.exec()
    finally:
        window.shut_down()
        collector.close()


def end_when_told(window: MainWindow) -> None:
    """Closes the window without a question when the system tells the program to end; what is not saved is recovered later."""
    if sys.platform == "win32":
        return
    import socket

    ours, theirs = socket.socketpair()
    for each in (ours, theirs):
        each.setblocking(False)
    # Qt's loop never gives Python a chance to run a handler; a byte in a socket wakes the loop instead.
    signal.signal(signal.SIGTERM, lambda *_: None)
    signal.set_wakeup_fd(theirs.fileno())
    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read, window)

    def end() -> None:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        ours.close()
        theirs.close()
        window.end_session()

    notifier.activated.connect(end)


def _begin(window: MainWindow, box: Path | None) -> None:
    """What may wait until the window is seen."""
    from app.shell.reporting import Reporter, state_folder

    # Until now there was nothing to be recovered, and the signal ends the program as it ends any.
    end_when_told(window)
    reporter = Reporter(state_folder(), window)
    reporter.install()
    window.use_reporter(reporter)
    QTimer.singleShot(0, window, _show_emblem)
    QTimer.singleShot(0, window, lambda: window.begin(box))


def _show_emblem() -> None:
    from app.widgets.icons import emblem

    QApplication.setWindowIcon(emblem())
