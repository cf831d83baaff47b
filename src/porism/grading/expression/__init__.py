"""What an answer says, as typed values: terms (numbers and formulas) and shapes around them."""
