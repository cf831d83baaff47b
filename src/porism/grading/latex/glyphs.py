"""Unicode mathematics rewritten as LaTeX."""

from __future__ import annotations

import re
import unicodedata

_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ϵ": "epsilon",
    "ζ": "zeta", "η": "eta", "θ": "theta", "ϑ": "theta", "ι": "iota", "κ": "kappa",
    "λ": "lambda", "μ": "mu", "µ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ϖ": "pi", "ρ": "rho",
    "σ": "sigma", "ς": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "ϕ": "phi", "χ": "chi",
    "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda",
    "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_COMMANDS = {
    "×": "times", "✕": "times", "⨯": "times", "✖": "times", "·": "cdot", "⋅": "cdot",
    "∙": "cdot", "•": "cdot", "∗": "cdot", "÷": "div", "±": "pm", "∓": "mp", "√": "sqrt",
    "∛": "sqrt[3]", "∜": "sqrt[4]", "∞": "infty", "≤": "le", "⩽": "le", "≦": "le", "≥": "ge",
    "⩾": "ge", "≧": "ge", "≠": "ne", "≈": "approx", "≃": "approx", "≅": "approx", "≡": "equiv",
    "∪": "cup", "⋃": "cup", "∩": "cap", "⋂": "cap", "∖": "setminus", "∈": "in", "∉": "notin",
    "⊂": "subset", "⊆": "subseteq", "∅": "emptyset", "⌀": "emptyset", "ø": "emptyset",
    "Ø": "emptyset", "∑": "sum", "∏": "prod", "∫": "int", "⟨": "langle", "⟩": "rangle",
    "〈": "langle", "〉": "rangle", "⌊": "lfloor", "⌋": "rfloor", "⌈": "lceil", "⌉": "rceil",
    "‖": "|", "∥": "|", "∧": "land", "∨": "lor", "¬": "neg", "→": "to", "⟶": "to", "↦": "mapsto",
    "⇒": "Rightarrow", "⟹": "Rightarrow", "⇔": "iff", "…": "ldots", "⋯": "cdots", "∘": "circ",
    "∀": "forall", "∃": "exists", "ℓ": "ell", "∂": "partial", "∇": "nabla", "∆": "Delta",
    "∠": "angle", "△": "triangle",
}  # fmt: skip
_PLAIN = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "‒": "-", "﹣": "-", "∕": "/", "⁄": "/",
    "∣": "|", "︱": "|", "′": "'", "’": "'", "‘": "'", "ʹ": "'", "″": "''", "“": '"', "”": '"',
    "、": ",", "，": ",", "；": ";", "：": ":", "。": ".", "（": "(", "）": ")", "【": "[",
    "】": "]", "［": "[", "］": "]", "｛": "{", "｝": "}", "ℯ": "e", "ⅇ": "e", "ⅈ": "i", "ⅉ": "j",
    "∶": ":", "％": "%", "٪": "%", "﹪": "%", "°": r"^\circ ", "º": r"^\circ ", "˚": r"^\circ ",
    "ℝ": r"\mathbb{R}", "ℤ": r"\mathbb{Z}", "ℕ": r"\mathbb{N}", "ℚ": r"\mathbb{Q}",
    "ℂ": r"\mathbb{C}", "\u00a0": " ", "\u2009": r"\,", "\u202f": r"\,", "\u2007": r"\,",
    "\u2002": " ", "\u2003": " ", "\u3000": " ", "\u2028": "\n", "\u2029": "\n",
}  # fmt: skip
_INVISIBLE = (
    *range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F, *range(0x80, 0xA0), 0xAD, 0x034F,
    0x061C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10), 0xFEFF,
)  # fmt: skip
_TABLE: dict[int, str] = (
    {ord(c): f"\\{name} " for c, name in (_GREEK | _COMMANDS).items()}
    | {ord(c): plain for c, plain in _PLAIN.items()}
    | dict.fromkeys(_INVISIBLE, "")
)
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱˣʸᵏᵐᵃᵇ", "0123456789+-=()nixykmab", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙᵢₖₘₓⱼ", "0123456789+-=()nikmxj", strict=True))
_RAISED_RUN = re.compile(f"[{''.join(_RAISED)}]+")
_LOWERED_RUN = re.compile(f"[{''.join(_LOWERED)}]+")
_INDEXED_ROOT = re.compile("([⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ])√")
_BARRED_RUN = re.compile("(?:\\d[\u0304\u0305\u0307])+")
_COMBINING = re.compile("[\u0300-\u036f\u20d0-\u20ff\ud800-\udfff]")
_VULGAR = re.compile("[¼½¾⅐-⅞↉]")
_FOREIGN_DIGIT = re.compile(r"(?![0-9])\d")
_RAISED_FRACTION = re.compile(f"([{''.join(_RAISED)}]+)[⁄/]([{''.join(_LOWERED)}]+)")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def to_latex(text: str) -> str:
    """Return the text with every mathematical glyph as the LaTeX that means it."""
    if text.isascii():
        return _CONTROLS.sub("", text)
    text = _RAISED_FRACTION.sub(_raised_fraction, text)
    text = _BARRED_RUN.sub(lambda m: rf"\overline{{{m[0][::2]}}}", text)
    text = _INDEXED_ROOT.sub(lambda m: rf"\sqrt[{_RAISED[m[1]]}]", text)
    text = _RAISED_RUN.sub(lambda m: "^{" + "".join(_RAISED[c] for c in m[0]) + "}", text)
    text = _LOWERED_RUN.sub(lambda m: "_{" + "".join(_LOWERED[c] for c in m[0]) + "}", text)
    text = _VULGAR.sub(_fraction, text)
    text = unicodedata.normalize("NFKC", text.translate(_TABLE))
    text = _FOREIGN_DIGIT.sub(lambda m: str(unicodedata.decimal(m[0])), text)
    return _COMBINING.sub("", text.translate(_TABLE))


def _raised_fraction(match: re.Match[str]) -> str:
    over, under = (_RAISED[c] for c in match[1]), (_LOWERED[c] for c in match[2])
    return rf"\frac{{{''.join(over)}}}{{{''.join(under)}}}"


def _fraction(match: re.Match[str]) -> str:
    over, _, under = unicodedata.normalize("NFKC", match[0]).partition("⁄")
    return rf"\frac{{{over}}}{{{under}}}"
