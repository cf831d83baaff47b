"""How sites of many attempts are built, and how their pages do in a browser."""
