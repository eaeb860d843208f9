"""What a tool handler may know of the call it serves: settings, cancellation, progress and the time."""

from __future__ import annotations

from time import time_ns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Settings:
    """What the operator of a server or a command line has decided; no tool argument can change it.

    `state` is the state folder as given; `roots` are the folders that paths may lie in (empty: no
    confinement); `project` is the folder that relative paths start from when there is no root. `read_only`
    says that nothing may be recorded, `scripts` whether script detectors may run (never when read-only),
    and `script_timeout` how many seconds each may take.
    """

    __slots__ = ("project", "read_only", "roots", "script_timeout", "scripts", "state")

    def __init__(
        self,
        state: str = "state",
        roots: Sequence[str] = (),
        project: str = ".",
        scripts: bool = True,
        script_timeout: float = 50.0,
        read_only: bool = False,
    ) -> None:
        self.state = state
        self.roots = tuple(roots)
        self.project = project
        self.read_only = read_only
        self.scripts = scripts and not read_only
        self.script_timeout = script_timeout

    def base_folder(self) -> str:
        """The folder from which relative paths are resolved: the first root, else the project folder."""
        return self.roots[0] if self.roots else self.project


def wall_clock() -> int:
    """The system's time in milliseconds since 1970, UTC."""
    return time_ns() // 1_000_000


def _never() -> bool:
    return False


def _nowhere(done: float, total: float | None, message: str) -> None:
    return None


class CallContext:
    """The surroundings of one call. Handlers get it as their first argument unless their tool is pure.

    `cancelled()` says whether the caller has given up: poll it at least every 50 ms of work and raise
    `Cancelled`. `progress(done, total, message)` may be called freely; the transport thins it out.
    `clock()` is the time in milliseconds since 1970, UTC.
    """

    __slots__ = ("cancelled", "clock", "progress", "settings")

    def __init__(
        self,
        settings: Settings,
        clock: Callable[[], int],
        cancelled: Callable[[], bool] = _never,
        progress: Callable[[float, float | None, str], None] = _nowhere,
    ) -> None:
        self.settings = settings
        self.clock = clock
        self.cancelled = cancelled
        self.progress = progress
