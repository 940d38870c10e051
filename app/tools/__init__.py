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

    select.py      Q   a hex and its card, items of the map             los.py        L   one line, all chosen methods
    field.py       V   all hexes seen from one                          crossfire.py  X   lines counted, one more firer
    rules_see.py   H   the heights of all hexes, and the chord          smoke.py      S   smoke as a what-if, undoable
    control.py    ⇧Z   zones of control               movement.py   ⇧W   where units can go, ways, who reaches a hex
    supply.py     ⇧S   states of supply, lines, cuts                combat.py     ⇧A   who attacks, at what odds
    units.py       U   counters and stacks; what is done with them is in unit_commands.py

`leading.LeadingTool` is what Combat and Fire (fire.py, ⇧A) share: they show the procedure in hand and tell it what is pressed.

A tool with a `question` is offered where the series of the box answers it (`ToolBox.learn`). `operations.py` holds what those
of the operational series share, `movement_marks.py` and `supply_marks.py` what they draw, `movement_words.py` what moves say,
`spent.py` the points of a phase. `fanning.py` spreads stacks out under the pointer.

Tools that draw stand in `drawing_tools`, in the order of their bar; `drawing.DrawTool` is what they share::

    contour.py   C   contour lines              brush.py   B  terrain in hexes        place_points.py  O, Y  spots and lows
    path.py      P   roads, railways, rivers    fill.py    G  hexes alike, at once    place_names.py   N     names
    area.py      A   areas of any outline       erase.py   E  what lies in hexes      place_building.py ⇧B   buildings
    vertices.py  I   points of lines and areas  sides.py   D  along hexsides          register.py      J     a scan
    reshape.py   W   part of a line             zones.py   Z  set-up and entry        measure.py       M     distances
    graphic.py  ⇧G   control measures of an op sheet (`graphic_marks` draws those of all sheets)

The select tool takes items, too: `picking.Picker` finds them, `arrange.Arrange` is what can be done with them (the commands of
`command_table`, for the menu Arrange, keys and right clicks), and `clipboard.py` puts down what was copied. `shaping.LineTool`
is what tools that draw lines share, `snapping` where these snap to.

A gesture of theirs shows its preview (`Canvas.sketch`) and is one edit when it ends. The keyboard draws, too: arrows move the
hex cursor, Ctrl and arrows a cross by eighths of a hex, Enter presses there, Ctrl+Enter finishes, Backspace takes the last
point back. Number keys and T choose among `Tool.terrains`. A tool claims keys of its own with `Tool.wants`.

Escape gives up the gesture, then takes the answer off the map, then returns to the select tool; a right click gives up the
gesture. An answer stays, and follows every change of state or method, until another tool that asks is taken. `latest` asks
while the mouse moves: one question under way, the last wish wins, stale answers never paint.
"""
