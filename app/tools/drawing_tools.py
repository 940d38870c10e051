"""The tools that draw, in the order of their bar: what `ToolBox` holds beside those that ask."""

from app.tools.area import AreaTool
from app.tools.brush import BrushTool, is_ground
from app.tools.clipboard import StampTool
from app.tools.context import ToolContext
from app.tools.contour import ContourTool
from app.tools.erase import EraseTool
from app.tools.fill import FillTool
from app.tools.graphic import GraphicTool
from app.tools.measure import MeasureTool
from app.tools.path import PathTool
from app.tools.picking import Picker
from app.tools.place_building import BuildingTool
from app.tools.place_names import NamesTool
from app.tools.place_points import LowTool, SpotTool
from app.tools.register import RegisterTool
from app.tools.reshape import ReshapeTool
from app.tools.sides import SidesTool
from app.tools.terrain_picks import TerrainPicks
from app.tools.tool import Tool
from app.tools.vertices import VerticesTool
from app.tools.zones import ZonesTool
from core.model.edits.hex_edits import HexAreas
from core.model.terrain import TerrainKind


def drawing_tools(context: ToolContext, picker: Picker) -> tuple[Tool, ...]:
    """One of each tool that draws; `picker` finds items for all of them."""
    document, areas = context.document, HexAreas()
    ground = TerrainPicks(document, is_ground, "woods")
    sides = TerrainPicks(document, lambda terrain: terrain.kind is TerrainKind.SIDE)
    single = TerrainPicks(document, lambda terrain: terrain.kind is TerrainKind.AREA and not terrain.whole_hex, "building")
    outlines = TerrainPicks(document, lambda terrain: terrain.kind is TerrainKind.AREA, "woods")
    paths = TerrainPicks(document, lambda terrain: terrain.kind is TerrainKind.PATH)
    return (
        ContourTool(context, picker),
        PathTool(context, paths),
        AreaTool(context, outlines, picker),
        VerticesTool(context, picker),
        ReshapeTool(context, picker),
        MeasureTool(context),
        StampTool(context),
        BrushTool(context, ground, areas),
        FillTool(context, ground, areas),
        EraseTool(context, areas),
        SidesTool(context, sides),
        BuildingTool(context, single),
        SpotTool(context),
        LowTool(context),
        NamesTool(context),
        ZonesTool(context),
        GraphicTool(context),
        RegisterTool(context),
    )
