"""What a term is worth: exactly where it is rational, else as a ball that contains it."""
