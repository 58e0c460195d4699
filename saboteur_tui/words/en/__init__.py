"""English."""

from saboteur_tui.words.en import (
    cards,
    championship,
    game,
    house,
    mini,
    rules,
    screens,
)

PARTS = (
    cards,
    game,
    rules,
    house,
    screens,
    championship,
    mini,
)

TEXT: dict[str, str] = {key: text for part in PARTS for key, text in part.TEXT.items()}
