"""Tools: one file per gesture, all in hexes; `tool_box.ToolBox` holds them for one open box.

How the window joins them, once per box::

    marks = MapMarks(view, document.box)                                 # app.tools.map_marks
    context = ToolContext(marks, document, answers, heights, publish, inspect, status, chosen_methods)
    tools = ToolBox(context)
    tools.listen_to(view)                                                # mouse, hex cursor and keys of the map
    tools.tool_changed.connect(...)                                      # carries the Tool: id, name, icon, keys, hint
    tools.choose("los")                                                  # from an action; tools.tools lists all

`publish(rulings, pending)` goes to `RulingPanel.show_rulings(rulings, box, pending)`, or to its `clear` when both are empty;
`inspect(hex, rulings)` to `InspectorPanel.show_hex`, or to its `clear` for None; `RulingPanel.methods_chosen` comes back to
`tools.set_methods`, the `hexes_hovered` and `hex_hovered` of panels to `tools.light`. `close()` before the box goes.

    select.py      Q   a hex, its card and how its height is found      los.py        L   one line, all chosen methods
    field.py       V   all hexes seen from one                          crossfire.py  X   lines counted, one more firer
    rules_see.py   H   the heights of all hexes, and the chord          smoke.py      S   smoke as a what-if, undoable

Escape gives up the gesture, then takes the answer off the map, then returns to the select tool; a right click gives up the
gesture. An answer stays, and follows every change of state or method, until another tool that asks is taken. `latest` asks
while the mouse moves: one question under way, the last wish wins, stale answers never paint.
"""
