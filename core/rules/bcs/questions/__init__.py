"""The questions about ground, formations and fights on the map, as they are asked."""
