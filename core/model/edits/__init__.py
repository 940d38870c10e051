"""Every change that a player makes is a value: it can be applied, named, and says beforehand what it touches.

    edit.py          Edit, the shape of all of them, and Touched, what views listen to
    state_edits.py   what-ifs of the state of play: smoke, visibility, terrain treated as absent

An edit holds no state of its own and is applied to a frozen value, so undo puts the value from before back.
"""
