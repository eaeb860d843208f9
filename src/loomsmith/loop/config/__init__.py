"""The config of a loop: model, YAML and Markdown forms, findings and JSON Schema."""

from loomsmith.loop.config.errors import ConfigError
from loomsmith.loop.config.loading import grammar_of, load, loads
from loomsmith.loop.config.model import Config

__all__ = ["Config", "ConfigError", "grammar_of", "load", "loads"]
