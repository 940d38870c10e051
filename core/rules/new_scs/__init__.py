"""Judging by the rules of the new house rules of the Standard Combat Series.

Where the text is silent the rules of SCS 1.6 hold, on which it builds; reasons then say so.

combat.py       odds, both sides of the table, and what two dice do
strengths.py    strengths as they are typed, and the shift of terrain
armour.py       which side has the advantage in armour
ambush.py       ambush and surprise
bombardment.py  ratings, the die that disorders, and the die that costs steps
movement.py     costs that the text states as numbers, hazard, losses of a retreat
counters.py     real counters as units
stacking.py     stacking, set-up and reinforcements
audit.py        what is looked after at the end of phases

What follows asks the same of units on the map, by way of `core.rules.operations`:

zones.py        who has a zone of control
going.py        modes of movement, interdiction, engineers
lines.py        lines of supply
overruns.py     overruns, condition by condition
bombarding.py   bombardment of a hex
battle.py       the combat, fed from units; support.py who supports the defenders
aftermath.py    losses, retreats, advances
"""
