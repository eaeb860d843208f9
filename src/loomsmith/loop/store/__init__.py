"""What a loop remembers: an append-only ledger and episodes, goal states, checkpoints, notes and advice."""
