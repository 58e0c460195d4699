"""English."""

from saboteur_tui.words.en import cards, championship, game, mini, rules, screens

TEXT: dict[str, str] = {**cards.TEXT, **game.TEXT, **rules.TEXT, **screens.TEXT, **championship.TEXT, **mini.TEXT}
