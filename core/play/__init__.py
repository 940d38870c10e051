"""Live play: a session that remembers everything, and that both players can trust.

Where data flows::

    scenario ──> Began ┐
    gesture ──> edit ──┤                                       ┌─> state_at(n): GameState     map, panels, questions
    dice, rulings,     ├─> Session.add ─> Journal.append ──────┼─> record: dice, seals, keys  ledger, luck
    notes, phases ─────┘   (who, when)    one JSON line,       └─> line(): the way to here    film, trails, export
                                          chained, flushed
    the file of the other player ──> read_journal: every link, every signature ──> Session

A session is one file, its *journal*: one line for each event, every line bound to all before it by its digest. Lines are never
changed and never taken away. What players call undo is an event, too: `Went` says at which entry the state stands from now
on, so that the lines form one chain and the states a tree. A branch is what grows from an entry that was gone back to.

Two things are folded from the events. The *state* (`core.model.state.GameState`) follows the branch: pieces, markers, the
moment, points. The *record* follows the file: dice that fell, seals, keys, bookmarks and comments stay what they are when
players go back, so that nobody rolls again by undoing, and nobody forgets what he has seen.

Op sheets by mail. At one table a sheet is a part of the state, and `views` leaves it out for the other side. By mail the file
holds no sheet in the open. A change (`Did`) is divided when it is made: what everybody sees, such as units that dig in, stays
in it; what it does to op sheets, what it is called and the roll that it names go into a box (`SealedPart`) that is encrypted
and bound like everything sealed. Both are one entry, hence one step of undo, on one branch::

    edit ──> Writing.sealed ──> Did(public edits, SealedPart) ──> journal ──┬─> fold: the public state, the same for both
                                                                            └─> own_orders, with keys ──> View: with the sheets
    in the end: OrdersOpened(key) ──> every box is verified ──> own_orders without keys ──> View of all ──> orders_judged

The sheets that a scenario prints are known to both; what a side makes of them is sealed. Each opening shows the key of all that
was written until then, and what is written afterwards has another one.

    events.py      what can happen, as values
    event_text.py  events as short JSON and back;  forms.py  values as JSON by what their classes say of their fields
    journal.py     the file: appended, flushed, chained, locked, read back, damage located and the good part recovered
    journal_writer.py  its lines on their way to disk
    snapshots.py   the tables after all entries, and states kept so that a long journal opens at once
    record.py      what is never taken back: dice, seals, keys, bookmarks, comments
    table.py       state and record after an entry: the fold, one entry at a time
    starting.py    the first entry, from a box, a scenario and the players
    session.py     a journal being played: the states, the tree, what may be done; what the window and the command line use
    turns.py       the sequence of a series as steps of a turn, and from one to the next
    initiative.py  who is first where dice say it
    conditions.py  what formations are, such as active or done, and what comes of it as play goes on
    declaring.py   attacks that are declared: by whom, against what, what they show; what was fought
    attacking.py   what the rules say against an attack before it is declared
    others.py      what a side does with what is another side's, outside results of combat: with a line of why
    procedures.py  what is still to be asked of procedures, by the entries of a journal, also between two runs
    passage.py     what lies behind: moments gone through, where the phase began, ways that units went in it, and back to there
    begun.py       where units began the phase, for questions that ask it;  coming_in.py  who came in during the turn
    dice.py        pips from seeds, so that anybody can check them;  luck.py  what fell against what was to be expected
    pledges.py     dice by mail: declared, answered, opened
    seals.py       what a side keeps to itself: encrypted, its digest published, verified when it is opened
    keys.py        pass phrases, keys and signatures of the sides
    memories.py    what a program remembers of a session, so that no other journal is put in its place;  looking.py  a journal
                   is looked at again, and nothing verified twice
    returning.py   when a chit goes back into its cup
    chits_known.py chits that who asks may know, which go with questions about strengths
    cups.py        chits drawn from cups that both sides share: chits.py, cups_at_table.py, cups_by_mail.py, which goes by
                   cups_locked.py (where chits are), cups_judged.py (proofs), chit_layers.py (locks), ristretto.py (their group)
    trust.py       what must hold of a line so that both can trust the session: asked before it reaches the record
    binding.py     digests of several things together
    sealed_orders.py  what a side does with its op sheets by mail, as a part of a change that only its keys open;  own_orders.py
                   its sheets after each entry, folded from these;  orders_judged.py  what the rules say of all, once it is open
                   (asks questions);  written_orders.py  the same of orders that hold as soon as they are written
    views.py       what each side may see: states and entries made from the events for it;  sights.py  which it has seen
    odds.py        the questions that wait until an attack is declared
    audit.py       what the rules want looked after at the end of a phase;  asked.py  rulings noted, and asked again (both ask
                   questions, hence are not for the window's process)
    told.py        entries as sentences;  exports.py  a journal in chapters and as text;  reports.py  as a page with pictures
    owing.py       questions that are still to be asked after what was done, as a part of the state
    replaying.py   lines of words drive a session: driving.py, driving_board.py, driving_journal.py, driving_attacks.py,
                   driving_orders.py, driving_procedures.py, driving_secrets.py
    secret_kinds.py  texts that a side keeps to itself, and what is said of their changes when they are opened
    order_rolls.py rolls for op sheets: what they are for, which fell, how they are declared by mail
    terms.py       what of something written may be changed later;  sheet_texts.py  what is written on an op sheet
    standing_sheets.py  what stands against writing on one that is drawn up already

Everything but `audit`, `asked` and `orders_judged` is light: the window's process imports it. A journal says all that is needed
to read it; the box is needed for questions and pictures alone. Whoever reads a file of another player executes nothing and
decrypts only what its own key opens, or one that the other player has shown.
"""
