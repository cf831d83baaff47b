"""The page "What the figures mean", computed from published results: ``python -m docs.figures``."""
