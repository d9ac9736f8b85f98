"""The pages of what other stages report, one table for each stage."""
