"""Control measures as an army draws them: control points to strokes, inked rings, letters and handles; knows no kinds.

Where data flows::

    Shape: recipe, sizes, traits --+
    control points ----------------+--> completed(): points that are missing --> Pen --> recipe --> Drawn
    words by slot, echelon, size --+                                                                 |
                                                        placed(): which place each of their texts takes

    parts.py      what comes in and goes out, as values: Shape, Drawn, Stroke, Letters, Handle
    drawing.py    the one door: `drawn`, `completed`, and the table of recipes
    pen.py        what recipes draw with, and `Recipe` itself: roles of control points, sizes, how it is turned round
    curves.py     curves through control points, ways along them, lines beside them; vectors.py points and directions
    marks.py      signs for the size of a unit
    lines.py      lines with names at their ends or in a gap, boundaries, bumps, and a text alone
    areas.py      rings, with ticks or triangles outside, and where in them a name has most room
    arrows.py     axes of advance and directions of attack
    fires.py      support by fire, attack by fire, ambush
    tasks.py      screens, blocks, delays, seizing, circles
    points.py     signs at one point; obstacles.py the box of a minefield
    placing.py    texts of many drawings that keep clear of each other

Everything is in hexes, x east, y north. Control points say where a measure is, and a drawing meets them: a line passes
through them, an arrow ends at its tip. Sizes are those of letters, heads, teeth and signs; they are the recipe's or the
kind's, times the size of the drawing, and shrink where there is no room, so that a short arrow does not turn over itself.
Points that coincide give a drawing without extent and never an error; with fewer points than a recipe needs the others are
put where they most likely will be, so that a measure can be seen while it is drawn. Letters are never upside down. A drawing
scales with its control points and its size together, and the mirror of a drawing is the drawing of the mirrored control
points, but for letters and for circles, whose arrow always runs against the clock.
"""
