"""The benchmarks. Each figure stands beside a peer's from the same run, where the peer can be installed."""
