"""Benchmarks: ratios to peers, measured in one run; never timed tests."""
