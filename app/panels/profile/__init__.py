"""The side view of a line of sight: geometry.py places its numbers, painter.py draws them, panel.py answers the mouse."""
