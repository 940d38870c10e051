"""Judging by the rules of the Standard Combat Series.

combat.py       strengths, odds, the column, and what a roll does; barrages
strengths.py    strengths of both sides, with what terrain and states make of them
losses.py       what a result asks of both sides, in its order
counters.py     real counters as units
stacking.py     stacking, set-up and reinforcements
audit.py        what is looked after at the end of phases

What follows asks the same of units on the map, by way of `core.rules.operations`:

zones.py        who has a zone of control
movement.py     movement and exploitation
lines.py        lines of supply
overruns.py     overruns, condition by condition
battle.py       the combat, fed from units; losses, retreats, advances
barraging.py    barrages of hexes, in games with guns
"""
