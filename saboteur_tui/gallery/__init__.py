"""Pictures of the real screens, taken from recorded games: `python -m saboteur_tui.gallery [FOLDER]`."""
