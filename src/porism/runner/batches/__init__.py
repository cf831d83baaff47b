"""Runs through batch APIs: packed, sent, followed, collected; resumed from what is stored."""
