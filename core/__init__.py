"""Phaseline's core: maps, rules and rulings, without Qt, without a screen, without global state.

Where data flows::

    files                 values               facts                 ruling                    asked by
    scenarios/<game>/ ->  core.model      ->   core.analysis    ->   core.rules.<series>  ->   core.questions.ask
    resources/rulesets    GameBox, MapSheet    Ground: faces,        Ruling: verdict,          the window (in a worker
      through core.files  GameState            heights, what a       numbers, reasons          process), core.cli, tests
                                               line meets, fields    with rule numbers

    resources/rulesets -> rules.kernel.Ruleset: options, rounding, sequence, counter values, charts
        charts of the ruleset < of the set a box chose < of the user's folder < of the box  ->  ChartBook
        ->  Consulted  ->  a ruling names the charts that it read, and says which are stand-ins

    and back: core.model.edits          every change is a value: apply(work), touched(before); the window does and undoes it,
    Work = box + state of play          the worker process follows it, a recovery file keeps it, core.files writes the result

    live play: core.play            a journal of events, each bound to all before it; the state of play is folded from them,
                                    with the same edits

Geometry knows no game. Analysis measures. Rules judge. Play remembers. The one door for everybody who wants to know something
is `core.questions.ask`. The same words name the same questions everywhere: `elevation`, `los`, `field`, `crossfire`,
`combat`, `morale`, `chart.lookup`.

Layers, top first; a module imports only from layers below its own, and members of braces never import each other::

    cli > play > questions > rules.registry > { rules.<series> | files | interop } > rules.operations
        > rules.kernel > analysis > model > geometry > base

No series imports another; what they share is rules.kernel, and what the operational ones share on the map rules.operations;
both know none of them.

From a rule to its code and its golden case: `core/README.md`.
"""
