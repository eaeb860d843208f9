"""The closed sets of words in a config, and the further spellings that are taken for them."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from loomsmith.loop.config.kinds import Word

Mode: TypeAlias = Literal["subjective", "objective", "percentage"]
Role: TypeAlias = Literal["builder", "judge", "manager", "adversary", "researcher"]
Tier: TypeAlias = Literal["cheap", "standard", "strong"]
Operator: TypeAlias = Literal["gt", "gte", "lt", "lte", "eq"]
SkillSource: TypeAlias = Literal["marketplace", "github", "local"]
Acquisition: TypeAlias = Literal["installed", "marketplace", "generate"]
ProviderKind: TypeAlias = Literal[
    "claude_code", "ollama", "grok_cli", "grok_build", "hermes", "openai", "gemini", "byok", "mcp"
]

MODE = Word(get_args(Mode))
ROLE = Word(get_args(Role))
TIER = Word(get_args(Tier))
OPERATOR = Word(get_args(Operator))
SKILL_SOURCE = Word(get_args(SkillSource), (("git", "github"),))
ACQUISITION = Word(get_args(Acquisition))
PROVIDER_KIND = Word(
    get_args(ProviderKind),
    (
        ("claude-code", "claude_code"),
        ("claude", "claude_code"),
        ("claudecode", "claude_code"),
        ("Ollama", "ollama"),
        ("grok-cli", "grok_cli"),
        ("grok", "grok_cli"),
        ("grok-build", "grok_build"),
        ("Hermes", "hermes"),
        ("open_ai", "openai"),
        ("open-ai", "openai"),
        ("OpenAI", "openai"),
        ("Gemini", "gemini"),
        ("google_gemini", "gemini"),
        ("google-gemini", "gemini"),
        ("BYOK", "byok"),
        ("custom", "byok"),
        ("MCP", "mcp"),
    ),
)
