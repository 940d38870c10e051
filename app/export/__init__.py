"""Pictures of maps on paper and in files: PNG, SVG and PDF, from the painter that paints the screen.

`render` makes the file, `png` packs pixels row by row, `fonts` puts fonts into SVG; `paper` cuts a map over pages, `pages`
draws them. `command` is `phaseline render`, `layer_words` reads and writes its layers; `scan_command` prepares scanned sheets
for the window.

`oob_chart` draws the order of battle, `oob_command` is `phaseline render --oob`.

Counter sheets: `counter_layout` is the sums, `counter_pieces` what is printed, `counter_sheets` draws, `counter_wish` keeps a
wish, `counter_command` is `phaseline render --counters`; `cards` prints what `scenario_cards` sets
of `scenario_words`. `pdf` is light enough for
the window.
"""
