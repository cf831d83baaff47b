"""The desk: a web app where people decide what machines could not."""
