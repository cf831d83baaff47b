"""The page of the Python interface."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cached_property
from typing import get_args

import porism
from docs.generate.docstrings import fields, markdown
from docs.generate.markdown import block, code, prose, table

INTRODUCTION = """\
# Python interface

All that `import porism` promises to keep; everything below is typed, and of the store what reads.
How to use it is told in [Use from Python](../how-to/use-from-python.md), what can be raised in
[Errors](errors.md).
"""


def page() -> str:
    """Return the page: functions, then classes, then the words of closed sets."""
    public = {name: getattr(porism, name) for name in porism.__all__}
    functions = {n: v for n, v in public.items() if inspect.isfunction(v)}
    classes = {n: v for n, v in public.items() if inspect.isclass(v) and not is_error(v)}
    words = {n: get_args(v) for n, v in public.items() if get_args(v)}
    return "".join(
        (
            INTRODUCTION,
            *(of_function(f"porism.{name}", value) for name, value in functions.items()),
            *(of_class(name, value) for name, value in classes.items()),
            *(of_words(name, value) for name, value in words.items()),
        )
    )


def is_error(value: type) -> bool:
    """Tell the errors, which have a page of their own."""
    return issubclass(value, porism.PorismError)


def of_function(name: str, function: object, level: str = "##") -> str:
    """Return the section of a function or method."""
    return (
        f"\n{level} {name}\n\n{block(signature(name, function), 'python')}\n"
        f"{markdown(inspect.getdoc(function) or '')}"
    )


def of_class(name: str, owner: type) -> str:
    """Return the section of a class: its fields, then its properties and methods."""
    said = f"\n## {name}\n\n{made_by(name, owner)}{markdown(inspect.getdoc(owner) or '')}"
    if rows := [(code(field), code(kind), meaning) for field, kind, meaning in fields(owner)]:
        said += "\n" + table(("field", "type", "meaning"), rows)
    if properties := [(code(name), prose(doc)) for name, doc in properties_of(owner)]:
        said += "\n" + table(("property", "meaning"), properties)
    return said + "".join(of_function(n, method, "###") for n, method in methods_of(owner))


def made_by(name: str, owner: type) -> str:
    """Return how an object is made, where its fields do not say it."""
    made = vars(owner).get("__init__")
    plain = inspect.isfunction(made) and not list(fields(owner))
    call = signature(name, made).removesuffix(" -> None") if plain else ""
    return f"{block(call, 'python')}\n" if call else ""


def of_words(name: str, words: tuple[str, ...]) -> str:
    """Return the section of a closed set of words."""
    return f"\n## {name}\n\nOne of {', '.join(map(code, words))}.\n"


def own(owner: type) -> Iterator[tuple[str, object]]:
    """Yield what a class itself defines for others to use."""
    return ((name, value) for name, value in vars(owner).items() if not name.startswith("_"))


def properties_of(owner: type) -> Iterator[tuple[str, str]]:
    """Yield the properties of a class, with their docstrings."""
    for name, value in own(owner):
        if isinstance(value, property | cached_property):
            yield name, inspect.getdoc(value) or ""


def methods_of(owner: type) -> Iterator[tuple[str, object]]:
    """Yield the methods of a class; what writes to a store is for the runner alone."""
    for name, value in own(owner):
        if inspect.isfunction(value) and (name == "close" or not writes(value)):
            yield name, value


def writes(method: object) -> bool:
    """Tell whether a method returns nothing, or the promise of something."""
    returns = inspect.get_annotations(method).get("return", "")  # type: ignore[arg-type]
    return str(returns) == "None" or str(returns).startswith("Future")


def signature(name: str, function: object) -> str:
    """Return how a function is called, one argument a line where it is long."""
    if not inspect.isfunction(function):
        return name
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    if not isinstance(definition, ast.FunctionDef):
        return name
    given = [text for text in parameters(definition.args) if text != "self"]
    returns = ast.unparse(definition.returns) if definition.returns else "None"
    flat = f"{name}({', '.join(given)}) -> {returns}"
    if len(flat) <= 90:
        return flat
    return f"{name}(\n{''.join(f'    {text},{chr(10)}' for text in given)}) -> {returns}"


def parameters(arguments: ast.arguments) -> Iterator[str]:
    """Yield each parameter as it stands in the code."""
    plain = [*arguments.posonlyargs, *arguments.args]
    without = [None] * (len(plain) - len(arguments.defaults))
    for argument, default in zip(plain, [*without, *arguments.defaults], strict=True):
        yield parameter(argument, default)
    if arguments.vararg:
        yield f"*{parameter(arguments.vararg, None)}"
    elif arguments.kwonlyargs:
        yield "*"
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield parameter(argument, default)


def parameter(argument: ast.arg, default: ast.expr | None) -> str:
    """Return one parameter."""
    said = argument.arg
    if argument.annotation:
        said += f": {ast.unparse(argument.annotation)}"
    return said if default is None else f"{said} = {ast.unparse(default)}"
