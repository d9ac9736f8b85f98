"""A metrics backend behind the OpenTelemetry API, which keeps everything that it is told."""

from __future__ import annotations

from typing import Any

from opentelemetry import metrics
from opentelemetry.metrics import NoOpCounter, NoOpMeter


class Meters(metrics.MeterProvider):
    """Keeps names, amounts and attributes of every count."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def get_meter(
        self,
        name: str,
        version: str | None = None,
        schema_url: str | None = None,
        attributes: Any = None,
    ) -> metrics.Meter:
        self.seen.append([name, version, schema_url, attributes])
        return _Meter(name, self.seen)


class _Meter(NoOpMeter):
    def __init__(self, name: str, seen: list[Any]) -> None:
        super().__init__(name)
        self._seen = seen

    def create_counter(self, name: str, unit: str = "", description: str = "") -> metrics.Counter:
        self._seen.append([name, unit, description])
        return _Counter(name, self._seen)


class _Counter(NoOpCounter):
    def __init__(self, name: str, seen: list[Any]) -> None:
        super().__init__(name)
        self._seen = seen

    def add(self, amount: float, attributes: Any = None, context: Any = None) -> None:
        self._seen.append([amount, attributes])
