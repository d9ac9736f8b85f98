"""Drafts as they are written: into our own database, in the transaction of the ledger."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime

from acme_tools.identifiers import EmailDraftId
from acme_tools.tools.draft_email_v1 import (
    DraftEmailV1Adapter,
    DraftEmailV1Input,
    DraftEmailV1Result,
)
from acme_tools.tools.revise_email_draft_v1 import (
    ReviseEmailDraftV1Adapter,
    ReviseEmailDraftV1Input,
    ReviseEmailDraftV1Result,
)
from sqlalchemy import Connection, Engine, select
from toolcharter_runtime import Call, ToolError

from reference_service.adapters.customers import Customers
from reference_service.adapters.own_tables import drafts, note_effect


class DraftEmail(Customers, DraftEmailV1Adapter):
    def op(
        self, call: Call, arguments: DraftEmailV1Input, connection: Connection
    ) -> DraftEmailV1Result:
        draft_id = EmailDraftId(f"dft_{secrets.token_hex(8)}")
        content = {"subject": arguments.subject, "body": arguments.body}
        connection.execute(
            drafts.insert().values(
                tenant=call.tenant,
                id=draft_id,
                owner=call.requester.identity,
                customer_id=arguments.customer_id,
                state="draft",
                version=1,
                **content,
            )
        )
        note_effect(connection, call, draft_id, before=None, after=1, executed=content)
        return DraftEmailV1Result(
            resource_id=draft_id,
            previous_version=None,
            new_version="1",
            changed_fields=["email_draft.record"],
            next_state=None,
            committed_at=datetime.now(UTC).isoformat(),
        )


class ReviseDraft(ReviseEmailDraftV1Adapter):
    """The draft is in our own database, so its facts are looked up there."""

    def __init__(self, own: Engine) -> None:
        self.own = own

    def op(
        self, call: Call, arguments: ReviseEmailDraftV1Input, connection: Connection
    ) -> ReviseEmailDraftV1Result:
        draft = _own_draft(connection, call, arguments.draft_id, for_change=True)
        if draft is None:
            raise ToolError("DRAFT_NOT_FOUND")
        state, before = draft
        if state == "sent":
            raise ToolError("DRAFT_ALREADY_SENT")
        after = before + 1
        content = {"subject": arguments.subject, "body": arguments.body}
        connection.execute(
            drafts.update()
            .where(drafts.c.tenant == call.tenant, drafts.c.id == arguments.draft_id)
            .values(version=after, **content)
        )
        note_effect(
            connection,
            call,
            arguments.draft_id,
            before=before,
            after=after,
            executed=content,
        )
        return ReviseEmailDraftV1Result(
            resource_id=arguments.draft_id,
            previous_version=str(before),
            new_version=str(after),
            changed_fields=["email_draft.record"],
            next_state=None,
            committed_at=datetime.now(UTC).isoformat(),
        )

    async def draft_is_own(self, call: Call, arguments: ReviseEmailDraftV1Input) -> bool:
        return await asyncio.to_thread(self._state, call, arguments) is not None

    async def draft_is_unsent(self, call: Call, arguments: ReviseEmailDraftV1Input) -> bool:
        return await asyncio.to_thread(self._state, call, arguments) == "draft"

    def _state(self, call: Call, arguments: ReviseEmailDraftV1Input) -> str | None:
        with self.own.connect() as connection:
            draft = _own_draft(connection, call, arguments.draft_id)
        return None if draft is None else draft[0]


def _own_draft(
    connection: Connection, call: Call, draft_id: str, *, for_change: bool = False
) -> tuple[str, int] | None:
    """State and version of the requester's draft."""
    asked = select(drafts.c.state, drafts.c.version).where(
        drafts.c.tenant == call.tenant,
        drafts.c.id == draft_id,
        drafts.c.owner == call.requester.identity,
    )
    row = connection.execute(asked.with_for_update() if for_change else asked).one_or_none()
    return None if row is None else (row.state, row.version)
