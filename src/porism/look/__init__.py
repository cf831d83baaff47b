"""What pages of the site and of the desk have in common: styles, texts, figures, fragments."""

from porism.look.shared import assets, templates

__all__ = ["assets", "templates"]
