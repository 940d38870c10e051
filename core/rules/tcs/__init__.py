"""TCS 4.01: what its rules say of a game, from lines of sight to assaults.

Packages, each of which imports only those above it::

    forces/       counters: kinds, steps, modes, ways to move, who carries whom
    orders/       op sheets, whom they bind, what becomes of them
    sight/        elevations, lines of sight, cross fires, cover, spotting
    procedures/   what the text decides over circumstances that are stated
    watch/        who could fire at units on their way; who has done what in the phase
    movement/     movement on the map, changes of mode, entries
    effects/      losses and morale on the map
    fires/        fires on the map, overwatch, smoke
    retreats/     retreats and recovery on the map
    artillery/    the Aircraft & Artillery Phase on the map
    assaults/     assaults, overruns, mines and breaches on the map

Over them all stand what puts them together::

    set_up.py              closed terrain, entries that shift, who sets up first                      20.1f, 27.0
    acting.py              what units can do now, and why not the rest                                4.0-4.2, 9.1, 13-17, 20-24
    formation_board.py     every formation: its morale, what is left of it, its orders               6.3, 17.0-17.1, 17.8
    sheet_steps.py         what can be done with sheets now, proposed                                 6.9-6.11, 6.14
    unit_orders.py         orders of units, asked, and reinforcements without any                     6.3, 6.13e, 27.2b
    standing_questions.py  retreats, recovery and changes of mode, asked                              4.1, 17.4, 17.7, 24.1
    audit.py               what is looked after at the end of phases: where moves end, recovery     6.3c, 6.16, 17.7
    system.py              the series as it is asked
    reckoning.py           how procedures reckon: steps, rolls, verdicts
    readings.py            the readings that decide, by name
    details.py             what each ruling carries beyond its head
"""
