"""Separate compilation: one contract at a time, in any process, kept by content."""
