"""What asking costs: ``python -m bench.asking``.

Porism's runner, a bare aiohttp client and the openai SDK ask the same questions of a
loopback server, each in a process of its own. What is compared is compared within one run,
since machines differ and are busy.
"""
