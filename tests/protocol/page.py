"""The part of protocol/README.md that lists every field, made from the types.

python -m tests.protocol.page        writes it anew
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from pathlib import Path
from typing import get_args

import msgspec
import msgspec.inspect as shapes

from protocol import messages
from protocol.record import GameRecord

PAGE = Path(messages.__file__).parent / "README.md"
TITLE = "## Every field\n"
INTRODUCTION = """
A field whose default is given may be left out, and is left out by the server if it has that value. The numbers in
brackets are the greatest length; of a text, in characters. A number is a whole number; without bounds it is below 2^31
and, from client to server, not negative. Shapes with a field that tells them apart name it first.
"""


def every_field() -> str:
    """The whole part, title and all."""
    found: dict[type, shapes.StructType] = {}
    for root in (messages.ClientMessage, messages.ServerMessage, GameRecord):
        for kind in get_args(root) or (root,):
            _collect(shapes.type_info(kind), found)
    return TITLE + INTRODUCTION + "".join(map(_section, found.values()))


def _collect(kind: shapes.Type, found: dict[type, shapes.StructType]) -> None:
    """Find shapes in the order in which a reader meets them."""
    if isinstance(kind, shapes.StructType) and kind.cls not in found:
        found[kind.cls] = kind
        for field in kind.fields:
            _collect(field.type, found)
    for inner in _parts(kind):
        _collect(inner, found)


def _parts(kind: shapes.Type) -> Iterator[shapes.Type]:
    match kind:
        case shapes.UnionType(types=types) | shapes.TupleType(item_types=types):
            yield from types
        case shapes.VarTupleType(item_type=item):
            yield item
        case shapes.DictType(value_type=value):
            yield value


def _section(kind: shapes.StructType) -> str:
    lines = [f"\n### {kind.cls.__name__}\n", f"{kind.cls.__doc__}\n"]
    if kind.tag_field is not None:
        lines.append(f"- `{kind.tag_field}`: always `{kind.tag}`.")
    meanings = _meanings(kind.cls)
    for field in kind.fields:
        default = "" if field.required else f", default {_value(field)}"
        meaning = f" {meanings[field.name]}" if field.name in meanings else ""
        lines.append(f"- `{field.encode_name}`: {_type(field.type)}{default}.{meaning}")
    return "\n".join(lines) + "\n"


def _meanings(cls: type) -> dict[str, str]:
    """The sentence behind each field of a class."""
    (tree,) = ast.parse(inspect.getsource(cls)).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for node, following in pairwise(tree.body):
        if isinstance(node, ast.AnnAssign) and isinstance(following, ast.Expr):
            assert isinstance(node.target, ast.Name)
            found[node.target.id] = " ".join(ast.literal_eval(following.value).split())
    return found


def _value(field: shapes.Field) -> str:
    value = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, msgspec.Struct):
        return "all its defaults"
    if isinstance(value, dict):
        return "{}"
    return {"": "empty", b"": "empty", None: "nil"}.get(value) or msgspec.json.encode(value).decode()


def _type(kind: shapes.Type) -> str:
    match kind:
        case shapes.StructType(cls=cls):
            return cls.__name__
        case shapes.UnionType(types=types):
            return " or ".join(map(_type, types))
        case shapes.IntType(ge=least, le=most):
            return "number" if most == 2**31 - 1 else f"number {least} to {most}"
        case shapes.StrType(max_length=most):
            return f"text ({most})"
        case shapes.BytesType(min_length=least, max_length=most):
            return f"{most} bytes" if least == most else f"bytes ({most})"
        case shapes.VarTupleType(item_type=item, max_length=most):
            return f"list ({most}) of [{_type(item)}]" if _parts_many(item) else f"list ({most}) of {_type(item)}"
        case shapes.TupleType(item_types=types):
            return "list of exactly: " + ", ".join(map(_type, types))
        case shapes.DictType(key_type=key, value_type=value, max_length=most):
            return f"map ({most}) of {_type(key)} to {_type(value)}"
        case shapes.EnumType(cls=cls):
            return "one of " + ", ".join(f"`{item.value}`" for item in cls) if len(cls) < 6 else f"a {cls.__name__}"
        case shapes.BoolType():
            return "true or false"
        case shapes.NoneType():
            return "nil"
    raise TypeError(kind)


def _parts_many(kind: shapes.Type) -> bool:
    """Whether a type needs brackets inside another."""
    return isinstance(kind, shapes.UnionType | shapes.TupleType | shapes.VarTupleType)


def with_every_field(page: str) -> str:
    """A page with this part at its end as it should be."""
    return page.split(TITLE)[0] + every_field()


if __name__ == "__main__":
    PAGE.write_text(with_every_field(PAGE.read_text("utf-8")), "utf-8")
