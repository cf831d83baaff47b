"""Models: definitions, connections, prices."""

from porism.models.connection import Asking, Connection

__all__ = ["Asking", "Connection"]
