"""The contract language: its published schemas, its literals, and the validation of one file."""

from toolcharter.contract.kinds import FileKind, kind_of, stray_file
from toolcharter.contract.published import SCHEMA_NAMES, schema_text
from toolcharter.contract.validate import validate

__all__ = ["SCHEMA_NAMES", "FileKind", "kind_of", "schema_text", "stray_file", "validate"]
