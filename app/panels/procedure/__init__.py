"""The panel Resolve: a procedure in words, from its first question to the last."""
