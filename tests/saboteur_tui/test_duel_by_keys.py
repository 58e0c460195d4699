"""The Duel at the table screen: trolls bribed and keys put on doors by keys, in real positions."""

from __future__ import annotations

import pytest

from protocol.game import Action, Answer, AtCell, AtChoice, Play
from protocol.messages import Act, Standing
from tests.engine.conftest import lay_out
from tests.saboteur_tui.staging import staged, update_of

TROLL = {"maze": "T_NEW_troll@1,1", "hands": {0: "map key"}}


async def nothing(_app: object, _pilot: object) -> None:
    """Look at nothing."""


def test_before_the_action_a_troll_may_be_bribed() -> None:
    game = lay_out("duel", 2, **TROLL)  # type: ignore[arg-type]
    sent = staged(nothing, update_of(game), keys=("tab", "enter", "tab", "enter"))
    bribe = Answer((AtChoice("bribe"), AtCell((1, 1))))
    assert [message.action for message in sent if isinstance(message, Act)] == [bribe]


@pytest.mark.parametrize(
    ("keys", "action"),
    [(("1", "enter"), Answer((AtChoice("no_bribe"),))), (("tab", "enter"), Answer((AtCell((1, 1)),)))],
)
def test_after_the_action_a_troll_may_be_bribed_or_not(keys: tuple[str, ...], action: Action) -> None:
    game = lay_out("duel", 2, **TROLL)  # type: ignore[arg-type]
    game.play(0, Play("map", (AtCell((5, 0)),)))
    sent = staged(nothing, update_of(game), keys=keys)
    assert [message.action for message in sent if isinstance(message, Act)] == [action]


def test_one_who_never_wants_to_bribe_need_not_be_asked() -> None:
    game = lay_out("duel", 2, **TROLL)  # type: ignore[arg-type]
    assert not [message for message in staged(nothing, update_of(game), keys=("a",)) if isinstance(message, Standing)]
    game.play(0, Play("map", (AtCell((5, 0)),)))
    sent = staged(nothing, update_of(game), keys=("a",))
    standing = [(each.kind, each.answer) for each in sent if isinstance(each, Standing)]
    assert standing == [("bribe", Answer((AtChoice("no_bribe"),)))]


def test_a_key_is_put_on_a_door_by_keys() -> None:
    game = lay_out("duel", 2, maze="T_NEW_door_blue@1,1 T_NEW_door_green@3,3", hands={0: "key map"})
    sent = staged(nothing, update_of(game), keys=("1", "tab", "enter"))
    assert [message.action for message in sent if isinstance(message, Act)] == [Play("key", (AtCell((1, 1)),))]
