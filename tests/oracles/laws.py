"""Property tests that never flicker: the same examples on every run, no database, no clock."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings


def law(examples: int) -> Callable[[Any], Any]:
    """Runs a property test on a fixed set of examples."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
