import {
  brokenTimeline,
  unended,
  wrongAttempts,
  wrongDeliveries,
  wrongOrder,
  wrongRemovalEvents,
  wrongRun,
  wrongSettlement,
} from './assignmentViolations';
import { wrongMails } from './mailViolations';
import { wrongExtras } from './extraViolations';
import { earlyStarts, leftovers, wrongPosts, wrongPublications } from './postViolations';
import {
  brokenLedger,
  brokenRecord,
  failedTasks,
  lostAnswers,
  strayPosts,
  strayRuns,
  takenPlaces,
  undelivered,
  waitingOrders,
  wrongConnections,
  wrongPurchases,
  wrongTickets,
  wrongUse,
} from './serviceViolations';
import type { SeenAssignment, Snapshot } from './snapshot';

/** A sentence that holds for each snapshot of a service at rest, after any death, cut or loss. */
export interface Invariant {
  name: string;
  /** One sentence for each violation. */
  violations: (snapshot: Snapshot) => string[];
}

export const invariants: readonly Invariant[] = [
  { name: 'every assignment comes to an end', violations: each(unended) },
  {
    name: 'a published assignment has one post, which is as was asked; a cancelled one has none',
    violations: each(wrongPosts),
  },
  {
    name: 'nothing is left of what an assignment has made that nobody sees, unless it says so',
    violations: each(leftovers),
  },
  {
    name: 'a published assignment has what it asks for beside its post, once, or says that it has not',
    violations: each(wrongExtras),
  },
  { name: 'every post belongs to an assignment', violations: strayPosts },
  { name: 'the platform’s record tells how each post became what it is', violations: brokenRecord },
  {
    name: 'a call of the platform’s record makes a published post visible, and only one',
    violations: each(wrongPublications),
  },
  { name: 'nothing begins or is visible before its time', violations: each(earlyStarts) },
  { name: 'a timeline is a path of the state machine and ends where the row is', violations: each(brokenTimeline) },
  { name: 'the webhooks of an assignment are its transitions, once each', violations: each(wrongDeliveries) },
  {
    name: 'each removal that has ended is told of by one webhook, to those who have asked',
    violations: each(wrongRemovalEvents),
  },
  {
    name: 'a webhook that was delivered has arrived, with the bytes and the signature that were promised',
    violations: undelivered,
  },
  { name: 'the first webhooks of an assignment arrive in the order of its transitions', violations: each(wrongOrder) },
  {
    name: 'a hold is charged when the assignment is published and released when it is not, once',
    violations: each(wrongSettlement),
  },
  { name: 'the ledger adds up', violations: brokenLedger },
  { name: 'credits that were paid are booked, once, and refunded ones taken back', violations: wrongPurchases },
  { name: 'a member has used what they hold and were charged, within their limit', violations: wrongUse },
  {
    name: 'the call that publishes happened once by the service’s own rows, and is known to have',
    violations: each(wrongAttempts),
  },
  { name: 'nothing that was promised waits', violations: waitingOrders },
  { name: 'what has ended has given its place back', violations: takenPlaces },
  { name: 'no row without its run, no run without its row', violations: strayRuns },
  { name: 'the last run of an assignment ended as the assignment did', violations: each(wrongRun) },
  { name: 'no task of a workflow failed', violations: failedTasks },
  { name: 'an assignment that was accepted is there once, under the id that was answered', violations: lostAnswers },
  { name: 'a ticket makes one connection or none, and then holds no secret', violations: wrongTickets },
  {
    name: 'a connection that was promised is there; one that was removed holds no token',
    violations: wrongConnections,
  },
  {
    name: 'the mail of an invitation arrives, again only if nobody has recorded it, and then no token is kept',
    violations: wrongMails,
  },
];

/** All that is wrong with a snapshot, in sentences. */
export function violationsOf(snapshot: Snapshot): string[] {
  return invariants.flatMap(({ name, violations }) => violations(snapshot).map((what) => `${name}: ${what}`));
}

function describe({ idempotencyKey, id, status, cleanup, errors }: SeenAssignment): string {
  const facts = [id, status, ...errors.map(({ code }) => code), ...(cleanup === 'none' ? [] : [`clean-up ${cleanup}`])];
  return `${idempotencyKey} (${facts.join(', ')})`;
}

type Judge = (assignment: SeenAssignment, snapshot: Snapshot) => (string | false)[];

function each(judge: Judge) {
  return (snapshot: Snapshot): string[] =>
    snapshot.assignments.flatMap((assignment) =>
      judge(assignment, snapshot)
        .filter((fault) => fault !== false)
        .map((fault) => `${describe(assignment)} ${fault}`),
    );
}
