"""The kinds of pages, one module each: from a snapshot to what a template shows."""
