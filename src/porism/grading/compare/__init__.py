"""Whether an answer says the same as a reference: typed by the reference."""
