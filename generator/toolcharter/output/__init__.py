"""The last stage: what is on disk against what was generated, and the store of past results."""
