"""Phaseline's window: Qt; knows core, knows no series by name.

Layers, top first; members of braces never import each other::

    main > shell > { tools | panels | dialogs } > export > { canvas | workers } > documents > counters > widgets

Where data flows::

    mouse, keys -> tools -> workers.Answers.ask(question, parameters)        (the window never computes a ruling itself)
                              |  one worker process holds the game and runs core.questions.ask;
                              |  long answers come in pieces, stale ones are dropped
                              v
                 Ruling -> panels (why?, profile)  and  canvas overlays (hexes to light up)

    a gesture -> tools -> core.model.edits.ChangeItems -> documents.Document.do -> EditCommand -> Document.changed(Touched)
                              |                                    |                                |
                              canvas: only what was touched        workers.Follower: the worker's   documents.Keeper: the
                              is prepared and painted anew         game, its lint and heights       recovery log, saved or not

    counters: faces of counters as pictures, the same on the map, in the grid and in print.
    documents.Document: the open box, the state of play, the undo stack; one `changed` signal says what was touched.
    canvas: a tiled background and tiled overlays; at most one cold tile is painted per frame.

The first window is painted before numpy, shapely and pydantic are imported; the window process itself never needs them.
"""
