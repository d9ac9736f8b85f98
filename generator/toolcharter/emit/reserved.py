"""Names that generated code may not give to what a contract names."""

from __future__ import annotations


def _names(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


_IMPORTED = _names(
    "Annotated Any BaseModel ClassVar ConfigDict Field Literal MISSING Mapping TypeAlias v1"
)

CLASSES = _IMPORTED | _names(
    # The builtins of every Python that has them.
    "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup",
    "BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError",
    "ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError",
    "DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception",
    "ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning",
    "GeneratorExit IOError ImportError ImportWarning IndentationError IndexError",
    "InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError",
    "ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError",
    "OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError",
    "PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError",
    "RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError",
    "SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError",
    "UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning",
    "ValueError Warning ZeroDivisionError",
)
"""What a class of a generated module may not be called."""

FIELDS = _IMPORTED | _names(
    # The interface of pydantic's models.
    "construct copy dict from_orm json model_computed_fields model_config model_construct",
    "model_copy model_dump model_dump_json model_extra model_fields model_fields_set",
    "model_json_schema model_parametrized_name model_post_init model_rebuild model_validate",
    "model_validate_json model_validate_strings parse_file parse_obj parse_raw schema",
    "schema_json update_forward_refs validate",
    # The types in annotations, which a field with a default would hide.
    "bool dict float int list str",
    "self cls",
)
"""What a field of a model may not be called."""

FIELD_BEGINNINGS = ("model_validate", "model_dump", "EngineModel", "Ref__")
"""Beginnings that pydantic protects, and those of the names that the model engine is handed."""
