"""What pages of the site and of the desk have in common: styles, texts, figures, fragments."""
