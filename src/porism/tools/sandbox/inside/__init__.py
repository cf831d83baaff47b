"""What runs inside of the sandbox: the standard library and this folder, nothing else.

This folder alone is mounted into the sandbox, so nothing here may import from the rest of
Porism; the rest may import from here.
"""
