"""Turns what a schema says about a document into issues with places, and keeps what can be kept.

An item of a list that is wrong in any part is left out whole, for half a contour would be a wrong map; only keys that do not
exist are left out alone. Of a file's head the wrong keys are left out, and their presets stand in.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any, TypeVar, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from core.base.errors import did_you_mean
from core.files.schemas import SENTENCE, VERSION, Item, shown
from core.files.strict_yaml import Document, Refused, Route, unquoted
from core.model.issues import Issue

M = TypeVar("M", bound=Item)


class Reader:
    """One document at the border, with everything that is wrong in it so far."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._issues = list(document.issues)

    @property
    def issues(self) -> tuple[Issue, ...]:
        """All issues of the document, from its top to its bottom, each once."""
        return tuple(sorted(dict.fromkeys(self._issues), key=lambda issue: issue.place))

    @property
    def count(self) -> int:
        """How many issues were found so far, for `since`."""
        return len(self._issues)

    def since(self, count: int) -> tuple[Issue, ...]:
        """The issues that were found since there were so many."""
        return tuple(self._issues[count:])

    def report(self, route: Route, text: str, *, at_key: bool = False) -> None:
        """Adds an issue at the value, or at the key, that a route leads to."""
        place = self.document.key_place(route) if at_key else self.document.place(route)
        self._issues.append(Issue(place, text))

    def add(self, issue: Issue) -> None:
        """Adds an issue that somebody else has found in the document."""
        self._issues.append(issue)

    def name_since(self, count: int, name: str) -> None:
        """Says with every issue that was found since there were so many what it is about."""
        self._issues[count:] = [replace(issue, text=f"{name}: {issue.text}") for issue in self._issues[count:]]

    def accepts(self, kind: str, what: str) -> bool:
        """Whether the document is a file of ours, of this kind and of a version that can be read."""
        value = self.document.value
        if not isinstance(value, dict):
            if not isinstance(value, Refused):
                self.report((), f'The file holds {shown(value)}; a {kind} file begins with "phaseline: {kind}".')
            return False
        if value.get("phaseline") != kind:
            if "phaseline" in value:
                said = shown(value["phaseline"])
                self.report(("phaseline",), f"This is a file of the kind {said}; wanted is phaseline: {kind}.")
            else:
                self.report((), f'This is no file of Phaseline: it does not begin with "phaseline: {kind}".')
            return False
        version = value.get("version")
        if isinstance(version, int) and version > VERSION:
            self.report(
                ("version",),
                f"This {what} is version {version}; this Phaseline reads up to {VERSION}. Nothing of it was loaded.",
            )
            return False
        return True

    def head(self, model: type[M], route: Route = (), presets: Mapping[str, object] | None = None) -> M | None:
        """The keys at a route; a wrong one is left out and its preset stands in. None when one without a preset is missing.

        `presets` adds to the schema's own.
        """
        return self._read(model, route, keep_rest=True, presets=presets or {})

    def item(self, model: type[M], route: Route) -> M | None:
        """The item at a route, None when it is wrong in any part but a key that does not exist."""
        return self._read(model, route, keep_rest=False, presets={})

    def items(self, section: str, held: list[Any] | dict[str, Any], model: type[M]) -> Iterator[tuple[Route, M]]:
        """The good ones of the items that a section of the document holds, each with its route."""
        for key in held if isinstance(held, dict) else range(len(held)):
            item = self.item(model, (section, key))
            if item is not None:
                yield (section, key), item

    def _read(self, model: type[M], route: Route, *, keep_rest: bool, presets: Mapping[str, object]) -> M | None:
        value = self.document.at(route)
        try:
            return model.model_validate(value)
        except ValidationError as failure:
            errors = failure.errors(include_url=False)
        for error in errors:
            self._report_error(error, model, route)
        if not isinstance(value, dict):
            return None
        dropped = {error["loc"][0] for error in errors if error["loc"] and (keep_rest or _is_stray_key(error))}
        kept = {**presets, **{key: each for key, each in value.items() if key not in dropped}}
        try:
            return model.model_validate(kept)
        except ValidationError:
            # Everything that this says has been reported above.
            return None

    def _report_error(self, error: ErrorDetails, model: type[Item], base: Route) -> None:
        if isinstance(error["input"], Refused):
            return
        route = (*base, *error["loc"])
        at_key = error["type"] == "extra_forbidden"
        if error["type"] == "missing":
            route = route[:-1]
        self.report(route, _sentence(error, model, self.document.text(route)), at_key=at_key)


def _is_stray_key(error: ErrorDetails) -> bool:
    return error["type"] == "extra_forbidden" and len(error["loc"]) == 1


def _sentence(error: ErrorDetails, model: type[Item], written: str) -> str:
    """The sentence for one error; `written` is the scalar's text in the file."""
    where, kind, value = error["loc"], error["type"], error["input"]
    context: dict[str, Any] = error.get("ctx", {})
    holder = _holder(model, where)
    subject = _subject(where) if where else f"A {holder.noun}"
    if kind == "missing":
        return f'This {holder.noun} has no "{where[-1]}".'
    if kind == "extra_forbidden":
        return f'A {holder.noun} has no key "{where[-1]}".{did_you_mean(str(where[-1]), holder.model_fields)}'
    if kind == "string_type":
        if written and isinstance(value, int | Decimal):
            return unquoted(written)
        return f"{subject} must be text, not {shown(value)}."
    said = {
        SENTENCE: str(context.get("text")),
        "bool_type": f"must be true or false, not {shown(value)}",
        "bool_parsing": f"must be true or false, not {shown(value)}",
        "int_type": f"must be a whole number, not {shown(value)}",
        "greater_than_equal": f"must be {context.get('ge')} or more, not {shown(value)}",
        "less_than_equal": f"must be {context.get('le')} or less, not {shown(value)}",
        "list_type": f"must be a list, not {shown(value)}",
        "dict_type": f"must be a group of keys, not {shown(value)}",
        "model_type": f"must be a group of keys, not {shown(value)}",
        "string_too_short": "must not be empty",
        "string_too_long": f"must not be longer than {context.get('max_length')} characters",
        "string_pattern_mismatch": f"must be one to three letters from A to Z, not {shown(value)}",
        "too_short": f"must hold {context.get('min_length')} or more, not {context.get('actual_length')}",
        "too_long": f"must hold {context.get('max_length')} at most, not {context.get('actual_length')}",
    }.get(kind, f"is wrong: {error['msg']}")
    return f"{subject} {said}" if said.endswith((".", "?")) else f"{subject} {said}."


def _subject(where: tuple[int | str, ...]) -> str:
    if isinstance(where[-1], int) and len(where) > 1:
        return f'Item {where[-1] + 1} of "{where[-2]}"'
    return f'"{where[-1]}"'


def _holder(model: type[Item], where: tuple[int | str, ...]) -> type[Item]:
    """The model of the group of keys that the last step of a location belongs to."""
    for step in where[:-1]:
        if isinstance(step, int):
            continue
        inner = model.model_fields[step].annotation if step in model.model_fields else None
        if get_origin(inner) is list:
            inner = get_args(inner)[0]
        if not (isinstance(inner, type) and issubclass(inner, Item)):
            break
        model = inner
    return model
