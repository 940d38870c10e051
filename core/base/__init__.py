"""What every layer may use: errors that name their place, atomic files, text helpers. No geometry, no game."""
