"""One world in which something will be killed: the process that acts, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from crashes.judge import Judge
from crashes.nursery import Child, Told
from crashes.orders import Order, approve, call
from crashes.world import World
from write_path.changes import Change


def preview(change: Change, request: str | None = None) -> Order:
    return call(change.preview, change.arguments, role=change.role, request=request)


def commit(change: Change, proposal_id: str) -> Order:
    return call(change.commit, {"proposal_id": proposal_id}, role=change.role)


@dataclass(slots=True)
class Scene:
    """``child`` is the process that will be struck; after a kill, the one that comes after it."""

    world: World
    judge: Judge
    child: Child
    proposals: list[str] = field(default_factory=list)
    operation_id: str = ""

    @staticmethod
    def of(world: World) -> Scene:
        """A new process, of which nothing is known."""
        return Scene(world, Judge(world), world.child())

    def do(self, order: Order) -> Told:
        """The process does it, and somebody knows."""
        return self.judge.acknowledge(order, self.child.do(order))

    def proposed(self, change: Change, request: str | None = None) -> str:
        """The id of a new proposal."""
        envelope = self.do(preview(change, request)).envelope
        assert envelope["ok"], envelope
        proposal_id: str = envelope["result"]["proposal_id"]
        self.proposals.append(proposal_id)
        return proposal_id

    def approved(self, change: Change) -> str:
        """The id of a new proposal that one person has approved."""
        proposal_id = self.proposed(change)
        assert self.do(approve(proposal_id)).value == ["approved"]
        return proposal_id
