"""Reads and writes our own files: boxes and rulesets.

The way of a file inwards: `strict_yaml` makes plain values whose places are known, `schemas` (pydantic) says what a key may
hold, `validation` turns everything wrong into issues with places, `sheet_files`, `box_files` and `ruleset_files` make the
frozen values of `core.model`. The way outwards is `canonical`, the one writer. Nothing is written on open.
"""
