"""The styles of the fragments."""

from __future__ import annotations

from importlib.resources import files


def stylesheet() -> str:
    """CSS for the classes that fragments have; colours are those of the page around them."""
    return files("porism.markup").joinpath("markup.css").read_text(encoding="utf-8")
