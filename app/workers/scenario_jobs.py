"""Jobs on scenarios: what the rules of the open box say that somebody who writes one must know."""

from collections.abc import Generator
from typing import Any

from core.rules.kernel.entry import displaced_entry
from core.rules.kernel.progress import Progress
from core.rules.kernel.scenario_rules import ScenarioRules


def scenario_rules(game: Any) -> Generator[Progress, None, ScenarioRules]:
    """The rules of the open box; none where nothing is known of them."""
    yield Progress(0, 1)
    if game is None:
        return ScenarioRules()
    rules = game.system.force_rules
    displaced = displaced_entry(game.case, rules)
    return ScenarioRules(rules.sheet_types, displaced[True], displaced[False])
