"""Panels: plain widgets that show what they are given; the window sets each into a dock.

    rulings.panel.RulingPanel       show_rulings(rulings, box, pending), set_methods(all, chosen), clear()
                                    signals hex_hovered, hexes_hovered, hex_activated, ruling_shown, methods_chosen
    profile.panel.ProfilePanel      show_ruling(ruling, box), clear(), to_image(); signals hex_hovered, hex_activated
    layers_panel.LayersPanel        show_state(LayerState); signal state_changed(LayerState)
    issues_panel.IssuesPanel        show_issues(issues); signals issue_activated(Issue), fix_wanted(issues), count_changed(int)
    inspector_panel.InspectorPanel  show_hex(hex, box, rulings, state, terrain), clear(); signal hex_activated
    ask.panel.AskPanel              use(document), show_questions(headings), show_ruling(…), show_refusal(…)
                                    signal asked(question, texts by parameter); its forms know questions by their data alone
    charts.panel.ChartsPanel        every chart in force: the list, and one of them in full
    oob.panel.OobPanel              use(document), reveal(ids), show_stand_in(…); signals sought(ids), stand_in_wanted(…)
    stack.panel.StackPanel          what lies in one hex, in its order, against the limits of the series
    formations.panel.FormationsPanel    use(document, known), show_board(ruling); signals begin_wanted(Next), seen
    combat.panel.CombatPanel        use(combat, document), ask_for(odds, combat, keys); signals roll_wanted, read_wanted, …
    play.turn.TurnPanel             where play stands;  play.journal.JournalPanel  what happened;  play.dice.DicePanel

How the window joins them: `ruling_shown` of the ruling panel goes to `show_ruling` of the side view, so both always show the
same numbers; every `hex_hovered` goes to the map (None takes the light away), every `hex_activated` to its `centre_on`.
`windowTitle()` and `objectName()` of a panel are good for its dock.

What panels share: `words` (verdicts and numbers in the user's language), `tints` and `signs` (colours and shapes), `tables`,
`flow`, `rows_table`, `features` and `hex_contents` (what is printed in a hex).
No panel asks the worker anything, and none knows a series by name: details of rulings are read by their attributes.
"""
