"""A seeded simulator of the write path: the runtime's own protocol code, driven through random
histories with faults.

    loop.py      time that is made up, and processes that die at any await
    store.py     the store in memory, over a connection that breaks; a clock that is set
    service.py   the services, which are the truth; exports.py their long work
    catalog.py   the tools; adapters.py their adapters
    faults.py    what goes wrong, drawn from the seed; limits.py how many calls are allowed
    world.py     all of it together
    history.py   what happens in it: agents.py, people.py, machines.py
    oracle.py    the judge, who believes nothing that the runtime says of itself
    mutants/     planted bugs, each of which a history has to notice

What is checked, and where; "told" is each envelope, "stored" each committed transaction, "sent" and
"effect" the service's side, "end" the state after the last recovery:

    I1   effect: at most one for each key and proposal; sent: without keys, never while an earlier
         request may still arrive
    I2   stored: every claim has the approvals that people gave (the log of buttons pressed, with
         roles, number, document seen), is in time by the store's clock, is of the digest approved
    I3   sent: arguments are the bytes of the document; told: a preview shows its document
    I4   effect, sent: the version approved; a proposal that met another one is never claimed again
    I5   told, stored, end: success only where the service has the effect, with its proof
    I6   told, stored, effect, end: nothing_happened and failed only where there is no effect of
         anything sent before, then or later
    I7   told: success only where the ledger holds it; the same bytes for ever, never both ends
    I8   stored: states go forward only, an end never changes, anomalies stay
    I9   told, stored: a key answers for its own arguments; a request makes one proposal
    I10  stored: what is denied, expired, closed or void is never claimed
    I11  stored: pending becomes approved by enough right people, nothing else
    I13  sent: the arguments are those that passed the schema (with I3)
    I14  told: no word that a service puts into an answer outside its contract comes through
    I15  sent, effect: a claim was stored before; end: recovering once more changes nothing
    I16  end: no operation is left claimed
    I17  stored, sent: limits of claims, of proposals, of the calls of a run, and of calls at work
         at a time, each of which has a place of its own under a lease; told: who is refused was
         kept out rightly; end: no place is held, no call is uncounted
    I18  sent, stored: one call at a time on one record; like places, for calls that began after
         the clock was last set
    I19  sent, stored: each attempt once, no more attempts than the class allows
    I20  told, effect: four answers, and what was told as stopped never happens; what was sent is
         never told as refused
    I25  stored: what was seen or told as expired is never claimed, whatever the clock says
    I26  told: codes of the closed list, each with its own ``retryable``
    C16  stored: nothing is claimed in a cancelled run
    G26  told: OUTCOME_UNKNOWN is what an unknown outcome is told as; a call that was sent is never
         told as if it had not been

Not here: I12, I24 (no history changes a role or a snapshot), I21 (a compensation is a proposal like
any other), I22, I23 (no trace is kept here), and tools that share the ledger's transaction.
"""
