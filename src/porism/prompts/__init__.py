"""Texts to messages: prompts are text files, and rendering puts a problem into one."""

from porism.prompts.prompt import Prompt, load, names, parse
from porism.prompts.render import Labelled, render

__all__ = ["Labelled", "Prompt", "load", "names", "parse", "render"]
