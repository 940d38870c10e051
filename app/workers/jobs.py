"""Work of the worker process that is no question: reading and writing files, computing edits that need shapely or numpy.

A job is a generator function `(game, **parameters) -> Generator[Progress, None, object]`: it yields about every 10 ms and
returns what the window is to be given, a frozen value that can be pickled. `game` is a `core.questions.game.Game`, None when
no box is open; a job goes on with the game that it began with. A CoreError is a refusal whose text the user reads.

Only the worker process imports this module. Libraries that not every job needs are imported by the job that does.
"""

from collections.abc import Callable, Generator, Mapping
from types import MappingProxyType
from typing import Any

from app.workers import (
    audit_jobs,
    box_jobs,
    chart_jobs,
    counter_jobs,
    cup_jobs,
    drawing_jobs,
    exchange_jobs,
    map_jobs,
    oob_jobs,
    order_jobs,
    play_jobs,
    question_jobs,
    scenario_jobs,
    tour_jobs,
)
from core.base.errors import WrongUse, did_you_mean
from core.rules.kernel.progress import Progress

Job = Callable[..., Generator[Progress, None, object]]

JOBS: Mapping[str, Job] = MappingProxyType(
    {
        "cut_areas": drawing_jobs.cut_areas,
        "paint_terrain": drawing_jobs.paint_terrain,
        "cut_outline": drawing_jobs.cut_outline,
        "unite_outlines": drawing_jobs.unite_outlines,
        "charts": map_jobs.charts,
        "new_box": map_jobs.new_box,
        "preview_import": exchange_jobs.preview_import,
        "send_map": exchange_jobs.send_map,
        "save_box": box_jobs.save,
        "examine_box": box_jobs.examine,
        "recover_box": box_jobs.recover,
        "previous_box": box_jobs.previous,
        "options_read": map_jobs.options_read,
        "chart_readers": chart_jobs.readers,
        "own_charts": chart_jobs.own_charts,
        "take_in_charts": chart_jobs.take_in_charts,
        "send_charts": chart_jobs.send_charts,
        "chart_draft": chart_jobs.chart_draft,
        "broken_chart": chart_jobs.broken_chart,
        "keep_chart_draft": chart_jobs.keep_chart_draft,
        "drop_chart_draft": chart_jobs.drop_chart_draft,
        "questions": question_jobs.questions,
        "measure_kinds": order_jobs.measure_kinds,
        "sheets_of_copy": order_jobs.sheets_of_copy,
        "preview_units": oob_jobs.preview_units,
        "scenario_rules": scenario_jobs.scenario_rules,
        "audit_phase": audit_jobs.audit_phase,
        "note_ruling": audit_jobs.note_ruling,
        "judge_orders": audit_jobs.judge_orders,
        "read_counters": counter_jobs.read_counters,
        "write_counters": counter_jobs.write_counters,
        "play_digests": play_jobs.play_digests,
        "play_box": play_jobs.play_box,
        "join_side": play_jobs.join_side,
        "unlock_side": play_jobs.unlock_side,
        "recover_journal": play_jobs.recover_journal,
        "cup_events": cup_jobs.cup_events,
        "tour_box": tour_jobs.tour_box,
        "tour": tour_jobs.tour,
    }
)
"""Every job by its name."""


def start(name: str, game: Any, /, **parameters: Any) -> Generator[Progress, None, object]:
    """The slices of a job. Raises WrongUse when there is no job of that name."""
    job = JOBS.get(name)
    if job is None:
        raise WrongUse(f'There is no job "{name}".{did_you_mean(name, JOBS)}')
    return job(game, **parameters)
