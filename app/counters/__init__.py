"""Counters as pictures: one painter for the map, the units grid, the order of battle, and print.

    core.rules.kernel.looks   which look a counter has, and its face: texts, symbol, colours, resolved and without Qt
    symbol_shapes.py          NATO symbols from a SIDC as vector shapes: frame, function, mobility, echelon
    symbols.py                paints them: on whole pixels of a screen, as pure lines in print
    symbol_picker.py          chooses the symbol of a counter or a formation by words and pictures
    painter.py                a face drawn into a square of any size, from 24 pixels to print
    pixmaps.py                faces as pixmaps, kept by size
    piece_words.py            pieces in words, and how they travel when they are dragged
    unit_pictures.py          counters, formations and sides as small pictures for lists
    unit_words.py             what they are called, and where they are
    stripe_sets.py            colours of formations that are told apart by all eyes

A face is a hashable value, so that whatever looks the same is drawn once.
"""
