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
    "an_approval_is_not_asked_for": 0,
    "the_approval_is_not_read_again_at_the_claim": 1320,
    "expiry_goes_by_the_callers_clock": 9,
    "requesters_approve_their_own": 2,
    "anybody_may_approve": 17,
    "one_approval_is_enough": 3,
    "another_document_may_be_approved": 66,
    "a_proposal_is_used_again_after_a_conflict": 36,
    "a_cancelled_run_claims": 315,
    "a_cancelled_run_is_not_stored": 4,
    "not_found_is_taken_as_failure": 21,
    "success_is_assumed": 12,
    "a_timeout_is_told_as_failure": 8,
    "a_malformed_success_is_trusted": 12,
    "evidence_of_another_record_is_accepted": 34,
    "a_record_that_did_not_move_is_accepted": 36,
    "a_late_delivery_is_forgotten": 32,
    "an_older_attempt_releases": 892,
    "an_end_is_written_over": 1,
    "sent_again_without_keys": 5,
    "a_fresh_key_for_each_try": 2,
    "no_claim_is_stored": 0,
    "called_though_the_claim_was_not_stored": 27,
    "retried_after_the_approval_expired": 1278,
    "the_lease_is_ignored": 32,
    "recovery_sends_again_without_asking": 7,
    "keys_are_thought_to_be_kept_for_ever": 7,
    "check_then_act": 0,
    "limits_are_counted_outside_the_transaction": 0,
    "arguments_come_from_the_agent": 53,
    "the_hash_is_not_checked": 6,
    "seals_are_not_checked": 231,
    "the_version_is_moved_forward": 10,
    "a_key_answers_for_other_arguments": 141,
    "an_expiry_that_a_reader_saw_is_not_stored": 107,
    "a_cancel_left_behind_stays_claimed": 251,
    "a_cancel_fails_where_another_is_under_way": 512,
    "long_work_that_failed_may_be_claimed_again": 0,
    "a_lack_of_proof_undoes_a_proof": 173,
    "a_cancel_that_was_sent_is_told_as_refused": 477,
    "a_further_try_needs_no_slot": 10,
    "an_altered_proposal_is_shown_again": 1985,
    "a_claim_stays_in_a_run_that_is_over": 69,
    "who_takes_up_what_was_left_is_not_counted": 10,
    "a_refused_call_keeps_its_place": 4,
    "a_write_whose_facts_do_not_hold_stays_in_its_room": 37,
    "who_went_away_keeps_a_place": 28,
    "a_place_is_given_back_before_the_answer": 0,
    "the_lease_of_a_question_is_too_short": 3,
    "the_lease_of_a_write_is_too_short": 5,
    "calls_are_counted_by_each_process": 1,
    "a_run_may_make_one_call_too_many": 1,
    "calls_are_lost_with_the_store": 12,
    "a_call_is_counted_each_time_it_waits": 6,
    "calls_that_were_refused_are_not_counted": 0,
    "a_tool_has_one_place_too_many": 6,
    "a_run_has_one_place_too_many": 15,
    "each_process_has_places_of_its_own": 6,
    "each_requester_has_the_places_of_the_tenant": 30,
    "the_places_of_the_dead_stay_taken": 39,
    "a_record_is_written_by_two_at_once": 15,
    "an_open_claim_is_told_as_failed": 8,
    "success_is_told_from_memory": 9,
    "stopped_is_told_without_proof": 21,
    "a_claim_left_behind_is_told_as_failed": 3,
    "a_claim_left_behind_is_forgotten": 7,
    "only_the_last_call_is_doubted": 99,
    "a_preview_outlives_its_cancelled_run": 34,
    "an_answer_to_a_cancel_is_told_unstored": 642,
    "a_declared_failure_keeps_its_statements": 100,
    "each_run_commits_under_its_own_key": 12,
    "a_key_grows_young_with_each_try": 1808,
    "a_token_is_only_looked_at_when_reading": 12,
    "a_call_that_waited_is_not_counted": 6,
    "a_further_try_keeps_the_old_lease_of_its_places": 394,
}


SEEDS_UNKNOWN = frozenset(
    {
        "an_expiry_that_was_seen_is_not_stored",
        "a_denial_is_ignored",
        "a_clock_set_back_makes_keys_young",
        "a_status_may_speak_of_an_earlier_try",
        "a_refusal_that_is_stored_is_counted_twice",
        "an_expiry_is_judged_anew_when_it_is_stored",
        "a_late_refusal_revives_the_proposal",
        "recovery_trusts_its_list",
        "the_gate_of_a_record_is_that_of_its_version",
        "a_call_is_let_in_for_one_try",
        "a_turn_is_lost_with_who_went_away",
    }
)
"""Planted bugs for which no seed has been looked up since histories have tempers."""


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
