"""The panel Op sheets: all sheets that may be seen, and the one in hand with its units, its words and what the rules say of it.

    OrdersPanel   board of sheets, buttons
      StepsBox        what can be done now, dice
      LettersBox      letters on the map
      SheetForm       the sheet in hand
        ChanceBox         what the rules say of it, its size and chances
        OrganizationBox   its units as a tree: group, reserve, rally point
        TasksBox          its groups, alternates, who was sent in or added, each with its words
        MeasuresBox       its graphic

orders (app.documents.orders) --> panel --> orders.write --> one step of the history
desk: opsheet.check, opsheet.chance, opsheet.steps --> panel.show_check, panel.show_chance, panel.show_steps
"""
