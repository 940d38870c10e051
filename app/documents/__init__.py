"""The open box and the state of play, with its undo history; one signal says what was touched.

document.py      Document: box, state, method in force, undo stack
edit_command.py  EditCommand, the only undo command there is
"""
