"""Saying that a verdict rests on a reading of the rules."""

from core.rules.kernel.readings import reading_reason

__all__ = ["reading_reason"]
