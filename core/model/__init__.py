"""What exists, as frozen values: maps, terrain, counters and formations, scenarios, the game box, the state of play, and what
is wrong with them.

Shapes are plain tuples of points in the sheet's own units (1.0 from hex centre to hex centre, x east, y north), so that the
window can hold and draw a map without shapely or numpy. Heights are exact `Fraction`s in metres. Positions in files travel
with the values they describe (`Place`), so that every later finding can name its line.
"""
