"""Proposals: what trusted code makes of a preview, and what approvers and commits go by."""
