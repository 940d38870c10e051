"""Reads and writes our own files: boxes, rulesets and palettes of terrain.

The way of a file inwards: `strict_yaml` makes plain values whose places are known, `schemas` (pydantic) says what a key may
hold, `validation` turns everything wrong into issues with places, `sheet_files`, `oob_files`, `scenario_files`, `box_files`,
`ruleset_files`, `palette_files` and `measure_files` make the frozen values of `core.model`; `measure_texts` are control
measures as they stand in a file of any kind. The way outwards is `canonical`, the one writer; `new_box` writes boxes that were
not there before. Nothing is written on open.
"""
