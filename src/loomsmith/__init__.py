"""Tools for coding agents: typed domain models in `.ddd`, and agent loops that only a gate can rule done."""

__version__ = "0.1.0"
