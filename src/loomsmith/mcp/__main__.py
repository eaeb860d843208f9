"""`python -m loomsmith.mcp` serves every catalog there is."""

import sys

from loomsmith.mcp.start import main

sys.exit(main("loomsmith", sys.argv[1:], "python -m loomsmith.mcp"))
