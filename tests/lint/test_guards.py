"""Rules about what no contract can say still look at what was linked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lint.overlay import base_tree
from toolcharter.build.front import read_front
from toolcharter.contract import FileKind, validate
from toolcharter.ir.link_contract import link_contract
from toolcharter.ir.model import Contract, Environment, Form, Located, Shape, Status
from toolcharter.lint.judge import judge_contract
from toolcharter.source.reader import read


def _linked(path: str) -> tuple[Contract, Environment]:
    environment = read_front(base_tree()).environment
    document, _ = read(path, base_tree()[path])
    assert environment is not None
    assert document is not None
    assert validate(document, FileKind.CONTRACT) == ()
    contract, _ = link_contract(document, environment, {})
    assert contract is not None
    return contract, environment


def _codes(contract: Contract, environment: Environment) -> set[str]:
    return {each.code for each in judge_contract(contract, environment)}


@pytest.mark.promise("C10")
def test_a_commit_with_an_argument_beside_the_proposal_is_refused() -> None:
    contract, environment = _linked("tools/customers/phone_change.v1.yaml")
    commit = next(tool for tool in contract.tools if tool.form is Form.COMMIT)
    wider = Shape(
        schema={
            **commit.input.schema,
            "properties": {**commit.input.schema["properties"], "note": {"type": "string"}},
        },
        spans=commit.input.spans,
    )
    broken = replace(contract, tools=(contract.tools[0], replace(commit, input=wider)))
    assert _codes(contract, environment) == set()
    assert "write/commit-takes-payload" in _codes(broken, environment)


@pytest.mark.promise("C9")
def test_an_external_effect_that_was_linked_as_reversible_is_refused() -> None:
    contract, environment = _linked("tools/refunds/refund.v1.yaml")
    assert contract.effect is not None
    kind = replace(contract.effect.reversibility, kind="reversible")
    broken = replace(contract, effect=replace(contract.effect, reversibility=kind))
    assert "effect/external-as-local" in _codes(broken, environment)


@pytest.mark.promise("C11")
@pytest.mark.parametrize("retry_class", ["idempotent_write", "after_status", "read"])
def test_a_write_that_was_linked_with_an_unsafe_retry_is_refused(retry_class: str) -> None:
    contract, environment = _linked("tools/refunds/refund.v1.yaml")
    preview, commit = contract.tools
    unsafe = replace(commit, retry=replace(commit.retry, retry_class=retry_class, attempts=2))
    assert "retry/unsafe-auto" in _codes(replace(contract, tools=(preview, unsafe)), environment)


@pytest.mark.promise("C17")
def test_a_deprecation_that_was_linked_without_an_end_is_refused() -> None:
    contract, environment = _linked("tools/notes/get_note.v1.yaml")
    endless = replace(contract, status=Status(state="deprecated", since="2026-03-01"))
    assert "version/deprecated-no-sunset" in _codes(endless, environment)


@pytest.mark.promise("C10")
def test_a_direct_write_that_was_linked_without_a_space_is_refused() -> None:
    contract, environment = _linked("tools/notes/keep_note.v1.yaml")
    assert contract.target is not None
    homeless = replace(contract, target=replace(contract.target, space=None))
    assert "approval/none-outside-space" in _codes(homeless, environment)


@pytest.mark.promise("C19")
def test_an_exclusion_reads_the_linked_consequence_and_not_the_text() -> None:
    contract, environment = _linked("tools/customers/phone_change.v1.yaml")
    assert contract.effect is not None
    row = Located("discount", contract.effect.consequence.span)
    broken = replace(contract, effect=replace(contract.effect, consequence=row))
    assert "exclusion/forbidden-capability" in _codes(broken, environment)
