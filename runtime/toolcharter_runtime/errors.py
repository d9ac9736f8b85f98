"""What the runtime raises at the host: mistakes in wiring, never anything an agent can cause.

    Exception
    └── HostError
        ├── CatalogError    a generated package or the adapters for it cannot be served
        └── RunError        a run cannot be opened, narrowed or used like this

What an agent can cause is answered as an envelope instead.
"""

from __future__ import annotations


class HostError(Exception):
    """The host used the runtime in a way that it refuses."""


class CatalogError(HostError):
    """A generated package, or the adapters given for it, cannot be served.

    What shows only at a call (a damaged schema file, a factory that makes another adapter) is
    answered INTERNAL, and the sentence stands in the record as its ``reason``.
    """


class RunError(HostError):
    """A run cannot be opened, narrowed or used like this."""
