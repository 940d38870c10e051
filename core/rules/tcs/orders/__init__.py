"""Op sheets: what they are, whom they bind, and what becomes of them [TCS 4.01 6.0].

command.py          op sheets in numbers: sizes, turns, chances                          6.9, 6.14
op_sheets.py        op sheets and mines before play, checked                             6.5-6.12, 21.1, 27.1f
standing.py         what op sheets make of units, and where those without orders gather  6.3, 6.6, 6.10-6.14
by_orders.py        what follows from orders for fires, assaults, morale, recovery       6.3a-b, 13.1c, 14.1i, 17.1e
preparing.py        the size of sheets, what they gain, what must be rolled and when     6.9, 6.13-6.14
order_steps.py      what is done with sheets as play goes on, as edits                   6.8-6.16
part_steps.py       what becomes of a part of a sheet                                    6.11-6.14
sheet_checks.py     groups, reserves, alternates and rally points of sheets, checked     6.6-6.7, 6.12, 6.14
sheet_sets.py       several sets of sheets, of which one is drawn                        27.3
sheet_questions.py  op sheets of a game, asked                                           6.9, 6.14
graphic_checks.py   control measures against where units stand                           6.5-6.12
timing.py           the phases in which that is done                                     2.0, 6.11
permissions.py      where moves and retreats of units without orders may end             6.3, 17.4
"""
