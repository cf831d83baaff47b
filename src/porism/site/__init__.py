"""The public interface: static pages made from a snapshot."""

from porism.site.build import Built, build_site
from porism.site.settings import Settings

__all__ = ["Built", "Settings", "build_site"]
