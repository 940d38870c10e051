"""The open box and the state of play, with its undo history; one signal says what was touched.

document.py      Document: box, state, method in force, undo stack
edit_command.py  EditCommand, the only undo command there is
live_play.py     LivePlay, the session that is played over the box: takes the changes in the place of the undo history
combat.py        Combat, an attack that is worked out: who, at what odds (combat_kinds.py), the roll and on (combat_rolled.py)
procedures.py    Procedures, questions that lead from one to the next; what the one in hand asks is in asked.py
slices.py        Slices, other long work of this process between two frames
making.py        Making, edits of a whole map worked out between two frames
selection.py     Selection, the items of the map that are selected
keeper.py        Keeper: is it saved? while it is not, its recovery log
recovery_log.py  RecoveryLog, written after every change by threads of its own; what windows that are gone have left behind
box_lock.py      BoxLock: which window may save a box
"""
