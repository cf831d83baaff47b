"""Model-written Python, run where it can do no harm."""
