"""Links the files of services/, and finds what is wrong in each by itself.

Walks in: the validated documents. Walks out: services by name, and diagnostics about their headers
and their answers. Whether a contract may give the errors that a service answers is asked there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Table

from toolcharter.diagnostics import Diagnostic
from toolcharter.ir.link_http import link_answers
from toolcharter.ir.model import ErrorCode, Service
from toolcharter.ir.model.names import Located
from toolcharter.ir.reading import mapping, optional_string, pairs, string
from toolcharter.ir.upstream_codes import ANSWER_CODES, hint_for_code
from toolcharter.ir.upstream_headers import ends_request, is_forbidden
from toolcharter.ir.upstream_rows import idle_rows
from toolcharter.source.document import Document, plain


def link_services(documents: Iterable[Document]) -> dict[str, Service]:
    """The services by name, in the order of their files."""
    services = (_service(document) for document in documents)
    return {service.name: service for service in services}


def service_diagnostics(
    services: Iterable[Service], errors: Table[str, ErrorCode]
) -> Iterator[Diagnostic]:
    """Headers that a service may not set, and answers that mean nothing or never count."""
    for service in services:
        yield from _headers(service)
        for row in service.answers:
            code = row.meaning
            if row.is_error and code.value not in (*errors, *ANSWER_CODES):
                yield Diagnostic(
                    code="service/unknown-code",
                    span=code.span,
                    message=f"The service `{service.name}` answers {row.status} with "
                    f"`{code.value}`, which is no code of errors.yaml and none of the runtime "
                    "that an answer can mean.",
                    hint=hint_for_code(code.value, own=errors, known=()),
                )
        yield from idle_rows(service.answers, f"the service `{service.name}`")


def _service(document: Document) -> Service:
    root = mapping(document.root)
    name = string(root.entries["service"])
    sent_as = mapping(mapping(root.get("credential")).get("sent_as"))
    return Service(
        name=name.value,
        span=name.span,
        settings={key: plain(value) for key, value in root.entries.items() if key != "service"},
        headers=tuple(Located(header, span) for header, span, _ in pairs(root.get("headers"))),
        credential_header=optional_string(sent_as.get("header")),
        answers=link_answers(root.get("answers")),
    )


def _headers(service: Service) -> Iterator[Diagnostic]:
    credential = service.credential_header
    for header in service.headers:
        is_credential = (
            credential is not None and credential.value.casefold() == header.value.casefold()
        )
        if is_forbidden(header.value) or is_credential:
            yield Diagnostic(
                code="service/forbidden-header",
                span=header.span,
                message=f"The service `{service.name}` sets the header `{header.value}`, which "
                "says who calls, where to, with which method, or where the request ends.",
                hint="Take it out; the host supplies the credential under `credential`.",
            )
    if credential is not None and ends_request(credential.value):
        yield Diagnostic(
            code="service/forbidden-header",
            span=credential.span,
            message=f"The credential of `{service.name}` is sent as `{credential.value}`, which "
            "is not a header for credentials.",
            hint="Write the header that the service reads it from: Authorization.",
        )
