"""Labels and sentences of the screens."""

TEXT = {
    "app.title": "Saboteur",
    "app.unofficial": "An unofficial terminal version of Frederic Moyersoen's card game",
    "app.too_small": "This terminal is {width}x{height}. Saboteur needs 80x24: please make the window larger.",
}
