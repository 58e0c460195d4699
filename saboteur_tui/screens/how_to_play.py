"""How to play: the rules of every edition and module, and every card drawn with its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from protocol.game import Catalogue, Face
from saboteur_tui import actions
from saboteur_tui.drawing.palette import Palette
from saboteur_tui.drawing.shape import MEDIUM
from saboteur_tui.drawing.tile import Block, block_rows
from saboteur_tui.naming import card_help, card_name, sentence
from saboteur_tui.widgets.hand import card_rows
from saboteur_tui.widgets.screen_hints import ScreenHints
from saboteur_tui.words import Words

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp

SIZE = MEDIUM
FAMILIES = ("start", "path", "goal", "site", "chest", "action", "role", "gold")
"""In the order in which a newcomer wants to know them; families that are not named come last."""


class Page(NamedTuple):
    """A page of the rulebook: the rules of an edition or module, or the cards of one family of it."""

    kind: str
    id: str
    family: str = ""
    faces: tuple[Face, ...] = ()


def pages(catalogue: Catalogue) -> list[Page]:
    """Return all pages, in the order of the catalogue."""
    faces = {face.id: face for face in catalogue.faces}
    found: list[Page] = []
    for kind, entries in (("edition", catalogue.editions), ("module", catalogue.modules)):
        for entry in entries:
            own = [faces[id_] for id_ in entry.faces if id_ in faces]
            if kind == "module":
                found.append(Page(kind, entry.id, "", tuple(own)))
                continue
            found.append(Page(kind, entry.id))
            families = sorted({face.family for face in own}, key=_order)
            found += [
                Page(kind, entry.id, family, tuple(_unlike(face for face in own if face.family == family)))
                for family in families
            ]
    return found


def _order(family: str) -> tuple[int, str]:
    return (FAMILIES.index(family) if family in FAMILIES else len(FAMILIES), family)


def _unlike(faces: Iterable[Face]) -> Iterator[Face]:
    """Return faces without those that look and mean the same."""
    seen = set()
    for face in faces:
        look = (face.groups, face.stubs, face.marks) if face.groups or face.stubs else face.id
        if look not in seen:
            seen.add(look)
            yield face


def drawn(face: Face, palette: Palette, words: Words) -> Text:
    """Return the drawing of a card."""
    if face.family == "role":
        lines = wrap(words.name("role", face.id).upper(), SIZE.width - 2)[: SIZE.height]
        rows = block_rows(Block(tuple(lines), "looking"), SIZE, palette)
    else:
        rows = card_rows(face, words, palette)
    text = Text(no_wrap=True)
    for row in rows:
        for segment in row:
            text.append(segment.text, segment.style)
        text.append("\n")
    return text


class HowToPlayScreen(Screen[None]):
    """A list of pages beside the page pointed at."""

    BINDINGS = actions.bindings("how")
    AUTO_FOCUS = "#contents"
    app: SaboteurApp

    def __init__(self, edition: str = "") -> None:
        super().__init__()
        self._edition = edition
        self.pages: list[Page] = []

    def compose(self) -> ComposeResult:
        """Show contents and page."""
        words = self.app.words
        yield Static(words.say("how.title"), id="head", markup=False)
        with Horizontal(id="middle"):
            yield OptionList(id="contents", markup=False)
            with VerticalScroll(id="sheet"):
                yield Static(words.say("how.opening"), id="text", markup=False)
        yield Static(words.say("how.ask"), id="ask", markup=False)
        yield ScreenHints(id="hints")

    def on_mount(self) -> None:
        """Show the pages; without a server, ask one of our own what there is."""
        if self.app.catalogue is not None:
            self._fill(self.app.catalogue)
        else:
            self.run_worker(self._fetch(), exclusive=True)

    async def _fetch(self) -> None:
        from saboteur_tui import errands, local

        try:
            self.app.catalogue = await errands.fetch_catalogue()
        except (local.ServerFailedError, OSError) as error:
            self.query_one("#text", Static).update(self.app.words.say("error.local", error=error))
            return
        self._fill(self.app.catalogue)

    def _fill(self, catalogue: Catalogue) -> None:
        words, menu = self.app.words, self.query_one("#contents", OptionList)
        self.pages = pages(catalogue)
        for page in self.pages:
            name = words.name(page.kind, page.id)
            indented = page.kind == "edition" and page.family
            text = Text(f"- {words.name('family', page.family)}") if indented else Text(sentence(name), style="bold")
            menu.add_option(Option(text))
        first = next((at for at, page in enumerate(self.pages) if page.id == self._edition), 0)
        menu.highlighted = first
        menu.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the page pointed at."""
        page = self.pages[event.option_index]
        sheet = self.query_one("#sheet", VerticalScroll)
        sheet.scroll_home(animate=False)
        self.query_one("#text", Static).update(self._sheet(page))

    def _sheet(self, page: Page) -> RenderableType:
        words = self.app.words
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(width=SIZE.width, no_wrap=True)
        table.add_column()
        name = sentence(words.name(page.kind, page.id))
        if page.family:
            name = f"{name}: {words.name('family', page.family)}"
        faces = {face.id: face for face in page.faces}
        for face in page.faces:
            named, meant = sentence(card_name(words, faces, face.id)), card_help(words, face, page.id)
            said = Text.assemble((named, "bold"), "\n", meant)
            table.add_row(drawn(face, self.app.palette, words), said)
        from rich.console import Group

        parts: list[RenderableType] = [Text(name, style="bold"), Text("")]
        if not page.family:
            rules = words.name("rules", page.id) if words.has(f"rules.{page.id}") else words.help(page.kind, page.id)
            parts += [Text(rules), Text("")]
        return Group(*parts, table) if page.faces else Group(*parts)

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Scroll the page by keys."""
        self.query_one("#sheet", VerticalScroll).focus()

    def restyle(self) -> None:
        """Draw the page in another theme."""
        menu = self.query_one("#contents", OptionList)
        if menu.highlighted is not None and self.pages:
            self.query_one("#text", Static).update(self._sheet(self.pages[menu.highlighted]))

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)
