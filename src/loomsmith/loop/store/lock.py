"""The lock that keeps two runs from working in one state folder at a time."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from loomsmith.base.failures import Failure

if TYPE_CHECKING:
    from types import TracebackType

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOCK_FILE: Final = "run.lock"


class RunInProgress(Failure):
    """Another process is running a loop in the same state folder."""


class RunLock:
    """Held while a run works: `with RunLock(folder, run_id): ...`.

    Advisory: readers and recorders of episodes do not ask for it. The operating system releases it when the
    process ends, however it ends; the file stays and says who had it last.
    Raises RunInProgress if another run holds it.
    """

    def __init__(self, folder: str | os.PathLike[str], run_id: str) -> None:
        self._path = Path(folder) / LOCK_FILE
        self._run_id = run_id
        self._descriptor: int | None = None

    def __enter__(self) -> RunLock:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def acquire(self) -> None:
        """Takes the lock at once or raises RunInProgress; makes the folder if it is not there."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise Failure(
                f"The run lock {self._path} cannot be made: {error.strerror or error}.\n"
                "Check the state folder and its permissions."
            ) from None
        if not _lock(descriptor):
            holder = os.read(descriptor, 1000).decode("utf-8", "replace").strip()
            os.close(descriptor)
            raise RunInProgress(
                f"Another run works in {self._path.parent}"
                f"{f' ({holder})' if holder else ''}; two at a time would mix their records.\n"
                "Wait for it to end, stop it, or give this one a loop folder of its own."
            )
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"run {self._run_id}, process {os.getpid()}\n".encode("utf-8", "replace"))
        self._descriptor = descriptor

    def release(self) -> None:
        """Gives the lock back; doing so twice is no error."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


if fcntl is not None:

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

else:
    import msvcrt

    def _lock(descriptor: int) -> bool:
        # Byte locks are mandatory on Windows; one far behind the text keeps that readable for others.
        try:
            os.lseek(descriptor, 1 << 30, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True
