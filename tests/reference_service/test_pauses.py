"""Writes that are late or slow: what the service knows of them, and when they take effect."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import httpx2
import pytest

from reference_service.controller import ReferenceService
from reference_service.sending import Sender

Service = ReferenceService


def in_background(work: Callable[[], httpx2.Response]) -> Future[httpx2.Response]:
    pool = ThreadPoolExecutor(1)
    future = pool.submit(work)
    pool.shutdown(wait=False)
    return future


def test_a_late_write_is_unknown_to_everybody_until_it_is_delivered(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.arm("late")
    with pytest.raises(httpx2.TransportError):
        ines.change_address()
    assert ines.status("customers")["state"] == "not_found"
    assert reference_service.waiting() == {"held": [], "late": [{"kind": "customers", "key": "k1"}]}
    assert reference_service.deliver("other") == 0
    assert reference_service.deliver() == 1
    (effect,) = reference_service.effects()
    assert (effect.late, effect.request, effect.version_after) == (True, 1, 18)
    assert ines.status("customers")["state"] == "succeeded"


def test_a_late_write_after_its_repetition_is_one_effect_with_keys_and_two_without(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.personality("refunds", versions=False)
    for send in (ines.change_address, ines.refund):
        reference_service.arm("late")
        with pytest.raises(httpx2.TransportError):
            send()
        assert send().is_success
    assert reference_service.deliver() == 2
    assert len(reference_service.effects(kind="customers")) == 1
    assert [each.late for each in reference_service.effects(kind="refunds")] == [False, True]


def test_a_late_write_delivers_itself_after_the_time_that_was_named(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.arm("late", seconds=0.01)
    with pytest.raises(httpx2.TransportError):
        ines.change_address()
    patience = threading.Event()
    for _ in range(1000):
        if reference_service.effects():
            break
        patience.wait(0.01)
    (effect,) = reference_service.effects()
    assert effect.late


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_slow_write_waits_before_or_after_its_effect(
    reference_service: Service, ines: Sender, when: str
) -> None:
    reference_service.arm("slow", when=when)
    answer = in_background(ines.change_address)
    await reference_service.wait_for(held=1)
    assert len(reference_service.effects()) == (1 if when == "after" else 0)
    assert not answer.done()
    assert reference_service.release("k1") == 1
    assert answer.result().status_code == 200
    assert len(reference_service.effects()) == 1


def test_a_slow_write_goes_on_by_itself_after_the_time_that_was_named(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.arm("slow", seconds=0.01)
    assert ines.change_address().status_code == 200


async def test_a_slow_write_is_carried_out_though_its_sender_has_gone(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.arm("slow")
    with pytest.raises(httpx2.ReadTimeout):
        ines.change_address(patience=0.05)
    await reference_service.wait_for(held=1)
    reference_service.release()
    assert ines.status("customers")["state"] == "succeeded"
    assert len(reference_service.effects()) == 1


async def test_two_writes_that_are_under_way_at_one_time_are_seen_to_overlap(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.arm("slow", key="k1", when="after")
    first = in_background(ines.change_address)
    await reference_service.wait_for(held=1)
    assert ines.change_address(key="k2", version="18").status_code == 200
    reference_service.release()
    assert first.result().status_code == 200
    assert ines.change_address(key="k3", version="19").status_code == 200
    one, two, three = reference_service.effects()
    assert one.overlaps(two) and two.overlaps(one)
    assert not two.overlaps(three) and not three.overlaps(one)


async def test_what_is_held_over_a_reset_does_nothing(
    reference_service: Service, ines: Sender
) -> None:
    reference_service.arm("slow")
    old = in_background(ines.change_address)
    await reference_service.wait_for(held=1)
    reference_service.arm("late")
    with pytest.raises(httpx2.TransportError):
        ines.change_address(key="k2")
    reference_service.reset()
    assert isinstance(old.exception(), httpx2.TransportError)
    assert reference_service.deliver() == 0
    assert (reference_service.effects(), reference_service.requests()) == ([], [])
