"""Porism: a live, faithful evaluation platform for mathematics with language models."""
