"""``porism serve``."""

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8000,
    every_s: Annotated[
        float, typer.Option("--every", min=1, help="Seconds between looks at the store.")
    ] = 10,
    title: Annotated[str, typer.Option(help="What the site is called.")] = "Porism",
) -> None:
    """Show the store as a site on this machine, as it grows.

        porism serve

    Ctrl-C ends it. Pages are those of `porism site build`, kept in the folder `site` of the
    workspace; only what changed is made again.
    """
    import threading

    from porism.cli.console import out
    from porism.look.figures import plural
    from porism.site import Settings
    from porism.site.serve import HOST, Live, server_of
    from porism.workspace import find_workspace

    workspace = find_workspace()
    settings = Settings(title=title)
    live = Live(workspace.store, workspace.root / "site", settings, lambda: workspace.claims)
    with server_of(live.folder, port) as server:
        built = live.refresh()
        out().print(f"{plural(built.files if built else 0, 'file')} made.")
        out().print(f"http://{HOST}:{server.server_port}/ (Ctrl-C ends it)")
        stop = threading.Event()
        following = threading.Thread(target=live.follow, args=(stop, every_s), daemon=True)
        following.start()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            out().print("Ended.")
        finally:
            stop.set()
            following.join()
            workspace.close()
