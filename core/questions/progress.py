"""How far a long answer has come; for those who ask, beside `catalogue`."""

from core.rules.kernel.progress import Progress

__all__ = ["Progress"]
