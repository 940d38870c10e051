"""All desks of the window, in the order in which they are made."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.shell.desks.desk import Desk
from app.shell.session import Session
from app.shell.workbench import Workbench
from app.workers.answers import Answers

if TYPE_CHECKING:
    from app.shell.main_window import MainWindow


def make_desks(window: "MainWindow", workbench: Workbench, answers: Answers, session: Session) -> Iterator[list[Desk]]:
    """Makes the desks, some in each step of a few milliseconds."""
    actions, status, menus, view, docks = window.actions_, window.status, window.menus, workbench.view, workbench.docks
    from app.shell.desks.map import MapDesk

    yield [MapDesk(window, actions, answers, window, docks.ruling.option_wanted)]
    from app.shell.desks.charts import ChartDesk
    from app.shell.desks.oob import OobDesk
    from app.shell.files.exchange import Exchange

    yield [
        Exchange(window, actions, answers, window, status),
        ChartDesk(window, actions, answers, window, status, docks.charts),
        OobDesk(window, actions, answers, window, status, docks, view),
    ]
    from app.shell.desks.order_printing import OrderPrinting
    from app.shell.desks.printing import PrintDesk
    from app.shell.desks.scenario import ScenarioDesk
    from app.shell.desks.units import UnitsDesk

    sheets = OrderPrinting(window, answers, window, status, session, lambda: workbench.orders.orders)
    docks.orders.print_wanted.connect(sheets.show_in_hand)
    yield [
        PrintDesk(window, actions, window, status, session),
        sheets,
        UnitsDesk(window, actions, answers, window),
        ScenarioDesk(window, actions, answers, window, status, menus, view, session),
    ]
    from app.shell.desks.play import PlayDesk

    notices, layouts = window.notices, window.layouts
    yield [
        PlayDesk(
            *(window, actions, answers, window, status, menus, notices, session, layouts, view, lambda: workbench.tools),
            lambda: workbench.play.turn.course,
        )
    ]
    from app.shell.desks.tour import TourDesk

    yield [TourDesk(window, actions, answers, window, workbench, session)]
