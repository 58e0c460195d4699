"""English."""

from saboteur_tui.words.en import (
    cards,
    championship,
    duel,
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
    duel,
)

TEXT: dict[str, str] = {key: text for part in PARTS for key, text in part.TEXT.items()}
