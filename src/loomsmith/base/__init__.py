"""What every layer shares: failures told to people, nearest names, the context of a call. Standard library only."""
