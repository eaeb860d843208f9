"""Checks on the resolved model: one module per area, run by `suite.run_model_checks`."""
