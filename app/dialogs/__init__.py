"""Windows that ask or tell one thing; most are small frames over the map that Escape closes.

popup.py        the frame that goto_hex, command_palette and find_unit share
goto_hex.py     a hex by its printed number;  command_palette.py  any action, or a hex, by a few letters;  find_unit.py
visibility.py   how far one can see;  key_editor.py  which keys do what
maps            a new box of empty maps, the maps of a box, the scanned sheet under one
terrain         every kind of terrain as a table, one of them chosen, those treated as absent
options         the options of the box, by kind
charts          a chart typed into, and charts sent from one user to another
units           all counters in a grid;  looks  what they look like;  scenario  the scenario that is shown
printing        counters and cards on paper
play            how a session begins, who looks at the screen, how it goes to the other player, why, what is secret
exchange        maps, units and orders of battle to files and from those of other programs
shortcuts.py, manual.py, about.py, problem_report.py   things to read
"""
