"""Findings that only follow from another one: a scenario whose order of battle could not be read names nothing."""

from collections.abc import Collection, Iterable

from core.model.issues import OOB_UNREAD, Issue, Severity

FOLLOWED = "follows"
"""The kind of the finding that stands for all that follow."""

FOLLOWING = frozenset({"no-side", "no-unit", "no-formation", "no-first", "sheet-empty", "unit-nowhere", "no-marker"})
"""Kinds of findings in scenarios that follow where sides, formations and counters are missing as a whole."""


def folded(issues: Iterable[Issue], scenarios: Collection[str]) -> tuple[Issue, ...]:
    """The findings with one in the place of all those that follow, in the files of `scenarios`, from an order of battle that
    could not be read; the same findings where it could."""
    found = tuple(issues)
    cause = next((each for each in found if each.code == OOB_UNREAD), None)
    if cause is None:
        return found
    follows = [each for each in found if each.code in FOLLOWING and each.place.file in scenarios]
    if not follows:
        return found
    files = ", ".join(dict.fromkeys(each.place.file for each in follows))
    many = f"{len(follows)} findings" if len(follows) > 1 else "One finding"
    verb = "are" if len(follows) > 1 else "is"
    text = f"{many} in {files} {verb} not listed: without the order of battle, what a scenario names cannot be there."
    left = [each for each in found if not (each.code in FOLLOWING and each.place.file in scenarios)]
    at = left.index(cause) + 1
    return (*left[:at], Issue(cause.place, text, Severity.ADVICE, code=FOLLOWED), *left[at:])
