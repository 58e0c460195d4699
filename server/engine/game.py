"""The verbs of a game."""
