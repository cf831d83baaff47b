"""A chart: what is drawn, and the forms it can be had in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from porism.core import JsonObject
from porism.errors import ConfigurationError
from porism.report.charts.look import CONFIG, shown

if TYPE_CHECKING:
    from altair.typing import ChartType

Form = Literal["svg", "png", "html", "json"]

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<div id="chart"></div>
<script>{libraries}</script>
<script>vegaEmbed("#chart", {specification}, {{"renderer": "svg", "actions": false}})</script>
</html>
"""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart that needs no network to be drawn; equal charts have equal bytes.

    Attributes:
        specification: Vega-Lite JSON that is safe inside of a ``<script>``.
        alt: a sentence for those who cannot see it.
    """

    specification: str
    alt: str

    @classmethod
    def of(cls, drawing: ChartType, said: str) -> Chart:
        """Take a drawing of Altair's, in the one look that all charts have.

        Every text in it is cleaned: names come from files, and a control character among them
        would end the process that draws.
        """
        value: dict[str, Any] = _cleaned(drawing.to_dict())
        sentence = shown(said)
        whole = {"background": "transparent", **value, "config": CONFIG, "description": sentence}
        text = json.dumps(whole, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return cls(text.replace("<", "\\u003c"), sentence)

    def spec(self) -> JsonObject:
        """Return the Vega-Lite specification."""
        return JsonObject(json.loads(self.specification))

    def svg(self) -> str:
        """Draw it as SVG with a transparent background."""
        import vl_convert

        return vl_convert.vegalite_to_svg(self.specification, allowed_base_urls=[])

    def png(self, scale: float = 2, background: str = "white") -> bytes:
        """Draw it as PNG.

        Args:
            scale: pixels to a unit of the SVG.
            background: an opaque colour; the converter gets half-transparent pixels wrong.
        """
        import vl_convert

        whole = {**self.spec(), "background": background}
        return vl_convert.vegalite_to_png(whole, scale=scale, allowed_base_urls=[])

    def html(self) -> str:
        """Return a page that draws it, tooltips included, and loads nothing from elsewhere."""
        return PAGE.format(
            title=escape(self.alt),
            libraries=libraries(),
            specification=self.specification,
        )

    def save(self, path: Path) -> None:
        """Write it in the form that the file's name ends in.

        Raises:
            ConfigurationError: another ending, or a file that cannot be written.
        """
        match form_of(path):
            case "svg":
                content = self.svg().encode()
            case "png":
                content = self.png()
            case "html":
                content = self.html().encode()
            case "json":
                content = self.specification.encode()
        try:
            path.write_bytes(content)
        except OSError as error:
            raise ConfigurationError(f"{path}: {error.strerror}") from error


@cache
def libraries() -> str:
    """Return Vega's libraries, safe inside of a ``<script>``; they define ``vegaEmbed``."""
    import vl_convert

    bundle = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed")
    return bundle.replace("</script", "<\\/script")


def form_of(path: Path) -> Form:
    """Return the form that a file's name asks for.

    Raises:
        ConfigurationError: no chart has that form.
    """
    forms: dict[str, Form] = {f".{form}": form for form in get_args(Form)}
    found = forms.get(path.suffix.lower())
    if found is None:
        raise ConfigurationError(f"{path}: a chart's file ends in {', '.join(forms)}")
    return found


def _cleaned(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, dict):
        return {key: _cleaned(item) for key, item in value.items()}
    return [_cleaned(item) for item in value] if isinstance(value, list) else value
