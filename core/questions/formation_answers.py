"""The board of formations as JSON and as text."""

from collections.abc import Iterator
from typing import Any

from core.model.box import GameBox
from core.questions.procedure_answers import chances_json, next_json
from core.questions.sentences import fill
from core.rules.kernel.formations_detail import Cell, FormationRow, FormationsDetail
from core.rules.kernel.rulings import Reason


def formations_json(detail: FormationsDetail, box: GameBox) -> dict[str, Any]:
    """Columns with what they mean, and a row for each formation with its cells by the titles of columns."""
    titles = [each.title for each in detail.columns]
    return {
        "columns": [{"title": each.title, **_said(each.about, box)} for each in detail.columns],
        "formations": [
            {
                "formation": row.formation,
                "side": row.side,
                "cells": {title: _cell(cell, box) for title, cell in zip(titles, row.cells, strict=True)},
                "ways": [[box.label(place) for place in way] for way in row.ways],
                "chances": chances_json(row.outcomes),
                "reasons": [_said(each, box) for each in row.reasons],
                "asked": [next_json(each, box) for each in row.asked],
            }
            for row in detail.rows
        ],
    }


def _cell(cell: Cell, box: GameBox) -> dict[str, Any]:
    found: dict[str, Any] = {"text": cell.text}
    if cell.sign:
        found["sign"] = cell.sign
    if cell.units:
        found["units"] = list(cell.units)
    if cell.hexes:
        found["hexes"] = [box.label(place) for place in cell.hexes]
    return {**found, **(_said(cell.reason, box, "why") if cell.reason is not None else {})}


def _said(reason: Reason, box: GameBox, name: str = "text") -> dict[str, Any]:
    return {name: fill(reason.template, reason.values, box), "rule": str(reason.rule)}


def formations_lines(detail: FormationsDetail, box: GameBox) -> Iterator[str]:
    """A line for each formation, with what the columns say of it, and one below for what it rolls for."""
    titles = [each.title for each in detail.columns]
    for row in detail.rows:
        told = (f"{title} {cell.text}" for title, cell in zip(titles, row.cells, strict=True) if cell.text)
        yield f"  {_name(row, box)}: {'; '.join(told)}"
        for group, chances in chances_json(row.outcomes).items():
            yield f"    {group}: {', '.join(f'{name} {chance}' for name, chance in chances.items())}"


def _name(row: FormationRow, box: GameBox) -> str:
    formation, side = box.oob.formation(row.formation), box.oob.side(row.side)
    name = (formation.name or formation.id) if formation is not None else row.formation
    return f"{name} ({side.name or side.id})" if side is not None else name
