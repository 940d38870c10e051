"""What series share on the map: zones of control, movement, supply, and combat between units in hexes.

SCS, New SCS and VCS, the operational ones, take all of it. BCS takes zones, movement and supply, and its fights are its own;
TCS takes movement alone, for it has neither zones nor supply.

Where data flows::

    box ──> core.analysis.HexNet ─┐ what is in hexes, along and across hexsides
    state ──> kernel.Forces ──────┼──> Board ──> zones: who controls which hexes, and who takes it away
    series ──> OperationsRules ───┘      │
                                         ├─> Mover, Layers, Tolls ──> terms ──> core.analysis.reach ──> where it can go, and
                                         │      what costs a mover              fewest points          what each hex cost
                                         ├─> open hexes, sources ──> core.analysis.traces ──> supply, lines, and what cuts them
                                         └─> who may attack whom ──> the combat of the series ──> losses, retreats, advances
                                                                                                   as edits that are proposed

    board.py      who stands where; what is kept of a state of play while questions are asked of it
    layers.py     what lies over hexes for a mover: costs, closed hexes, stops, each with its rule
    tolls.py      what a step costs, part by part; all of it as whole numbers for the search
    rules.py      what a series says of all this: `OperationsRules`
    zones.py      zones of control: exerted, negated, and why
    movement_detail.py   what rulings on these carry, as values alone
    costs.py      what terrain costs a class of movement, read from the charts in force
    movement.py   where units can go, and what a way costs hex by hex; onto.py which enemies reach a hex
    overruns.py   who may overrun, condition by condition, and from which hexes; overrun_questions.py asks it
    sources.py    where lines of supply must lead, as people write it
    supply.py     who is supplied, the line, or the least that cuts it; what if a hex falls; supply_detail.py its values
    supply_checks.py  units whose markers say otherwise, at the end of a phase
    passage.py    which hexsides are open to units, whatever they cost: for attacks, retreats and advances
    effects.py    the rows that terrain has on a chart of what it does in combat
    battle.py     who may attack a hex, or several at once, and who may not; strengths as the combat of the series takes them
    near.py       who is around a hex that is attacked, and what each can do there
    fought.py     who has attacked, overrun, bombarded or supported already, as far as the state of play keeps it
    from_afar.py  who fires at a hex from afar: guns in range, and what flies
    losses.py     which steps may be lost: every legal choice, or why one is not
    retreats.py   legal ways of a retreat, ranked by the priorities of the series, with what each costs
    advances.py   the hexes that victorious units may enter
    aftermath.py  what follows a roll, step by step: which of these comes next, for whom, and what was done before it;
                  aftermath_detail.py its values, which the window's own panel steps through, too
    proposals.py  what a ruling proposes, as edits with a label; acts.py what units can do now, as a series judges it
    battle_detail.py  what rulings on combat carry, as values alone
    questions.py  the questions that every operational series answers by these; battle_questions.py those about combat;
                  either_way.py what they share that are asked about units or about numbers

The searches know no rule and the rules no search: a series says what a mover pays, where it may not go and where it stops, as
values (`Toll`, `Layer`), and the same values are added up for the search and told as reasons afterwards. So a cost that is
shown is the cost that was counted.
"""
