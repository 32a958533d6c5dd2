/**
 * The proof waits so long for an event, in milliseconds. A run without trouble takes a fraction of it: the longest waits
 * behind a death are a lease of 30 s, a settling of 5 s and a heartbeat of 15 s, and some meet. Twenty processes may die in
 * the way of one assignment, one after the other. The rest is for machines that have much else to do.
 */
export const patienceMs = 600_000;

/** A test has to outlast its waits, and to name the event that it has waited for. */
export const testLimitMs = 4 * patienceMs;
