"""The rules: pure and deterministic."""
