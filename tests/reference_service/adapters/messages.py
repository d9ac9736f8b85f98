"""Messages: the mail service shows what it holds of the requester's, and sends it, under the
version of the draft and our key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from acme_tools.identifiers import EmailDraftId
from acme_tools.tools.commit_send_email_v1 import CommitSendEmailV1Adapter
from acme_tools.tools.get_email_draft_v1 import GetEmailDraftV1Adapter, GetEmailDraftV1Input
from acme_tools.tools.list_email_drafts_v1 import ListEmailDraftsV1Adapter, ListEmailDraftsV1Input
from acme_tools.tools.preview_send_email_v1 import (
    PreviewSendEmailV1Adapter,
    PreviewSendEmailV1Input,
)
from pydantic import MISSING
from toolcharter_runtime import Call, Raw

from reference_service.adapters.answers import evidence, page, renamed
from reference_service.adapters.upstream import Upstream, path_to

CHANGED = {"delivery": "email_draft.delivery"}


class NamesDraft(Protocol):
    """Arguments that name one draft."""

    @property
    def draft_id(self) -> EmailDraftId: ...


class Mail:
    """The facts of a draft in the mail service."""

    def __init__(self, upstream: Upstream) -> None:
        self.upstream = upstream

    async def draft_is_own(self, call: Call, arguments: NamesDraft) -> bool:
        return await self.upstream.find(call, path_to("drafts", arguments.draft_id)) is not None

    async def draft_is_unsent(self, call: Call, arguments: NamesDraft) -> bool:
        draft = await self.upstream.get(call, path_to("drafts", arguments.draft_id))
        return draft.get("state") == "draft"

    async def recipients_allowed(self, call: Call, arguments: NamesDraft) -> bool:
        draft = await self.upstream.get(call, path_to("drafts", arguments.draft_id))
        return draft.get("objecting") == []


_OF_DRAFT: Mapping[str, str] = {
    "draft_id": "id",
    "version": "version",
    "customer_id": "customer_id",
    "subject": "subject",
    "body": "body",
    "state": "state",
}


class GetDraft(Mail, GetEmailDraftV1Adapter):
    async def op(self, call: Call, arguments: GetEmailDraftV1Input) -> Raw:
        draft = await self.upstream.get(call, path_to("drafts", arguments.draft_id))
        return Raw(renamed(draft, _OF_DRAFT))


class ListDrafts(Mail, ListEmailDraftsV1Adapter):
    async def op(self, call: Call, arguments: ListEmailDraftsV1Input) -> Raw:
        asked: dict[str, str | int] = {"state": arguments.state, "size": arguments.page_size}
        if arguments.cursor is not MISSING:
            asked["cursor"] = arguments.cursor
        names = {name: name for name in ("customer_id", "subject", "state", "edited_at")}
        answer = await self.upstream.get(call, "/drafts", asked)
        return page(answer, "drafts", {"draft_id": "id", **names})


class PreviewSend(Mail, PreviewSendEmailV1Adapter):
    async def op(self, call: Call, arguments: PreviewSendEmailV1Input) -> Raw:
        draft = await self.upstream.get(call, path_to("drafts", arguments.draft_id))
        shown = {name: name for name in ("recipients", "subject", "body")}
        return Raw(
            {
                "target_version": draft.get("version"),
                "before": {"state": draft.get("state")},
                "after": {"state": "sent"},
                "consequences": renamed(draft, shown),
            }
        )


class CommitSend(Mail, CommitSendEmailV1Adapter):
    async def op(self, call: Call, arguments: PreviewSendEmailV1Input) -> Raw:
        path = path_to("drafts", arguments.draft_id, "send")
        answer = await self.upstream.send(call, "POST", path, {}, is_conditional=True)
        return Raw(evidence(answer, CHANGED))
