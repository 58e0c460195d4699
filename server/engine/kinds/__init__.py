"""Families of cards: what they may be played on, and what they do."""
