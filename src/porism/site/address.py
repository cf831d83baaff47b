"""Where every page is: paths from the site's root that any file system and server can hold."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

LONGEST = 60
HOME = "index.html"
METHODS, LOG, DATA, ABOUT = "methods.html", "corrections.html", "data/index.html", "about.html"
COMPARE = "compare/index.html"
PROBLEM_LIST = "compare/problems.js"
FEED = "feed.xml"
CHARTS = "static/vega.js"
PAPER = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7})(v\d+)?", re.ASCII)
EXTENSIONS = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif"}


@lru_cache(maxsize=1 << 16)
def slug(name: str) -> str:
    """Return a file's name for anything that is called so; different names stay different."""
    made = re.sub(r"[^a-z0-9._-]+", "-", name.lower())[:LONGEST].strip("-.")
    if made and made == name:
        return made
    return f"{made}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}".lstrip(
        "-"
    )


def board(benchmark: str, variant: str = "") -> str:
    """Return the folder of a benchmark or of one of its variants."""
    return f"benchmarks/{benchmark}~{variant}" if variant else f"benchmarks/{benchmark}"


def benchmark_page(benchmark: str, variant: str = "") -> str:
    """Return the page of a benchmark."""
    return f"{board(benchmark, variant)}/index.html"


def problem_page(benchmark: str, problem: str) -> str:
    """Return the page of a problem."""
    return f"{board(benchmark)}/problems/{slug(problem)}.html"


def attempts_page(benchmark: str, variant: str, problem: str, model: str) -> str:
    """Return the page of a model's attempts at a problem."""
    return f"{board(benchmark, variant)}/attempts/{slug(problem)}/{model}.html"


def attempts_file(page: str) -> str:
    """Return the file that holds all that is known of the attempts on a page."""
    return page.removesuffix(".html") + ".json"


def model_page(model: str) -> str:
    """Return the page of a model."""
    return f"models/{model}.html"


def pair_page(first: str, second: str) -> str:
    """Return the page that compares two models, whichever is named first."""
    low, high = sorted((first, second))
    return f"compare/{low}~{high}.html"


def scores_file(model: str) -> str:
    """Return the file of a model's scores."""
    return f"compare/scores/{model}.js"


def picture(sha256: str, media_type: str) -> str:
    """Return the file of a picture."""
    return f"pictures/{sha256}.{EXTENSIONS[media_type]}"


def web(url: str) -> str:
    """Return an address on the web; nothing for any other scheme."""
    return url if url.startswith(("https://", "http://")) else ""


def arxiv(paper: str) -> str:
    """Return where on the web a paper is; nothing for what is no identifier of arXiv's."""
    return f"https://arxiv.org/abs/{paper}" if PAPER.fullmatch(paper) else ""


def up(path: str) -> str:
    """Return the way from a page to the site's root."""
    return "../" * path.count("/")
