"""What counters look like in this game: looks of the box, drawn and changed element by element.

window.py    the window: the looks, both sides of a counter in pictures.py, the elements of one side, and three pages of fields
subjects.py  a look of counters, or a kind of marker as if it were one
model.py     which look, side and element are shown, and what becomes of them: every change is a step of the history
element_form.py, look_form.py, marker_form.py, colours.py   the fields of an element, of a whole look, of what markers alone
             have, and the colours of the game by name
fields.py    one field each for a text or colour that a value may decide, for conditions, and for an area
"""
