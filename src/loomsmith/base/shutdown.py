"""What must still happen before the process ends at once, such as killing a child's process group.

A server leaves through `os._exit`, which runs neither `finally` nor `atexit`. Whoever holds something that
would outlive the process adds an action while it holds it, and discards it afterwards.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_actions: dict[object, Callable[[], object]] = {}


def before_exit(action: Callable[[], object]) -> object:
    """Adds an action and returns the token that takes it back. Actions must be quick and must not wait."""
    token = object()
    _actions[token] = action
    return token


def no_longer(token: object) -> None:
    """Takes an action back. Doing so twice is no error."""
    _actions.pop(token, None)


def run_exit_actions() -> None:
    """Runs what is registered, newest first; an action that fails does not stop the others."""
    for action in reversed(list(_actions.values())):
        try:
            action()
        except Exception:  # noqa: BLE001 - the process is ending, and the other actions matter more
            continue
    _actions.clear()
