"""Formations at the table: what is kept of them, who is activated, and what they do in their activation.

members.py      who is in a formation, and which formations are in play
reckoning.py    what its SNAFU roll is made with; isolated.py which of its units are subject to isolation
board.py        the board of formations
alternating.py  who is activated next; activating.py asks it, draws chits and begins activations
rolling.py      SNAFU rolls and second activations
recovering.py   fatigue recovery; preparing.py prepared defence
paying.py       what fatigue buys, forced marches, objectives
coordinating.py mixed stacks, near headquarters and traffic
isolating.py    losses by isolation, breakdowns of Tigers
orders.py       orders, and whether a way keeps to them
"""
