"""The five mini-expansions and the two variants: names and meanings, questions, events and a page for each."""

TEXT = {
    # Sabotaged dwarf
    "module.sabotaged_dwarf": "Sabotaged dwarf",
    "module.sabotaged_dwarf.help": "A gold miner whose tool is broken when the miners win gets no gold card.",
    "rules.sabotaged_dwarf": (
        "When the gold miners win, one with a broken tool before them gets no gold card. As many cards are drawn as "
        "there are gold miners all the same: the others go on picking in turn until none is left.\n\n"
        "If all gold miners are sabotaged, no gold cards are drawn. Saboteurs and greedy dwarfs are paid as always."
    ),
    # Tournament
    "module.tournament": "Tournament",
    "module.tournament.help": "For 5 to 9: greedy dwarfs, every role is dealt, pay in gold pieces by a fixed table.",
    "why.miner": "gold miner",
    "rules.tournament": (
        "Every role is dealt: with 5 players 1 saboteur, 3 gold miners and 1 greedy dwarf; with 6 one saboteur more; "
        "with 7 also a second greedy dwarf; with 8 a third saboteur; with 9 a fourth gold miner.\n\n"
        "A path card drawn by lot lies face up half-way between the start and the goals. It is an ordinary path card, "
        "and not joined to the start until you dig there.\n\n"
        "Pay: the gold miner who reaches the treasure 3 gold, all other gold miners 2. A greedy dwarf who reaches it "
        "4, and nobody else anything. Treasure not reached: each saboteur 3 gold, with five players 4."
    ),
    # New goals
    "module.new_goals": "New goals",
    "module.new_goals.help": "Five goals out of eight: gold bags, dragons and a giant spider among them.",
    "setting.goals_laid": "Goals laid",
    "setting.goals_laid.help": "Whether the treasure is always among the five goals.",
    "value.with_treasure": "with the treasure",
    "value.any_five": "any five",
    "mark.bag": "a gold bag",
    "mark.dragon": "a dragon",
    "mark.dragon.short": "dragon",
    "mark.spider": "the giant spider",
    "card.bag_1": "a bag with 1 gold",
    "card.bag_1.short": "1 gold",
    "card.bag_1.help": "Who reaches it takes 1 gold at once.",
    "card.bag_2": "a bag with 2 gold",
    "card.bag_2.short": "2 gold",
    "card.bag_2.help": "Who reaches it takes 2 gold at once.",
    "card.dragon.help": "Who reaches it loses 1 gold, if there is any to lose.",
    "card.spider": "the giant spider",
    "card.spider.short": "spider",
    "card.spider.help": "The round is over at once, as if the treasure had not been reached.",
    "why.bag": "gold bag",
    "why.dragon": "dragon",
    "ended.spider": "The giant spider was woken: the treasure was not reached",
    "rules.new_goals": (
        "Eight goals take the place of the three: the treasure, two stones, bags with 1 and with 2 gold, two dragons "
        "and a giant spider. Five of them are laid, new ones each round; a setting tells whether the treasure is "
        "always among them.\n\n"
        "A goal that you reach is turned up. A bag: you take its gold at once. A dragon: you lose 1 gold if you have "
        "any. The spider: the round is over at once and counts as one in which the treasure was not reached."
    ),
    # Wardrobe
    "module.wardrobe": "Wardrobe",
    "module.wardrobe.help": "A place in the maze: who first digs to it must exchange their role.",
    "card.wardrobe": "the wardrobe",
    "card.wardrobe.short": "clothes",
    "card.wardrobe.help": "Who first joins it to the start takes another role, once a round.",
    "mark.wardrobe": "the wardrobe",
    "aged.wardrobe": "before the exchange",
    "rules.wardrobe": (
        "The wardrobe lies face up in the maze: a crossing that nothing removes, and which must be matched like any "
        "card. Whoever first joins it to the start must exchange their role at once: for the one left over, or in "
        "Saboteur 2 for the top one of the unused roles. This happens once a round.\n\n"
        "The role you hold when the round ends counts. What others had seen of yours was before the exchange."
    ),
    # Tunnel feast
    "module.tunnel_feast": "Tunnel feast",
    "module.tunnel_feast.help": "A place in the maze: when first joined, all roles are shuffled and dealt again.",
    "card.tunnel_feast": "the tunnel feast",
    "card.tunnel_feast.short": "feast",
    "card.tunnel_feast.help": "Who first joins it to the start has all players' roles shuffled and dealt again.",
    "mark.tunnel_feast": "the tunnel feast",
    "aged.tunnel_feast": "before the exchange",
    "rules.tunnel_feast": (
        "The tunnel feast lies face up in the maze: a crossing that nothing removes, and which must be matched like "
        "any card. When it is first joined to the start the roles of all players are gathered, shuffled and dealt "
        "again; everyone learns their own only, and it may be the same as before. This happens once a round.\n\n"
        "The role you hold when the round ends counts."
    ),
    "mark.used": "a mark of use",
    "event.marked.used": "{where} has had its effect for this round",
    # Toll
    "module.toll": "Toll",
    "module.toll.help": "Guards close path ends until somebody pays 1 gold to the one who placed them.",
    "purpose.guard": "discard one to place a guard, and draw nothing",
    "mark.guard": "a guard",
    "token.guards": "guards",
    "event.marked.guard": "{who} placed a guard on {where}",
    "event.unmarked.guard": "the guard has left {where}",
    "event.paid.toll": "{whom} paid {amount} gold of toll to {who}",
    "why.toll": "toll",
    "why.start": "to begin with",
    "ask.toll": "{who} would lay {about}: pay 1 gold of toll?",
    "wait.toll": "{who} is asked to pay the toll",
    "how.payer": "choose who shall pay the toll ({next})",
    "how.pay": "{confirm} pays 1 gold",
    "choice.pay": "pay 1 gold",
    "choice.refuse": "refuse",
    "happened.asked_for_toll": "{who} asked {whom} to pay the toll for {card}",
    "happened.toll_granted": "{who} will pay the toll",
    "happened.toll_refused": "{who} did not pay the toll",
    "rules.toll": (
        "Everyone begins the game with 1 gold. Two guards are ready each round. In your turn you may discard a card "
        "face down to place a guard on a free end of a path; you draw nothing. Broken tools and traps do not hinder "
        "you.\n\n"
        "Who lays a card where a guard stands pays 1 gold to the one who placed it, and the guard leaves for the "
        "round. Where your own guard stands you pass free.\n\n"
        "Instead of paying you may ask another player to pay for you, one after the other and each once a turn. Who "
        "agrees pays, and the card you named is laid. After a refusal you may still do anything."
    ),
    # Treasure chests
    "card.chest.short": "chest",
    "module.treasure_chests": "Treasure chests",
    "module.treasure_chests.help": "Four chests lie in the maze: who digs to one opens it, for better or worse.",
    "setting.chests_laid": "Places of chests",
    "setting.chests_laid.help": "Where the four chests lie.",
    "value.fixed": "usual places",
    "mark.chest": "a chest",
    "card.take_gold": "a chest: 1 gold",
    "card.take_gold.short": "1 gold",
    "card.take_gold.help": "Who opens it takes 1 gold.",
    "card.no_more_maps": "a chest: no more maps",
    "card.no_more_maps.short": "no maps",
    "card.no_more_maps.help": "Maps show no goals for the rest of the round; chests may still be looked at.",
    "card.no_draw": "a chest: draw nothing",
    "card.no_draw.short": "no draw",
    "card.no_draw.help": "No card is drawn this turn.",
    "card.extra_draw": "a chest: draw one more",
    "card.extra_draw.short": "draw +1",
    "card.extra_draw.help": "One more card is drawn at the end of the turn.",
    "card.move_goal": "a chest: move a goal",
    "card.move_goal.short": "move",
    "card.move_goal.help": "One face-down goal moves a column further away, where that place is free.",
    "card.take_card": "a chest: take a card",
    "card.take_card.short": "take",
    "card.take_card.help": "Instead of drawing, a card by lot out of another player's hand.",
    "card.draw_three_keep_one": "a chest: draw three",
    "card.draw_three_keep_one.short": "draw 3",
    "card.draw_three_keep_one.help": "Draw three instead of one at the end of the turn, and keep one of them.",
    "card.inspect_role": "a chest: look at a role",
    "card.inspect_role.short": "role",
    "card.inspect_role.help": "Look at another player's role in secret.",
    "card.search_discard": "a chest: search the discards",
    "card.search_discard.short": "search",
    "card.search_discard.help": "The discard pile is shuffled; keep one of its top five cards, and draw nothing.",
    "card.bury_five": "a chest: bury five",
    "card.bury_five.short": "bury 5",
    "card.bury_five.help": "The top five cards of the draw pile go unseen on the discard pile.",
    "flag.no_more_maps": "no more maps",
    "why.chest": "chest",
    "ask.move_goal": "Which goal moves?",
    "wait.move_goal": "{who} chooses which goal moves",
    "ask.take_card": "From whom do you take a card?",
    "wait.take_card": "{who} chooses whom to take a card from",
    "ask.keep_one": "Which card do you keep?",
    "wait.keep_one": "{who} keeps one of the cards drawn",
    "ask.inspect_role": "Whose role do you look at?",
    "wait.inspect_role": "{who} chooses whose role to look at",
    "ask.search": "Which card do you keep?",
    "wait.search": "{who} searches the discard pile",
    "choice.drawn_cards": "the cards drawn",
    "happened.chest_opened": "{who} opened {card}",
    "event.drawn.from_hand": "the card was {cards}",
    "event.drawn.kept": "you kept {cards}",
    "happened.card_taken": "{who} took a card from {targets}",
    "happened.discard_from_draw": "{number} cards of the draw pile were buried unseen",
    "happened.discard_shuffled": "the discard pile was shuffled",
    "happened.gold_shuffled": "the gold cards were shuffled",
    "happened.discard_from_looked": "{number} of them were discarded face down",
    "rules.treasure_chests": (
        "Four chests lie face down in the maze, each under a face-down path card. Whoever digs to one turns the path "
        "card up so that it fits; if it cannot be joined it lies unmatched and the path does not go on through it. "
        "Then the chest is opened and does what it says.\n\n"
        "In the chests: 1 gold, no more maps to goals this round, no draw, an extra draw, moving a goal one column "
        "away, taking a card from another player, drawing three and keeping one, looking at a role, searching the "
        "discard pile, burying five cards of the draw pile.\n\n"
        "A chest that nobody has opened is drawn as C?. A map may look at a chest and its path card instead of a goal. "
        "A rockfall may remove such a path card, face up or down; a chest under it is then gone unseen."
    ),
}
