"""The tools that draw, in the order of their bar: what `ToolBox` holds beside those that ask."""

from app.tools.context import ToolContext
from app.tools.tool import Tool


def drawing_tools(context: ToolContext) -> tuple[Tool, ...]:
    """One of each tool that draws."""
    return ()
