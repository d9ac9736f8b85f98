"""One class for each kind of identifier."""

from __future__ import annotations

from typing import ClassVar

from toolcharter_runtime.formats import v1


class CustomerId(v1.Identifier):
    """Our identifier of a customer."""

    pattern: ClassVar[str] = "^C-[0-9]{1,8}$"
    max_length: ClassVar[int] = 10


class AddressId(v1.Identifier):
    """One of the saved addresses."""

    pattern: ClassVar[str] = "^a[0-9]{1,8}$"
    max_length: ClassVar[int] = 9
