import { randomUUID } from 'node:crypto';
import { boughtCredits, liveStatsCredits, plans, publishCredits } from '../../domain/credits';
import type { Secrets } from '../../lib/secrets';
import type { Transaction } from '../../models/database/transaction';
import { tokenContext } from '../../models/connections/Connection';
import { payloadOfLive } from './content';
import { publishedAtOf } from './History';
import type { History, PastAssignment, PastChannel } from './History';
import {
  insertAccount,
  insertChannels,
  insertEntries,
  insertEvents,
  insertAssignments,
  insertPictures,
  insertPurchases,
  insertReadings,
  insertSnapshots,
  insertUse,
  makePartitions,
  noteHistory,
} from './historyStatements';
import { ledgerOf } from './ledger';
import type { Movement } from './ledger';
import { everyPermission } from './onSandbox';
import { readingsOf } from './readings';

export interface HistoryOwner {
  readonly workspaceId: string;
  readonly organizationId: string;
  /** The user who asked for every second assignment; the API key asked for the others. */
  readonly userId: string;
}

interface WrittenAssignment extends PastAssignment {
  readonly id: string;
  /** One for each time that credits were held: at the creation, and at each retry. */
  readonly holdIds: readonly string[];
}

/**
 * Writes a history as the service would have written it: rows, timelines, ledger, and the records of the statistics.
 * The workspace has no account and no assignment yet. No workflow runs for it, and the reconciler leaves it alone: no start was ordered.
 */
export async function writeHistory(
  owner: HistoryOwner,
  history: History,
  { now, secrets }: { now: Date; secrets: Secrets },
  transaction: Transaction,
): Promise<void> {
  const channelIds = history.channels.map(({ connectionId }) => connectionId ?? randomUUID());
  const assignments = history.assignments.map((assignment): WrittenAssignment => {
    const holds = 1 + assignment.steps.filter(({ to }) => to === 'pending').length;
    return { ...assignment, id: randomUUID(), holdIds: Array.from({ length: holds }, () => randomUUID()) };
  });
  const channels = history.channels.map((one, n) => ({ ...one, id: channelIds[n] }));
  const made = channels
    .filter(({ connectionId }) => connectionId === undefined)
    .map((channel) => ({ ...channel, ...accessOf(channel, secrets) }));
  await insertChannels.run({ ...owner, channels: JSON.stringify(made) }, transaction);
  await insertSnapshots.run({ channels: JSON.stringify(channels) }, transaction);
  const rows = JSON.stringify(assignments.map((assignment, n) => rowOf(assignment, n, history, channelIds)));
  await insertAssignments.run({ ...owner, assignments: rows }, transaction);
  await insertEvents.run({ events: JSON.stringify(assignments.flatMap(eventsOf)) }, transaction);
  await makePartitions.all({ firstDay: history.firstDay, now }, transaction);
  const posts = assignments.flatMap((assignment, place) => {
    const publishedAt = publishedAtOf(assignment);
    return publishedAt ? [{ id: assignment.id, ...readingsOf({ publishedAt, place }, now) }] : [];
  });
  await insertReadings.run({ posts: JSON.stringify(posts) }, transaction);
  const pictured = assignments.filter((one) => one.post ?? publishedAtOf(one) === undefined).map(({ id }) => id);
  await insertPictures.run({ ...owner, pictured, firstDay: history.firstDay }, transaction);
  await writeLedger(owner, movementsOf(history, assignments), history, { now, transaction });
  await noteHistory.run(owner, transaction);
}

/** The access that the sandbox has given to a connection, as its row has it. */
function accessOf({ id = '', platform, grant }: PastChannel & { id: string | undefined }, secrets: Secrets) {
  if (!grant) return {};
  const { accessToken, refreshToken, tokenExpiresAt, thumbnailUrl } = grant;
  return {
    tokenStatus: 'valid',
    accessToken: secrets.encrypt(accessToken, tokenContext(id, 'access_token')),
    refreshToken: secrets.encrypt(refreshToken, tokenContext(id, 'refresh_token')),
    tokenExpiresAt,
    thumbnailUrl,
    permissions: everyPermission(platform),
  };
}

async function writeLedger(
  owner: HistoryOwner,
  movements: readonly Movement[],
  { plan, firstDay }: History,
  { now, transaction }: { now: Date; transaction: Transaction },
) {
  const { monthlyCredits } = plans[plan];
  const { entries, account } = ledgerOf(movements, monthlyCredits, firstDay, now);
  await insertAccount.run({ ...owner, plan, monthlyCredits, firstDay, ...account }, transaction);
  await insertEntries.run({ ...owner, entries: JSON.stringify(entries) }, transaction);
  await insertUse.run(owner, transaction);
  await insertPurchases.run({ ...owner, unitPriceCents: boughtCredits.unitPriceCents }, transaction);
}

/** The row of an assignment as its last step has left it. */
function rowOf(
  assignment: WrittenAssignment,
  place: number,
  { channels }: History,
  channelIds: readonly string[],
): object {
  const { id, type, createdAt, scheduledAt, steps, holdIds } = assignment;
  const last = steps.at(-1);
  const { platform } = channels[assignment.channel] ?? {};
  return {
    id,
    connectionId: channelIds[assignment.channel],
    isByUser: place % 2 === 0,
    platform,
    type,
    mediaUrl: assignment.mediaUrl ?? null,
    mediaContentType: assignment.mediaContentType ?? null,
    status: last?.to ?? 'pending',
    generation: holdIds.length,
    holdId: holdIds.at(-1),
    scheduledAt,
    errors: last?.error ? [last.error] : [],
    ...postOf(assignment),
    createdAt,
    updatedAt: last?.at ?? createdAt,
  };
}

function postOf(assignment: WrittenAssignment): object {
  const publishedAt = publishedAtOf(assignment);
  const { payload } = assignment;
  if (!publishedAt) return { payload, platformPostId: null, platformUrl: null, publishedAt: null };
  const { id, post = { id: `demo-${id}`, url: `https://posts.example/${id}` } } = assignment;
  return { payload: payloadOfLive(payload), platformPostId: post.id, platformUrl: post.url, publishedAt };
}

function eventsOf({ id, createdAt, steps }: WrittenAssignment): object[] {
  let generation = 1;
  const later = steps.map(({ to, at, error }) => {
    if (to === 'pending') generation += 1;
    return { id, generation, status: to, errors: error ? [error] : [], at };
  });
  return [{ id, generation: 1, status: 'pending', errors: [], at: createdAt }, ...later];
}

/** The movements of credits, in order: movements of one assignment at the same moment stay in their order. */
function movementsOf({ liveCalls, purchases }: History, assignments: readonly WrittenAssignment[]): Movement[] {
  const calls = liveCalls.flatMap((at): Movement[] => {
    const holdId = randomUUID();
    const asked = { operation: 'stats.channel', credits: liveStatsCredits, assignmentId: null } as const;
    return [
      { at, kind: 'hold', holdId, ...asked },
      { at, kind: 'post', holdId },
    ];
  });
  const bought = purchases.map((purchase): Movement => ({ kind: 'purchase', ...purchase }));
  return [...assignments.flatMap(movementsOfAssignment), ...calls, ...bought].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
}

function movementsOfAssignment({ id, type, createdAt, steps, holdIds }: WrittenAssignment): Movement[] {
  let held = 0;
  return [{ to: 'pending', at: createdAt } as const, ...steps].flatMap(({ to, at }): Movement[] => {
    const holdId = holdIds[to === 'pending' ? held++ : held - 1] ?? '';
    if (to === 'pending') {
      const operation = `publish.${type}` as const;
      return [{ at, kind: 'hold', holdId, operation, credits: publishCredits[type], assignmentId: id }];
    }
    if (to === 'published') return [{ at, kind: 'post', holdId }];
    return to === 'failed' || to === 'cancelled' ? [{ at, kind: 'void', holdId }] : [];
  });
}
