"""Every change that a player or designer makes is a value: it can be applied, named, and says beforehand what it touches.

    edit.py          Edit, the shape of all of them, Several, and Touched, what views listen to
    map_edits.py     changes of a box, its sheets and their items
    sheet_edits.py   which maps a box has, how large they are;  seams.py  lines that run from one map to another
    terrain_edits.py the box's own chart of terrain
    look_edits.py    what counters and markers look like in this game
    force_edits.py   the order of battle, scenarios, where pieces start
    oob_edits.py     the order of battle as a tree: what belongs to what, what comes and goes
    scenario_edits.py  what is said of scenarios, row by row;  scenario_cells.py  as texts;  turn_series.py  many turns at once
    piece_edits.py   what is done with pieces on the map: moved, ordered, carried, marked, taken off
    motions.py       how items are carried;  moves.py  moved, turned and mirrored;  clipboard.py  on their way to another map
    shape_edits.py   lines and outlines: points, holes, order;  contour_edits.py  joined, split, raised
    order_edits.py   op sheets, those of scenarios and those in play
    state_edits.py   what-ifs of the state of play: smoke, visibility, terrain treated as absent

An edit holds no state of its own and is applied to a frozen `core.model.work.Work`, so undo puts the value from before back.
"""
