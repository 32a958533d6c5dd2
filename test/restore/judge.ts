import { facebookText } from '../kinds/facebookText';
import { youtubeVideo } from '../kinds/youtubeVideo';
import { invariants } from '../proof/judging/invariants';
import { readTables } from '../proof/judging/tables';
import type { SeenPost } from '../kinds';
import type { SeenAssignment, Snapshot } from '../proof/judging/snapshot';
import type { Rehearsal } from './rehearsal';
import type { Stage } from './stage';

/** The restored service at rest, as the invariants of the proof read it. */
export async function snapshotOf({ service, receiver, lateReceiver }: Stage): Promise<Snapshot> {
  const { sandbox, database } = service;
  const [rows, state, calls] = await Promise.all([
    readTables(database),
    sandbox.control('GET', '/state'),
    sandbox.control('GET', '/calls'),
  ]);
  return {
    ...rows,
    posts: [youtubeVideo, facebookText].flatMap((kind) => kind.postsOf(state.body)),
    effects: calls.body.calls
      .flatMap(({ effect }: { effect?: object }) => effect ?? [])
      .map(({ at, ...effect }: { at: string }) => ({ ...effect, atMs: Date.parse(at) })),
    received: [...receiver.received, ...lateReceiver.received].map(({ headers, path, body, atMs }) => ({
      deliveryId: String(headers['webhook-id']),
      path,
      signature: String(headers['x-webhook-signature']),
      body,
      atMs: Date.now() - (performance.now() - atMs),
    })),
    left: [],
    payments: [],
    mails: [],
    runs: [],
    accepted: [],
    connected: [],
    secrets: {},
  };
}

/** Of the proof: those that hold for a database that has lost its last changes. The others ask for what was lost. */
const kept = [
  'a timeline is a path of the state machine and ends where the row is',
  'the webhooks of an assignment are its transitions, once each',
  'the first webhooks of an assignment arrive in the order of its transitions',
  'a hold is charged when the assignment is published and released when it is not, once',
  'the ledger adds up',
  'nothing that was promised waits',
  'what has ended has given its place back',
];

/** @returns one sentence for each violation */
export function brokenInvariants(snapshot: Snapshot): string[] {
  return kept.flatMap((name) => {
    const invariant = invariants.find((one) => one.name === name);
    return invariant ? invariant.violations(snapshot).map((what) => `${name}: ${what}`) : [`no invariant: ${name}`];
  });
}

/** Posts that are, or ever were, seen by others more than once. */
export function duplicates({ posts, effects }: Snapshot, { played }: Rehearsal): string[] {
  return played.flatMap(({ post: { key, kind }, story }) => {
    const isOf = (text: string): boolean => text.split(' ')[0] === key;
    const live = posts.filter(({ title, audience }) => isOf(title) && kind.isVisible(audience));
    const shown = effects.filter(({ title, from, to }) => isOf(title) && !kind.isVisible(from) && kind.isVisible(to));
    const count = Math.max(live.length, new Set(shown.map(({ resource }) => resource)).size);
    return count > 1 ? [`${key} (${kind.platform}, ${story.name}) was published ${count} times`] : [];
  });
}

/** Rows that say of their posts what is not so. */
export function untrue({ assignments, posts }: Snapshot, { played }: Rehearsal): string[] {
  return assignments.flatMap((row) => {
    const one = played.find(({ post }) => post.key === row.idempotencyKey);
    if (!one) return [];
    const { key, kind } = one.post;
    const live = posts.filter(({ title, audience }) => title.split(' ')[0] === key && kind.isVisible(audience));
    return isTrue(row, live)
      ? []
      : [`${key} (${one.story.name}) is ${wordsOf(row)}, and ${live.length} posts are live`];
  });
}

function isTrue({ status, errors, platformPostId }: SeenAssignment, live: readonly SeenPost[]): boolean {
  if (status === 'published') return live.some(({ id }) => id === platformPostId);
  if (errors[0]?.code === 'OUTCOME_UNKNOWN') return true;
  return live.length === 0;
}

export function wordsOf({ status, errors }: Pick<SeenAssignment, 'status' | 'errors'>): string {
  return [status, ...errors.map(({ code }) => code)].join(' ');
}

/** Webhooks of one id with two bodies, and transitions of one assignment that were told under two ids. */
export function doubleWebhooks({ received }: Snapshot): string[] {
  const bodies = new Map<string, Set<string>>();
  const ids = new Map<string, Set<string>>();
  for (const { deliveryId, body } of received) {
    const { assignmentId, status, timestamp } = JSON.parse(body);
    const transition = [assignmentId, status, timestamp].join(' ');
    bodies.set(deliveryId, (bodies.get(deliveryId) ?? new Set()).add(body));
    ids.set(transition, (ids.get(transition) ?? new Set()).add(deliveryId));
  }
  const many = (of: Map<string, Set<string>>, what: string): string[] =>
    [...of].filter(([, all]) => all.size > 1).map(([one, all]) => `${one} has ${all.size} ${what}`);
  return [...many(bodies, 'bodies'), ...many(ids, 'ids')];
}
