"""Starting a server as a process: `main` is what every entry point calls."""

from __future__ import annotations

import os
import sys
import threading

from loomsmith.base.failures import Failure
from loomsmith.mcp.options import read_options, settings_of, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from loomsmith.mcp.options import Options

_STACK_BYTES = 16 * 2**20


def main(program: str, arguments: Sequence[str], command: str) -> int:
    """Serves the program until the client hangs up; then the process ends with status 0, and nothing returns.

    Returns a status only when nothing is to be served: 0 after `--help` and `--version`, 2 after a command
    line that is wrong. `command` is how the server was started, for its help.
    """
    try:
        options = read_options(arguments)
        if options.help:
            sys.stdout.write(usage(command))
            return 0
        if options.version:
            from loomsmith.mcp.programs import PROGRAMS

            identity = PROGRAMS[program].identity
            sys.stdout.write(f"{identity.name} {identity.version}\n")
            return 0
        if not arguments and sys.stdin is not None and sys.stdin.isatty():
            sys.stderr.write(f"{command}: waiting for a client on standard input; see {command} --help.\n")
        _serve(program, options)
    except Failure as failure:
        sys.stderr.write(f"{command}: {failure}\nTry {command} --help.\n")
        return 2
    return 0


def _serve(program: str, options: Options) -> None:
    # Before anything that could print or read is imported.
    from loomsmith.mcp.process import Wire, end_on_signals, leave

    wire = Wire()
    end_on_signals()
    # Calls run beside the main thread, and there some systems give half a megabyte where it has eight.
    threading.stack_size(_STACK_BYTES)

    from loomsmith.mcp.log import Log
    from loomsmith.mcp.programs import PROGRAMS
    from loomsmith.mcp.server import Server
    from loomsmith.mcp.stdio import serve
    from loomsmith.tools.catalog import Catalog

    try:
        log = Log(options.log_level or "error", options.log_file, chosen=options.log_level is not None)
    except OSError as error:
        raise Failure(f"cannot write the log file {options.log_file}: {error.strerror}") from None
    chosen = PROGRAMS[program]
    catalog = Catalog(chosen.tools(), settings_of(options, os.environ), options.tools, log.defect)
    log.info(
        f"serving {len(catalog.tools)} tools as {chosen.identity.name}, state in {catalog.settings.state}"
    )
    serve(Server(catalog, chosen.identity), wire.read, wire.write)
    log.info("the client has hung up")
    leave(0)
