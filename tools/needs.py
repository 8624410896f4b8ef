"""What a tool says when it is started without the packages that it needs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_OURS = ("engine2048", "hardware", "tools")


@contextmanager
def needs(tool: str, target: str | None = None) -> Iterator[None]:
    """Import in this `with` what `tool` needs: without it the tool ends with one sentence, exit code 1.

    `target` is the make command that installs it, which is called as the tool by default. Raises
    SystemExit.
    """
    try:
        yield
    except ImportError as error:
        missing = (error.name or "").split(".", maxsplit=1)[0]
        if missing in _OURS:
            raise
        raise SystemExit(
            f"{tool}: {missing or error} is not installed for {sys.executable}: "
            f"run `make {target or tool}`, which sets up .venv."
        ) from error
    except KeyboardInterrupt:
        raise SystemExit(130) from None
