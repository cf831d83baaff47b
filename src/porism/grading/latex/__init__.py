"""From LaTeX, Unicode mathematics and plain text to typed expressions; nothing is executed."""
