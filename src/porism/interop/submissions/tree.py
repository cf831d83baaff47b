"""Pandoc's documents: trees of elements, rebuilt from their leaves by a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pydantic import JsonValue

Tree = JsonValue
"""An element, a list of them, or what stands in one."""
Element = dict[str, JsonValue]
"""``{"t": kind, "c": content}``."""
Rule = Callable[[str, Tree], "list[Tree] | None"]
"""What stands in the place of an element of a kind with a content; ``None`` leaves it."""
NOTHING: Tree = ["", [], []]
"""No identifier, no classes, no attributes."""


def element(kind: str, content: Tree = None) -> Tree:
    """Return an element."""
    return {"t": kind} if content is None else {"t": kind, "c": content}


def kind_of(tree: Tree) -> str:
    """Return the kind of an element; empty for what is none."""
    return str(tree.get("t", "")) if isinstance(tree, dict) else ""


def content_of(tree: Tree) -> Tree:
    """Return what stands in an element."""
    return tree.get("c") if isinstance(tree, dict) else None


def parts(tree: Tree) -> list[Tree]:
    """Return the parts of a list; nothing for what is none."""
    return tree if isinstance(tree, list) else []


def rewritten(tree: Tree, rule: Rule) -> Tree:
    """Rebuild a tree, the leaves first."""
    if isinstance(tree, dict):
        return {name: rewritten(value, rule) for name, value in tree.items()}
    if not isinstance(tree, list):
        return tree
    found: list[Tree] = []
    for part in tree:
        new = rewritten(part, rule)
        replaced = rule(kind_of(new), content_of(new)) if kind_of(new) else None
        found += [new] if replaced is None else replaced
    return found


def rebuilt(blocks: Iterable[Tree], rule: Rule) -> list[Tree]:
    """Rebuild a document."""
    return parts(rewritten(list(blocks), rule))


def words(tree: Tree) -> str:
    """Return the plain text of an element or of several."""
    if isinstance(tree, list):
        return "".join(map(words, tree))
    match kind_of(tree):
        case "Str":
            return str(content_of(tree))
        case "Space" | "SoftBreak" | "LineBreak":
            return " "
        case "Code" | "Math":
            return str(parts(content_of(tree))[-1])
        case "":
            return ""
    return words(content_of(tree))
