"""An expansion that the client was never told of is shown in fallback words and can be answered in full."""

from __future__ import annotations

from random import Random

import pytest
from textual.pilot import Pilot

from protocol.game import Answer, AtCard, AtChoice, Play
from protocol.messages import Act
from saboteur_tui.app import SaboteurApp
from saboteur_tui.naming import Cast
from saboteur_tui.narrating import narrate
from saboteur_tui.words import words
from server.engine.game import Game, catalogue
from tests.engine.tables import made_up_expansion
from tests.saboteur_tui.staging import NAMES, asked, deal, play, staged, update_of


def shown(game: Game, *keys: str) -> tuple[str, list[object]]:
    """Return the text on the screen of the first seat after some keys, and what they sent."""
    text: list[str] = []

    async def look(app: SaboteurApp, _pilot: Pilot[str]) -> None:
        text.extend(strip.text for strip in app.screen._compositor.render_strips())

    sent = staged(look, update_of(game), keys=keys)
    return "\n".join(text), sent


@pytest.mark.parametrize(
    ("kind", "question", "listed", "answer"),
    [
        ("objection", "Objection?", ("Nod", "Object"), Answer((AtChoice("object"),))),
        ("tithe", "Tithe?", ("Bear grudge",), None),
    ],
)
def test_an_unheard_of_question_is_asked_in_fallback_words_and_answered_by_keys(
    kind: str, question: str, listed: tuple[str, ...], answer: Answer | None
) -> None:
    with made_up_expansion():
        game = play(deal("base", 4, ("made_up",)), asked(kind), Random(0), eager=False)
        text, sent = shown(game)
        assert question in text
        assert all(label in text for label in listed)
        assert sent == []
        _, sent = shown(game, "2", "enter")
        wanted = answer or game.legal(0)[1]
        assert sent == [Act(game.view(0).question.id, wanted, 1)]


def test_an_unheard_of_card_shows_its_id_and_asks_for_a_player() -> None:
    with made_up_expansion():
        game = play(
            deal("base", 4, ("made_up",)),
            lambda game: asked("turn")(game) and "tithe" in game.view(0).hand,
            Random(3),
        )
        at = game.view(0).hand.index("tithe")
        text, sent = shown(game, str(at + 1), "tab", "enter")
        assert "TITHE" in text
        assert [type(message) for message in sent] == [Act]
        assert isinstance(sent[0].action, Play)
        assert sent[0].action.card == "tithe"


def test_an_unheard_of_choice_of_a_turn_is_listed_and_needs_two_keys() -> None:
    with made_up_expansion():
        game = play(deal("base", 4, ("made_up",)), asked("turn"), Random(3))
        text, sent = shown(game, "tab")
        assert "> Whistle" in text
        assert sent == []
        _, sent = shown(game, "tab", "enter")
        assert sent == [Act(game.view(0).question.id, Answer((AtChoice("whistle"),)), 1)]


def test_everything_of_a_whole_game_with_it_is_told_without_an_error() -> None:
    with made_up_expansion():
        game, told = deal("base", 4, ("made_up",)), []
        faces = {face.id: face for face in catalogue().faces}
        cast = Cast(words("en"), NAMES, 0, faces)

        def tell(game: Game) -> bool:
            told.extend(narrate(game.news(0), cast) if game.actions else ())
            return False

        play(game, tell, Random(3), eager=False)
        log = "\n".join(told)
        assert "whistled" in log
        assert "Objected" in log
        assert any(face == AtCard("tithe").card for face in faces)
