/** Violations by the service beyond its assignments, each in one sentence. */
import { createHmac } from 'node:crypto';
import type { SeenEntry, SeenPayment, SeenPurchase, Snapshot } from './snapshot';

/** Posts that no caller asked for, removed posts included. */
export function strayPosts({ posts, effects, assignments }: Snapshot): string[] {
  const isStray = ({ title }: { title: string }): boolean =>
    !assignments.some((assignment) => title.includes(assignment.idempotencyKey));
  const titles = [
    ...posts.filter(isStray).map(({ id, title }) => [id, title] as const),
    ...effects.filter(isStray).map(({ resource, title }) => [resource, title] as const),
  ];
  return [...new Map(titles)].map(([id, title]) => `nobody asked for ${id}, "${title}"`);
}

/** The record of calls is judged only where it is whole. */
export function brokenRecord({ posts, effects }: Snapshot): string[] {
  const audiences = new Map<string, string | null>();
  const gaps = effects.filter(({ resource, from, to }) => {
    const isGap = from !== (audiences.get(resource) ?? null);
    audiences.set(resource, to);
    return isGap;
  });
  const left = new Map(posts.map(({ id, audience }) => [id, audience]));
  for (const id of left.keys()) if (!audiences.has(id)) audiences.set(id, null);
  const ids = [...audiences.keys()];
  return [
    ...gaps.map(({ resource, from }) => `nothing tells how ${resource} became ${from}`),
    ...ids
      .filter((id) => (left.get(id) ?? null) !== audiences.get(id))
      .map((id) => `${id} is ${left.get(id) ?? 'gone'}, and ${audiences.get(id) ?? 'gone'} by the record`),
  ];
}

export function undelivered({ deliveries, received, secrets }: Snapshot): string[] {
  const known = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const arrived = new Set(received.map(({ deliveryId }) => deliveryId));
  const missing = deliveries.filter(({ id, status }) => status === 'delivered' && !arrived.has(id));
  const wrong = received.filter(({ deliveryId, body, signature }) => {
    const delivery = known.get(deliveryId);
    const secret = secrets[delivery?.workspaceId ?? ''] ?? '';
    return delivery?.body !== body || createHmac('sha256', secret).update(body).digest('hex') !== signature;
  });
  return [
    ...missing.map(({ id, event }) => `${id} (${event}) never arrived`),
    ...wrong.map(({ deliveryId }) => `${deliveryId} arrived otherwise than it was promised`),
  ];
}

export function brokenLedger({ accounts, entries }: Snapshot): string[] {
  return accounts.flatMap(({ workspaceId, monthlyCredits, held, posted, purchased, purchasedHeld }) => {
    const own = entries.filter((entry) => entry.workspaceId === workspaceId);
    const sum = (type: string) =>
      own.filter((entry) => entry.type === type).reduce((all, { credits }) => all + credits, 0);
    const balance = monthlyCredits - held - posted + purchased;
    const running = own.map((_, index) => own.slice(0, index + 1).reduce((all, { amount }) => all + amount, 0));
    const open = sum('hold') - sum('charge') - sum('release');
    const faults = [
      held !== open && `${held} held in the account, ${open} in the ledger`,
      posted !== sum('charge') && `${posted} posted in the account, ${sum('charge')} in the ledger`,
      balance !== running.at(-1) && `a balance of ${balance} in the account, of ${running.at(-1)} in the ledger`,
      own.some(({ balanceAfter }, index) => balanceAfter !== running[index]) && 'an entry with a wrong balance',
      purchasedHeld !== boughtOf(own) &&
        `${purchasedHeld} bought credits held in the account, ${boughtOf(own)} in the ledger`,
      Math.min(held, posted, purchased, balance) < 0 && 'less than nothing',
    ];
    return faults.filter((fault) => fault !== false).map((fault) => `${workspaceId} has ${fault}`);
  });
}

/** Stripe knows the payments; the ledger has the credits that payments have brought and refunds have taken. */
export function wrongPurchases({ purchases, payments, entries, accounts }: Snapshot): string[] {
  const paidIds = payments.map(({ purchaseId }) => purchaseId);
  const differing = purchases.filter(({ id, isPaid }) => isPaid !== paidIds.includes(id));
  const known = new Set(purchases.map(({ id }) => id));
  const workspaces = [...new Set([...purchases, ...entries].map(({ workspaceId }) => workspaceId))];
  return [
    ...paidIds.filter((id) => !known.has(id)).map((id) => `${id} was paid, and nobody knows of it`),
    ...wrongRefunds(purchases, payments, accounts),
    ...differing.map(({ id, isPaid }) => `${id} is ${isPaid ? 'booked, and was not paid' : 'paid, and not booked'}`),
    ...workspaces.flatMap((workspaceId) => {
      const own = purchases.filter((one) => one.workspaceId === workspaceId && one.isPaid);
      const sumOf = (type: string): number =>
        entries
          .filter((entry) => entry.workspaceId === workspaceId && entry.type === type)
          .reduce((sum, { credits }) => sum + credits, 0);
      const [bought, takenBack] = [
        own.reduce((sum, { credits }) => sum + credits, 0),
        own.reduce((sum, one) => sum + one.takenBack, 0),
      ];
      const faults = [
        sumOf('purchase') !== bought && `bought ${bought} credits, and ${sumOf('purchase')} in the ledger`,
        sumOf('adjust') !== takenBack && `given back ${takenBack} credits, and ${sumOf('adjust')} in the ledger`,
      ];
      return faults.filter((fault) => fault !== false).map((fault) => `${workspaceId} has ${fault}`);
    }),
  ];
}

/** Refunded credits were taken back, except credits that the workspace has used or holds: then no credits are left. */
function wrongRefunds(
  purchases: readonly SeenPurchase[],
  payments: readonly SeenPayment[],
  accounts: Snapshot['accounts'],
): string[] {
  return payments.flatMap(({ purchaseId, cents, refundedCents }) => {
    const purchase = purchases.find(({ id, isPaid }) => id === purchaseId && isPaid);
    if (!purchase) return [];
    const due = Math.floor((purchase.credits * refundedCents) / cents);
    const account = accounts.find(({ workspaceId }) => workspaceId === purchase.workspaceId);
    const isOwing = purchase.takenBack < due && account?.purchased === 0;
    return purchase.takenBack === due || isOwing
      ? []
      : [`of ${purchaseId}, ${purchase.takenBack} credits were taken back, and ${due} refunded`];
  });
}

/** Bought credits in unsettled holds. */
function boughtOf(entries: SeenEntry[]): number {
  const settled = new Set(
    entries.filter(({ type }) => type === 'charge' || type === 'release').map(({ holdId }) => holdId),
  );
  return entries
    .filter(({ type, holdId }) => type === 'hold' && !settled.has(holdId))
    .reduce((sum, { credits, cycleCredits }) => sum + credits - (cycleCredits ?? credits), 0);
}

/** The count of a member's use is the ledger's, in the single cycle of a snapshot. */
export function wrongUse({ members, entries }: Snapshot): string[] {
  const signs: Record<string, number> = { hold: 1, release: -1 };
  return members.flatMap(({ workspaceId, userId, monthlyLimit, used }) => {
    const own = entries.filter((entry) => entry.workspaceId === workspaceId && entry.userId === userId);
    const sum = own.reduce((all, { type, credits }) => all + (signs[type] ?? 0) * credits, 0);
    const faults = [
      used !== sum && `has used ${used} as counted, ${sum} by the ledger`,
      monthlyLimit !== null && used > monthlyLimit && `has used ${used} of ${monthlyLimit}`,
    ];
    return faults.filter((fault) => fault !== false).map((fault) => `${userId} ${fault}`);
  });
}

export function waitingOrders({ orders }: Snapshot): string[] {
  return orders
    .filter(({ outcome }) => outcome === null)
    .map(({ kind, workflow, subjectId, generation }) => `to ${kind} ${workflow} ${subjectId}, ${generation}`);
}

/** Nothing is at work any more. */
export function takenPlaces({ orders }: Snapshot): string[] {
  return orders
    .filter(({ line }) => line !== '')
    .map(({ line, workflow, subjectId, generation }) => `${workflow} ${subjectId}, ${generation}, in ${line}`);
}

/** A ticket whose way was cut runs until its time is over, even when its row says that it has ended. */
export function strayRuns({ orders, runs }: Snapshot): string[] {
  const promised = orders.filter(({ kind }) => kind === 'start');
  const ids = new Set(runs.map(({ workflowId }) => workflowId));
  const started = promised.filter(({ outcome }) => outcome === 'sent' || outcome === 'already').map(runIdOf);
  const promisedIds = new Set(promised.map(runIdOf));
  return [
    ...started.filter((id) => !ids.has(id)).map((id) => `${id} was started and is not there`),
    ...[...ids].filter((id) => !promisedIds.has(id)).map((id) => `${id} runs, and nobody promised it`),
    ...runs
      .filter(({ workflowId, status }) => status === 'RUNNING' && !workflowId.startsWith('ticket/'))
      .map(({ workflowId }) => `${workflowId} still runs`),
  ];
}

function runIdOf({
  workflow,
  subjectId,
  generation,
}: {
  workflow: string;
  subjectId: string;
  generation: number;
}): string {
  return `${stems[workflow]}/${subjectId}/${generation}`;
}

const stems: Record<string, string> = {
  publishAssignment: 'assignment',
  deliverWebhook: 'webhook',
  retireConnection: 'connection',
  connectChannel: 'ticket',
  mailInvitation: 'invitation',
};

/**
 * A cancellation that arrives while a task is being carried out makes the server ask once more, and a termination leaves
 * that task behind as failed: no failures of ours.
 */
export function failedTasks({ runs }: Snapshot): string[] {
  const isOurs = (cause: string, status: string): boolean =>
    !cause.endsWith('UNHANDLED_COMMAND') && !(status === 'TERMINATED' && cause.endsWith('FORCE_CLOSE_COMMAND'));
  return runs.flatMap(({ workflowId, status, taskFailures }) =>
    taskFailures
      .filter(({ cause }) => isOurs(cause, status))
      .map(({ cause, message }) => `${workflowId}: ${cause}, ${message}`),
  );
}

export function lostAnswers({ accepted, assignments }: Snapshot): string[] {
  return accepted.flatMap(({ idempotencyKey, id }) => {
    const rows = assignments.filter((assignment) => assignment.idempotencyKey === idempotencyKey);
    return rows.length === 1 && rows[0]?.id === id ? [] : [`${idempotencyKey}, answered as ${id}: ${rows.length} rows`];
  });
}

const endedTickets = ['completed', 'failed', 'expired'];

export function wrongTickets({ tickets }: Snapshot): string[] {
  return tickets
    .filter(
      ({ status, connectedId, holdsSecret }) =>
        (status === 'completed') !== (connectedId !== null) || (endedTickets.includes(status) && holdsSecret),
    )
    .map(({ id, status, connectedId }) => `${id} is ${status} with ${connectedId ?? 'no connection'}`);
}

export function wrongConnections({ connections, connected }: Snapshot): string[] {
  const ids = new Set(connections.map(({ id }) => id));
  return [
    ...connected.filter((id) => !ids.has(id)).map((id) => `${id} was promised and is not there`),
    ...connections.filter(({ isRemoved, hasTokens }) => isRemoved && hasTokens).map(({ id }) => `${id} holds tokens`),
  ];
}
