"""Writes maps of Tiled, as TMX (XML) or TMJ (JSON)."""

import json
import re
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from core.interop.tiled import ObjectLayer, TiledMap, TiledObject, TileLayer, Values

TMX_VERSION = "1.10"

_NO_XML = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""Characters that no file in XML can hold."""


def tmx_text(value: TiledMap, tileset: Sequence[tuple[str, Values]], image: str) -> str:
    """A map as TMX, its cells as CSV, with one tileset of its own whose tiles all stand in a row of one picture."""
    objects = [each for layer in value.layers if isinstance(layer, ObjectLayer) for each in layer.objects]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    size = f'width="{value.width}" height="{value.height}" tilewidth="{value.tile_width:g}" tileheight="{value.tile_height:g}"'
    stagger = f'hexsidelength="{value.side:g}" staggeraxis="{value.stagger_axis}" staggerindex="{value.stagger_index}"'
    ids = f'nextlayerid="{len(value.layers) + 1}" nextobjectid="{max((each.id for each in objects), default=0) + 1}"'
    lines.append(
        f'<map version="{TMX_VERSION}" orientation="hexagonal" renderorder="right-down" {size} infinite="0" {stagger} {ids}>'
    )
    lines += _xml_properties(value.properties)
    tile = f'tilewidth="{value.tile_width:g}" tileheight="{value.tile_height:g}"'
    lines.append(f'<tileset firstgid="1" name="terrain" {tile} tilecount="{len(tileset)}" columns="{len(tileset)}">')
    width = value.tile_width * len(tileset)
    lines.append(f'<image source={quoteattr(image)} width="{width:g}" height="{value.tile_height:g}"/>')
    for number, (class_, values) in enumerate(tileset):
        lines += [f'<tile id="{number}" type={quoteattr(class_)}>', *_xml_properties(values), "</tile>"]
    lines.append("</tileset>")
    for number, layer in enumerate(value.layers, 1):
        head = f'id="{number}" name={quoteattr(layer.name)}'
        if isinstance(layer, TileLayer):
            lines.append(f'<layer {head} width="{value.width}" height="{value.height}">')
            lines += [
                *_xml_properties(layer.properties),
                '<data encoding="csv">',
                ",\n".join(_rows(value, layer)),
                "</data>",
                "</layer>",
            ]
        else:
            lines += [f"<objectgroup {head}>", *_xml_properties(layer.properties)]
            lines += [line for each in layer.objects for line in _xml_object(each)]
            lines.append("</objectgroup>")
    return _NO_XML.sub("", "\n".join([*lines, "</map>"])) + "\n"


def tmj_text(value: TiledMap, tileset: Sequence[tuple[str, Values]], image: str) -> str:
    """A map as TMJ; otherwise as `tmx_text`."""
    objects = [each for layer in value.layers if isinstance(layer, ObjectLayer) for each in layer.objects]
    layers: list[dict[str, Any]] = []
    for number, layer in enumerate(value.layers, 1):
        made: dict[str, Any] = {"id": number, "name": layer.name, "x": 0, "y": 0, "opacity": 1, "visible": True}
        made["properties"] = _json_properties(layer.properties)
        if isinstance(layer, TileLayer):
            cells = [layer.tiles.get((x, y), 0) for y in range(value.height) for x in range(value.width)]
            made |= {"type": "tilelayer", "width": value.width, "height": value.height, "data": cells}
        else:
            made |= {"type": "objectgroup", "draworder": "index", "objects": [_json_object(each) for each in layer.objects]}
        layers.append(made)
    tiles = [{"id": n, "type": class_, "properties": _json_properties(values)} for n, (class_, values) in enumerate(tileset)]
    whole = {
        "type": "map",
        "version": TMX_VERSION,
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "width": value.width,
        "height": value.height,
        "tilewidth": value.tile_width,
        "tileheight": value.tile_height,
        "hexsidelength": value.side,
        "staggeraxis": value.stagger_axis,
        "staggerindex": value.stagger_index,
        "infinite": False,
        "nextlayerid": len(value.layers) + 1,
        "nextobjectid": max((each.id for each in objects), default=0) + 1,
        "properties": _json_properties(value.properties),
        "tilesets": [
            {
                "firstgid": 1,
                "name": "terrain",
                "tilewidth": value.tile_width,
                "tileheight": value.tile_height,
                "tilecount": len(tileset),
                "columns": len(tileset),
                "margin": 0,
                "spacing": 0,
                "image": image,
                "imagewidth": value.tile_width * len(tileset),
                "imageheight": value.tile_height,
                "tiles": tiles,
            }
        ],
        "layers": layers,
    }
    return json.dumps(whole, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _rows(value: TiledMap, layer: TileLayer) -> list[str]:
    return [",".join(str(layer.tiles.get((x, y), 0)) for x in range(value.width)) for y in range(value.height)]


def _xml_object(each: TiledObject) -> list[str]:
    x, y = each.points[0]
    head = f'<object id="{each.id}" name={quoteattr(each.name)} type={quoteattr(each.type)} x="{x!r}" y="{y!r}">'
    points = " ".join(f"{px - x!r},{py - y!r}" for px, py in each.points)
    shape = f'<{each.kind} points="{points}"/>'
    if each.kind == "point":
        shape = "<point/>"
    elif each.kind == "text":
        shape = f'<text wrap="0">{escape(each.text)}</text>'
    return [head, *_xml_properties(each.properties), shape, "</object>"]


def _json_object(each: TiledObject) -> dict[str, Any]:
    x, y = each.points[0]
    made: dict[str, Any] = {"id": each.id, "name": each.name, "type": each.type, "x": x, "y": y, "width": 0, "height": 0}
    made |= {"rotation": 0, "visible": True, "properties": _json_properties(each.properties)}
    if each.kind == "point":
        made["point"] = True
    elif each.kind == "text":
        made["text"] = {"text": each.text, "wrap": False}
    else:
        made[each.kind] = [{"x": px - x, "y": py - y} for px, py in each.points]
    return made


def _xml_properties(values: Values) -> list[str]:
    if not values:
        return []
    lines = []
    for name, value in values.items():
        type_ = _type(value)
        typed = f' type="{type_}"' if type_ != "string" else ""
        written = str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, float) else str(value)
        lines.append(f"<property name={quoteattr(name)}{typed} value={_attribute(written)}/>")
    return ["<properties>", *lines, "</properties>"]


def _attribute(text: str) -> str:
    # A reader of XML turns plain line ends of attributes into blanks.
    return quoteattr(text, {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def _json_properties(values: Values) -> list[dict[str, Any]]:
    return [{"name": name, "type": _type(value), "value": value} for name, value in values.items()]


def _type(value: object) -> str:
    if isinstance(value, bool):
        return "bool"
    return "int" if isinstance(value, int) else "float" if isinstance(value, float) else "string"
