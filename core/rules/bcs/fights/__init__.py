"""Fights on the map: what the arithmetic of the series is asked, found out on the board, and what comes of it as edits.

Where data flows::

    hex ──> who stands there, who could take part ──> ratings, ranges, modifiers ──> the questions by numbers (../combat.py)
    dice ──> losses ──> retreats ──> headquarters and trains that are jumped ──> where they are shifted to

taking_part.py     who stands in a hex, of which formation; whose activation it is
fire_events.py     how many fire events a unit has left, and the markers that keep them
opening.py         what can be done against a hex at all
engaging.py        engagements; attacking.py attacks, attack_modifiers.py what the map says of them; barraging.py barrages
losing.py          who loses the steps that a combat asks of a side
retreating.py      how units retreat, retreat_ways.py where they can go to
jumping.py         what jumps of headquarters and trains are rolled for; placing.py where they are shifted to
"""
