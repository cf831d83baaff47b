"""Words and commands that mean something, as tables."""

from __future__ import annotations

from porism.grading.expression.terms import INFINITY, PI

MARKS = {
    "cdot": "*", "times": "*", "ast": "*", "div": "/", "le": "<=", "leq": "<=", "leqslant": "<=",
    "leqq": "<=", "ge": ">=", "geq": ">=", "geqslant": ">=", "geqq": ">=", "lt": "<", "gt": ">",
    "ne": "!=", "neq": "!=", "pm": "+-", "mp": "-+", "cup": "∪", "bigcup": "∪", "cap": "∩",
    "bigcap": "∩", "setminus": "∖", "smallsetminus": "∖", "backslash": "∖", "in": "∈", "notin": "∉",
    "mid": "|", "vert": "|", "lvert": "|", "rvert": "|", "|": "‖", "Vert": "‖", "lVert": "‖",
    "rVert": "‖", "parallel": "‖", "{": "{{", "}": "}}", "lbrace": "{{", "rbrace": "}}",
    "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉",
    "lbrack": "[", "rbrack": "]", "ldots": "…", "dots": "…", "cdots": "…", "dotsc": "…",
    "dotsb": "…", "dotsm": "…", "dotso": "…", "vdots": "…", "colon": ":", "land": "and",
    "wedge": "and", "lor": "or", "vee": "or", "to": "->", "rightarrow": "->", "longrightarrow":
    "->", "mapsto": "↦", "approx": "≈", "simeq": "≈", "cong": "≈", "doteq": "≈", "sim": "≈",
    "equiv": "≡", "circ": "∘", "%": "%", "$": "$", "&": "&", "#": "#", "_": "_", "prime": "'",
    "degree": "°", "subset": "⊂", "subseteq": "⊂", "Rightarrow": "=>", "implies": "=>",
    "Longrightarrow": "=>", "iff": "=>", "Leftrightarrow": "=>", "therefore": "=>", "cr": "\\\\",
    "newline": "\\\\", "choose": "choose", "over": "over", "bmod": "mod", "mod": "mod",
    "pmod": "pmod",
    "cdotp": "*", "bullet": "*", "star": "*", "coloneqq": "=", "triangleq": "=", "divides": "|",
    "oplus": "⊕", "neg": "¬",
}  # fmt: skip
"""Commands that are punctuation, by the one mark that stands for all their spellings."""

SPACES = frozenset((
    ",", ";", ":", "!", ">", "/", "quad", "qquad", "thinspace", "medspace", "thickspace",
    "negthinspace", "enspace", "enskip", "space", "left", "right", "middle", "big", "Big", "bigg",
    "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "Biggl", "Biggr", "bigm",
    "displaystyle", "textstyle", "scriptstyle", "limits", "nolimits", "hfill", "hspace", "vspace",
    "phantom", "hphantom", "nobreak", "noindent", "centering", "relax", "mathstrut", "strut", "(",
    ")", "[", "]", "-", "nonumber", "notag", "allowbreak", "hline", "smallskip", "checkmark",
    "blacksquare", "square", "Box", "qed", "qedsymbol", "tiny",
    "scriptsize", "footnotesize", "small", "normalsize", "large", "Large", "LARGE", "huge",
    "Huge", "bf", "it", "sf", "tt", "em",
))  # fmt: skip
"""Commands that only move ink about."""

ARGUMENT_DROPPED = frozenset(["hspace", "vspace", "phantom", "hphantom", "vphantom"])
"""Commands that move ink about by what stands in their argument."""

UNIT_LETTERS = frozenset((
    "m", "s", "g", "L", "l", "h", "N", "J", "W", "V", "A", "K", "C", "F",
))  # fmt: skip
"""Letters that are units, not letters, when they are set as text behind a number."""

FONTS = frozenset((
    "mathbf", "mathrm", "mathit", "mathsf", "mathtt", "mathnormal", "boldsymbol", "bm", "bold",
    "mathcal", "mathscr", "mathfrak", "rm", "pmb", "symbf", "symup", "underline", "boxed", "fbox",
    "mbox", "ensuremath", "mathop", "mathbin", "mathrel", "mathord", "operatorname*", "tilde",
    "widetilde", "check", "breve", "acute", "grave", "cancel", "displaylines",
))  # fmt: skip
"""Commands whose argument means the same without them, unless it is a word."""

WORDS = frozenset((
    "text", "textbf", "textit", "textrm", "textsf", "texttt", "textsc", "textnormal", "textup",
    "textmd", "emph", "mbox", "hbox", "operatorname", "mathrm", "mathbf", "mathsf", "mathit",
    "mathtt", "rm", "bold", "bm", "boldsymbol",
))  # fmt: skip
"""Commands whose argument may be a word."""

COLOURS = frozenset(["textcolor", "color", "colorbox", "style", "class", "href", "cssId"])
"""Commands whose first argument is not content."""

GREEK = frozenset((
    "alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta",
    "vartheta", "iota", "kappa", "lambda", "mu", "nu", "xi", "rho", "varrho", "sigma", "varsigma",
    "tau", "upsilon", "phi", "varphi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda",
    "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega", "ell", "hbar", "aleph", "partial",
    "nabla", "omicron", "imath", "jmath", "Re", "Im",
))  # fmt: skip

CONSTANTS = {"pi": PI, "varpi": PI, "infty": INFINITY, "infinity": INFINITY, "inf": INFINITY,
             "oo": INFINITY}  # fmt: skip

FUNCTIONS = {
    "sin": "sin", "cos": "cos", "tan": "tan", "cot": "cot", "sec": "sec", "csc": "csc",
    "cosec": "csc", "tg": "tan", "ctg": "cot", "arcsin": "asin", "arccos": "acos",
    "arctan": "atan", "asin": "asin", "acos": "acos", "atan": "atan", "arccot": "acot",
    "arcsec": "asec", "arccsc": "acsc", "arctg": "atan", "sinh": "sinh", "cosh": "cosh",
    "tanh": "tanh", "coth": "coth", "sech": "sech", "csch": "csch", "arcsinh": "asinh",
    "arccosh": "acosh", "arctanh": "atanh", "arsinh": "asinh", "arcosh": "acosh",
    "artanh": "atanh", "asinh": "asinh", "acosh": "acosh", "atanh": "atanh", "ln": "ln",
    "log": "log", "lg": "lg", "lb": "lb", "exp": "exp", "cis": "cis", "sqrt": "sqrt",
    "cbrt": "cbrt", "surd": "sqrt", "abs": "abs", "floor": "floor", "ceil": "ceil",
    "ceiling": "ceil",
    "gcd": "gcd", "lcm": "lcm", "max": "max", "min": "min", "diag": "diag",
    "sgn": "sign", "sign": "sign",
    "det": "det", "Re": "re", "Im": "im", "arg": "arg", "Arg": "arg", "conj": "conj",
    "zeta": "zeta", "Gamma": "gamma", "varphi": "totient", "phi": "totient", "tr": "trace",
    "trace": "trace", "erf": "erf", "binom": "binomial", "binomial": "binomial",
    "factorial": "factorial", "frac": "quotient", "deg": "degree", "dim": "dimension",
    "mod": "modulo", "Li": "polylog", "erfc": "erfc", "Ei": "ei", "li": "li", "Si": "si",
    "dbinom": "binomial", "tbinom": "binomial", "Ci": "ci", "psi": "digamma",
    "root": "root", "pow": "power", "W": "lambert",
}  # fmt: skip

ONLY_WITH_BRACKETS = frozenset((
    "zeta", "Gamma", "varphi", "phi", "frac", "deg", "dim", "mod", "Li", "erf", "erfc", "Ei",
    "li", "Si", "Ci", "psi", "binomial", "factorial", "sign", "abs", "floor", "ceil",
    "ceiling", "root", "pow", "W", "cbrt", "tr", "trace", "conj", "Re", "Im", "arg", "Arg", "max",
    "min", "diag",
))  # fmt: skip
"""Names that are functions only where a bracket follows."""

NUMBER_WORDS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12,
}  # fmt: skip

ORDINALS = {"half": 2, "halve": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6,
            "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "twelfth": 12}  # fmt: skip

ENVIRONMENTS = {
    "pmatrix": "()", "bmatrix": "[]", "matrix": "", "smallmatrix": "", "Bmatrix": "{}",
    "vmatrix": "||", "Vmatrix": "||", "array": "", "cases": "cases", "dcases": "cases",
    "rcases": "cases", "aligned": "lines", "align": "lines", "align*": "lines", "gathered": "lines",
    "split": "lines", "equation": "lines", "equation*": "lines", "gather": "lines",
    "gather*": "lines", "psmallmatrix": "()", "bsmallmatrix": "[]", "alignedat": "lines",
}  # fmt: skip

CURRENCIES = frozenset("$€£¥")

CONNECTIVES = {"and": "and", "or": "or", "&": "and", "und": "and", "oder": "or", "et": "and",
               "ou": "or", "或": "or", "和": "and", "与": "and", "或者": "or"}  # fmt: skip

REMARKS = frozenset((
    "where", "for", "if", "when", "whenever", "with", "since", "because", "as", "given",
    "provided", "such", "assuming", "in", "on", "per", "which", "that", "so", "thus", "hence",
    "i.e.", "e.g.", "approximately", "about", "exactly", "only",
))  # fmt: skip
"""First words of a remark behind an answer."""

CONDITIONS = frozenset(("if", "for", "when", "whenever", "otherwise", "else", "elsewhere"))
"""Words that make what stands before them one case of several."""

DENIALS = frozenset(("not", "no", "never", "wrong", "incorrect", "false"))
"""Words that deny what stands before them, so that they count nothing."""

NOUNS = frozenset((
    "the", "set", "point", "points", "interval", "line", "vector", "pair", "ordered", "triple",
    "function", "curve", "circle", "matrix", "value", "values", "number", "numbers", "solution",
    "solutions", "equation", "polynomial", "plane", "parabola", "ellipse", "hyperbola", "of",
    "area", "perimeter", "length", "volume", "measure",
))  # fmt: skip
"""Words before an answer that only say what kind of thing it is."""

SHORT_WORDS = frozenset((
    "is", "no", "if", "in", "of", "to", "the", "for", "not", "yes", "are", "all", "any", "odd",
    "even", "one", "two", "six", "ten", "as", "at", "by", "on", "so", "we", "us", "he", "she",
    "it", "its", "true", "false", "none", "red",
))  # fmt: skip
"""Bare runs of letters that are words although they are short."""
