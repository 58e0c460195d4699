"""How cards and the maze are drawn: pure, from faces to cells of text."""
