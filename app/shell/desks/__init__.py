"""Desks: each joins the dialogs and panels of one subject to the document, the worker and the map (desk.py: what all can do).

table.py    all desks, made one after the other
ask.py      the panel "Ask" and the palette of actions;  charts.py  what changes charts
map.py      what makes maps and changes a box as a whole;  map_issues.py  what is wrong with it;  scans.py  scanned sheets
oob.py      the order of battle, and units found;  units.py  the windows of all counters and of their looks
scenario.py the scenario that is shown, its window;  picking_map.py  hexes lit and picked, for it and for order_laying.py
units_on_map.py  counters on the map, the tool Units, the panel Stack and what is dragged;  units_menu.py
play.py     a session that is played: begun in play_start.py, opened in play_open.py, left; undo and the title
play_rescue.py  a journal whose file was put away
play_seats.py  who looks at the screen, and the file that is sent;  play_keys.py  pass phrases;  play_table.py  what they share
play_export.py  a session on paper;  play_secrets.py  what a side keeps to itself;  play_chits.py  cups and chits
play_panels.py  the panels of live play: play_turn.py, play_journal.py, play_dice.py; play_trails.py on the map;  play_hands.py
play_attacks.py  attacks declared and resolved, and the questions that wait for them
formations.py  the board of formations of a series that keeps one: the panel Formations
procedures.py  what is led through question by question: the panel Resolve, its dice, tasks and acts that begin something
combat.py   combats on the map: the tool and the panel of that name, dice, and the declaration in the session
printing.py counters and cards, order_printing.py op sheets into files and, with sheet_printing.py, onto printers; paper_desk.py
is what both share
"""
