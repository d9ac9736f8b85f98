"""Where each planted bug was found when this was last looked up: the seed, and what was broken.

``python -m simulation.planted`` looks anew and prints the table.
"""

from __future__ import annotations

import multiprocessing

from simulation.__main__ import broken_in, settle
from simulation.mutants import MUTANTS

MOST = 10_000
"""Within how many histories every planted bug has to be found."""

FOUND: dict[str, int] = {
    "an_approval_is_not_asked_for": 1,
    "expiry_goes_by_the_callers_clock": 1,
    "the_approval_is_not_read_again_at_the_claim": 1088,
    "a_denial_is_ignored": 131,
    "requesters_approve_their_own": 12,
    "anybody_may_approve": 6,
    "one_approval_is_enough": 32,
    "another_document_may_be_approved": 80,
    "a_proposal_is_used_again_after_a_conflict": 3,
    "a_cancelled_run_claims": 127,
    "a_cancelled_run_is_not_stored": 50,
    "not_found_is_taken_as_failure": 43,
    "success_is_assumed": 1,
    "a_timeout_is_told_as_failure": 5,
    "a_malformed_success_is_trusted": 1,
    "evidence_of_another_record_is_accepted": 1,
    "a_record_that_did_not_move_is_accepted": 64,
    "a_late_delivery_is_forgotten": 1508,
    "an_expiry_that_was_seen_is_not_stored": 3287,
    "an_end_is_written_over": 1,
    "sent_again_without_keys": 7,
    "a_fresh_key_for_each_try": 1,
    "no_claim_is_stored": 0,
    "called_though_the_claim_was_not_stored": 66,
    "retried_after_the_approval_expired": 180,
    "the_lease_is_ignored": 113,
    "recovery_sends_again_without_asking": 17,
    "keys_are_thought_to_be_kept_for_ever": 7,
    "check_then_act": 1,
    "limits_are_counted_outside_the_transaction": 69,
    "arguments_come_from_the_agent": 3,
    "the_hash_is_not_checked": 165,
    "seals_are_not_checked": 119,
    "the_version_is_moved_forward": 3,
    "a_key_answers_for_other_arguments": 141,
    "an_expiry_that_a_reader_saw_is_not_stored": 34,
    "an_older_attempt_releases": 10,
    "a_cancel_left_behind_stays_claimed": 455,
    "a_cancel_fails_where_another_is_under_way": 21,
    "long_work_that_failed_may_be_claimed_again": 0,
    "a_clock_set_back_makes_keys_young": 445,
    "a_cancel_that_was_sent_is_told_as_refused": 455,
    "a_claim_left_behind_is_forgotten": 17,
    "a_claim_left_behind_is_told_as_failed": 7,
    "a_lack_of_proof_undoes_a_proof": 189,
    "an_open_claim_is_told_as_failed": 4,
    "stopped_is_told_without_proof": 90,
    "success_is_told_from_memory": 108,
    "a_further_try_needs_no_slot": 1298,
    "a_status_may_speak_of_an_earlier_try": 6011,
    "an_altered_proposal_is_shown_again": 3606,
    "a_claim_stays_in_a_run_that_is_over": 890,
}


def first_seed(name: str) -> tuple[int, str] | None:
    """The first seed whose history notices a planted bug, and the sentence that says what."""
    for start in range(0, MOST, 50):
        found = broken_in((start, start + 50, name))
        if found:
            return found[0]
    return None


def _looked_up(name: str) -> tuple[str, tuple[int, str] | None]:
    return name, first_seed(name)


if __name__ == "__main__":
    with multiprocessing.Pool(2, settle) as pool:
        for name, found in pool.imap_unordered(_looked_up, MUTANTS):
            print(f'    "{name}": {found and found[0]},  # {found and found[1]}', flush=True)
