"""Rows of answers that never count, because one before them matches everything they match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolcharter.diagnostics import Diagnostic, Related
from toolcharter.ir.model.upstream import AnswerRow


def idle_rows(rows: Sequence[AnswerRow], whose: str) -> Iterator[Diagnostic]:
    """A diagnostic for each row that an earlier one of the same list covers."""
    for place, row in enumerate(rows):
        before = next((each for each in rows[:place] if covers(each, row)), None)
        if before is not None:
            yield Diagnostic(
                code="adapter/answer-never-matches",
                span=row.span,
                message=f"This answer {row.status} of {whose} never counts: one before it "
                "matches whatever it matches.",
                hint="Put the answer that asks for more first, or take one of them out.",
                related=(Related(span=before.span, message="this one counts"),),
            )


def covers(wide: AnswerRow, narrow: AnswerRow) -> bool:
    """Whether every answer that ``narrow`` matches is matched by ``wide``."""
    exact = {name.casefold(): value for name, value in narrow.header.items()}
    there = {*exact, *([narrow.has_header.casefold()] if narrow.has_header else [])}
    return (
        wide.status == narrow.status
        and all(exact.get(name.casefold()) == value for name, value in wide.header.items())
        and (wide.has_header is None or wide.has_header.casefold() in there)
        and wide.problem_type in (None, narrow.problem_type)
    )
