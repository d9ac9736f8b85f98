"""The compiler of tool contracts."""

__version__ = "0.1.0"
