"""What every layer shares: failures, nearest names, JSON texts, the context of a call; no dependencies."""
