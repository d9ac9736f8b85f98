"""Adapters for every tool of the worked catalog, as a user would write them by hand.

What goes over HTTP reaches the reference service through ``upstream``; what shares the ledger's
transaction writes into the tables of ``own_tables``. A type checker holds each adapter to its
contract.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from acme_tools import Adapters

from reference_service.adapters import (
    addresses,
    customers,
    drafts,
    exports,
    messages,
    refunds,
    sale_changes,
    sales,
)
from reference_service.adapters.upstream import Upstream

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["Adapters", "Upstream", "adapters_of"]


def adapters_of(upstream: Upstream, own: Engine) -> Adapters:
    """The factories of all tools. ``own`` is the database that the ledger is in."""
    return Adapters(
        search_customers_v1=lambda: customers.SearchCustomers(upstream),
        get_customer_v1=lambda: customers.GetCustomerV1(upstream),
        get_customer_v2=lambda: customers.GetCustomer(upstream),
        list_attachments_v1=lambda: customers.ListAttachments(upstream),
        read_attachment_v1=lambda: customers.ReadAttachment(upstream),
        get_delivery_options_v1=lambda: addresses.GetDeliveryOptions(upstream),
        preview_address_change_v2=lambda: addresses.PreviewAddressChange(upstream),
        commit_address_change_v2=lambda: addresses.CommitAddressChange(upstream),
        get_address_change_status_v1=lambda: addresses.GetAddressChangeStatus(upstream),
        preview_refund_v1=lambda: refunds.PreviewRefund(upstream),
        commit_refund_v1=lambda: refunds.CommitRefund(upstream),
        get_refund_status_v1=lambda: refunds.GetRefundStatus(upstream),
        list_email_drafts_v1=lambda: messages.ListDrafts(upstream),
        get_email_draft_v1=lambda: messages.GetDraft(upstream),
        draft_email_v1=lambda: drafts.DraftEmail(upstream),
        revise_email_draft_v1=lambda: drafts.ReviseDraft(own),
        preview_send_email_v1=lambda: messages.PreviewSend(upstream),
        commit_send_email_v1=lambda: messages.CommitSend(upstream),
        list_opportunities_v1=lambda: sales.ListSales(upstream),
        get_opportunity_v1=lambda: sales.GetSale(upstream),
        list_sellers_v1=lambda: sales.ListSellers(upstream),
        preview_opportunity_stage_change_v1=lambda: sale_changes.PreviewStageChange(own),
        commit_opportunity_stage_change_v1=lambda: sale_changes.CommitStageChange(own),
        preview_opportunity_handover_v1=lambda: sale_changes.PreviewHandover(own),
        commit_opportunity_handover_v1=lambda: sale_changes.CommitHandover(own),
        start_export_v1=lambda: exports.StartExport(upstream),
        get_export_v1=lambda: exports.GetExport(upstream),
        cancel_export_v1=lambda: exports.CancelExport(upstream),
    )
