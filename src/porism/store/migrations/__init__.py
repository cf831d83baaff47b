"""Alembic's folder: small named steps, each in one transaction."""
