"""Property tests that cost more than others: their number of examples, and patience with slow ones."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings


def law(examples: int) -> Callable[[Any], Any]:
    """Runs a property test on so many examples."""
    return settings(
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
