"""The canonical document of a proposal: what is hashed, shown, approved and executed.

Walks in: what a preview came to. Walks out: RFC 8785 bytes and their hash. The document is made
once, by trusted code, and everything later (the approver's view, the commit's arguments) is read
from its bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import orjson

from toolcharter_runtime._call import JSON, Target
from toolcharter_runtime._json_value import canonical_bytes

FORMAT = 1
_DOMAIN = b"toolcharter proposal 1\n"


def hash_of(document: bytes) -> str:
    """``sha256:`` and 64 hexadecimal digits over the document under the domain of proposals."""
    return f"sha256:{hashlib.sha256(_DOMAIN + document).hexdigest()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Everything that a proposal says, before it is canonical bytes.

    ``effect`` is the filled sentence with what the contract declares about the effect; ``before``
    and ``after`` hold the fields that change. ``principal`` is the identity that the agent itself acts
    under, ``version_because`` why nobody checks the version at the write, where that is so. Instants are
    milliseconds of the store's clock.
    """

    proposal_id: str
    preview: str
    commit: str
    enforced: str
    snapshot: str
    tenant: str
    requester: str
    role: str
    environment: str
    run_id: str
    arguments: JSON
    target: Target
    version_checked_by: str
    effect: Mapping[str, JSON]
    before: JSON
    after: JSON
    consequences: JSON
    facts: Mapping[str, JSON]
    level: Mapping[str, Any]
    created_at: int
    expires_at: int
    principal: str | None = None
    version_because: str | None = None

    def document(self) -> bytes:
        """The canonical bytes."""
        return canonical_bytes(
            {
                "format": FORMAT,
                "proposal": self.proposal_id,
                "preview": self.preview,
                "commit": self.commit,
                "enforced": self.enforced,
                "snapshot": self.snapshot,
                "tenant": self.tenant,
                "requester": self.requester,
                "principal": self.principal,
                "role": self.role,
                "environment": self.environment,
                "run": self.run_id,
                "arguments": self.arguments,
                "target": {
                    "kind": self.target.kind,
                    "id": self.target.id,
                    "version": self.target.version,
                    "version_checked_by": self.version_checked_by,
                    "because": self.version_because,
                },
                "effect": dict(self.effect),
                "before": self.before,
                "after": self.after,
                "consequences": self.consequences,
                "facts": dict(self.facts),
                "approval": {
                    "level": self.level["level"],
                    "approvers": self.level["approvers"],
                    "roles": list(self.level["roles"]),
                },
                "created_at": self.created_at,
                "expires_at": self.expires_at,
            }
        )


@dataclass(frozen=True, slots=True)
class Document:
    """A proposal as its stored bytes say it."""

    content: Mapping[str, Any]

    @classmethod
    def read(cls, document: bytes) -> Document:
        return cls(orjson.loads(document))

    @property
    def arguments(self) -> JSON:
        return cast(JSON, self.content["arguments"])

    @property
    def target(self) -> Target:
        target = self.content["target"]
        return Target(kind=target["kind"], id=target["id"], version=target["version"])

    @property
    def record_key(self) -> str:
        """Kind and id of the target as one text: whatever its version, it is the same record."""
        target = self.content["target"]
        return canonical_bytes([target["kind"], target["id"]]).decode()

    @property
    def target_key(self) -> str:
        """Kind, id and version as one text."""
        target = self.content["target"]
        return canonical_bytes([target["kind"], target["id"], target["version"]]).decode()

    @property
    def excluded(self) -> frozenset[str]:
        """Who may not decide: the requester, and the principal of the run."""
        parties = (self.content["requester"], self.content.get("principal"))
        return frozenset(each for each in parties if each is not None)

    @property
    def approvers_needed(self) -> int:
        return int(self.content["approval"]["approvers"])

    @property
    def approver_roles(self) -> frozenset[str]:
        return frozenset(self.content["approval"]["roles"])
