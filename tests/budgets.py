"""How many examples the property tests try: few in the default run, many under `make test-deep`."""

import os

from hypothesis import HealthCheck, settings

DEEP = os.environ.get("LOOMSMITH_DEEP", "") not in ("", "0")


def examples(usual: int, deep: int | None = None) -> settings:
    """Hypothesis settings for a property: `usual` examples, or `deep` (20 times as many) in the deep run."""
    return settings(
        max_examples=(deep or usual * 20) if DEEP else usual,
        deadline=None,
        derandomize=not DEEP,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


def rounds(usual: int, deep: int | None = None) -> int:
    """A repeat count of a hand-written loop, enlarged in the same way."""
    return (deep or usual * 20) if DEEP else usual
