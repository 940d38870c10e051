"""The panel Op sheets: all sheets that may be seen, and the one in hand with its units, its words and what the rules say of it.

orders (app.documents.orders) --> panel --> orders.write --> one step of the history
desk: opsheet.check, opsheet.chance --> panel.show_check, panel.show_chance
"""
