"""The attack strings, and every fragment that is made of one."""

from collections.abc import Iterator
from pathlib import Path

import yaml
from markupsafe import Markup

from porism.markup import code, json_block, mathematics, plain, prose

FOLDER = Path(__file__).parent / "attacks"
FAMILIES = {
    file.stem: yaml.safe_load(file.read_text(encoding="utf-8"))
    for file in sorted(FOLDER.glob("*.yaml"))
} | {"surrogates": ["\ud800<script>ran()</script>", "$\udfff$", "\udc3cscript\udc3e"]}
ATTACKS = [(family, attack) for family, attacks in FAMILIES.items() for attack in attacks]


def fragments(attack: str) -> Iterator[Markup]:
    """Every way in which a page shows a text, and places where a text may stand inside it."""
    yield prose(attack)
    yield prose(f"Before.\n\n{attack}\n\nAfter.", breaks=False)
    yield prose(f"- **{attack}**\n\n| a |\n|---|\n| {attack} |")
    yield prose(f"```{attack}\n{attack}\n```")
    yield prose(f"[{attack}](https://a.example/{attack}) ![{attack}](https://a.example/)")
    yield prose(f"$x + {attack}$ and \\[ {attack} \\] and \\boxed{{{attack}}}")
    yield prose(f"{attack} {attack}", longest=len(attack) + 1, whole="raw.txt")
    yield mathematics(attack)
    yield mathematics(attack, display=True)
    yield mathematics(rf"\text{{{attack}}}_{{{attack}}}")
    yield mathematics(rf"x \tag{{{attack}}}", display=True)
    yield code(attack, attack)
    yield json_block({attack: [attack, {"text": attack}]})
    yield Markup('<span title="{0}">{0}</span>').format(plain(attack))
