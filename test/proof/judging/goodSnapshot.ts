import { createHmac } from 'node:crypto';
import type { SeenAssignment, SeenEffect, SeenEntry, Snapshot } from './snapshot';

const secret = 'whsec_a';
const iso = (ms: number) => new Date(ms).toISOString();
const removal = { mode: 'delete', askedAt: Date.UTC(2026, 0, 2), endedAt: Date.UTC(2026, 0, 3) };
const body = (id: string, event: string): string =>
  JSON.stringify(
    event === 'assignment.removal'
      ? {
          event,
          platformPostId: 'v1',
          removal: {
            mode: removal.mode,
            status: 'failed',
            requestedAt: iso(removal.askedAt),
            endedAt: iso(removal.endedAt),
          },
        }
      : { id, event },
  );
export const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** The extras that each assignment asks for. */
const extras = {
  thumbnailUrl: 'https://media.example/a.png',
  playlistId: 'PL1',
  firstComment: 'First!',
  playlists: [{ name: 'Walks' }],
  captions: [{ language: 'en' }],
};

/** All times of the snapshot, in milliseconds. */
export const begunMs = Date.UTC(2026, 0, 1);
const secondMs = 1000;

/**
 * A snapshot of a service at rest: an assignment published with webhooks, whose removal has failed once, a failed assignment, a cancelled assignment,
 * an assignment refused at create; and bought credits, a quarter of which was refunded.
 */
export function goodSnapshot(): Snapshot {
  const events = ['uploading', 'uploaded', 'processing', 'published'];
  const told = [...events, 'assignment.removal'];
  const assignment = (id: string, status: string, overrides: Partial<SeenAssignment> = {}): SeenAssignment => ({
    id,
    platform: 'youtube',
    type: 'video',
    status,
    generation: 1,
    idempotencyKey: `key-${id}`,
    payload: { title: `film key-${id}`, privacy: 'public', ...extras },
    scheduledAtMs: null,
    prepareAheadMs: 0,
    platformPostId: null,
    platformUrl: null,
    draftIds: [],
    isMadePublic: false,
    isResolved: false,
    callbackUrl: null,
    callbackEvents: [],
    callbackStatuses: null,
    holdId: `hold-${id}`,
    cleanup: 'none',
    owesExtras: false,
    removal: null,
    endedRemovals: [],
    errors: [],
    warnings: [],
    ...overrides,
  });
  const moved = (assignmentId: string, ...path: string[]) =>
    path.map((status, index) => ({ assignmentId, generation: 1, status, atMs: begunMs + index * secondMs }));
  const entry = (type: string, amount: number, balanceAfter: number, id: string | null): SeenEntry => ({
    workspaceId: 'w',
    type,
    operation: type === 'grant' ? null : 'publish.video',
    credits: type === 'grant' ? 500 : 10,
    amount,
    balanceAfter,
    cycleCredits: type === 'hold' ? 10 : null,
    assignmentId: id,
    userId: id === 'p' || id === 'f' ? 'm' : null,
    holdId: id && `hold-${id}`,
  });
  const bought = (type: string, credits: number, amount: number, balanceAfter: number): SeenEntry => {
    return { ...entry(type, amount, balanceAfter, null), workspaceId: 'buyer', operation: null, credits };
  };
  const start = (workflow: string, subjectId: string) => {
    return { kind: 'start', workflow, subjectId, generation: 1, outcome: 'sent', line: '' };
  };
  const run = (workflowId: string, status: string) => ({ workflowId, status, scheduledAtMs: null, taskFailures: [] });
  const effect = (resource: string, key: string, from: string | null, to: string | null, atMs: number): SeenEffect => ({
    resource,
    title: `film key-${key}`,
    from,
    to,
    atMs: begunMs + atMs,
  });
  const post = { platformPostId: 'v1', platformUrl: 'https://www.youtube.com/watch?v=v1' };
  return {
    assignments: [
      assignment('p', 'published', {
        ...post,
        callbackUrl: 'http://r',
        callbackEvents: ['removal'],
        scheduledAtMs: begunMs,
        endedRemovals: [{ ...removal, state: 'failed' }],
      }),
      assignment('f', 'failed', { cleanup: 'done', errors: [{ code: 'UPLOAD_FAILED' }] }),
      assignment('c', 'cancelled', { cleanup: 'done' }),
      assignment('r', 'failed', { errors: [{ code: 'TOKEN_EXPIRED' }] }),
    ],
    events: [
      ...moved('p', 'pending', ...events),
      ...moved('f', 'pending', 'uploading', 'failed'),
      ...moved('c', 'pending', 'uploading', 'cancelled'),
      ...moved('r', 'pending', 'failed'),
    ],
    attempts: [
      { assignmentId: 'p', outcome: 'notHappened' },
      { assignmentId: 'p', outcome: 'happened' },
    ],
    deliveries: told.map((event, index) => ({
      id: `d-${event}`,
      workspaceId: 'w',
      assignmentId: 'p',
      event,
      status: 'delivered',
      body: body('p', event),
      createdAtMs: begunMs + (index + 1) * secondMs,
      unansweredAtMs: null,
    })),
    accounts: [
      { workspaceId: 'w', monthlyCredits: 500, held: 0, posted: 10, purchased: 0, purchasedHeld: 0 },
      { workspaceId: 'buyer', monthlyCredits: 500, held: 0, posted: 0, purchased: 75, purchasedHeld: 0 },
    ],
    members: [{ workspaceId: 'w', userId: 'm', monthlyLimit: 10, used: 10 }],
    entries: [
      entry('grant', 500, 500, null),
      entry('hold', -10, 490, 'p'),
      entry('hold', -10, 480, 'f'),
      entry('charge', 0, 480, 'p'),
      entry('release', 10, 490, 'f'),
      entry('hold', -10, 480, 'c'),
      entry('release', 10, 490, 'c'),
      bought('grant', 500, 500, 500),
      bought('purchase', 100, 100, 600),
      bought('adjust', 25, -25, 575),
      entry('hold', -10, 480, 'r'),
      entry('release', 10, 490, 'r'),
    ],
    purchases: [
      { id: 'paid', workspaceId: 'buyer', credits: 100, isPaid: true, takenBack: 25 },
      { id: 'unpaid', workspaceId: 'buyer', credits: 200, isPaid: false, takenBack: 0 },
    ],
    payments: [{ purchaseId: 'paid', cents: 200, refundedCents: 50 }],
    orders: [
      ...['p', 'f', 'c'].map((id) => start('publishAssignment', id)),
      ...told.map((event) => start('deliverWebhook', `d-${event}`)),
      start('retireConnection', 'y'),
      start('connectChannel', 't'),
      start('connectChannel', 'u'),
      start('mailInvitation', 'i'),
      { kind: 'cancel', workflow: 'publishAssignment', subjectId: 'c', generation: 1, outcome: 'sent', line: '' },
    ],
    posts: [
      {
        id: 'v1',
        title: 'film key-p',
        audience: 'public',
        hasPicture: true,
        places: ['PL1'],
        comments: ['First!'],
        placeNames: ['Walks'],
        captions: ['en'],
      },
    ],
    left: ['an orphan of a lost answer'],
    effects: [
      effect('v1', 'p', null, 'private', 1500),
      effect('v2', 'f', null, 'private', 1600),
      effect('v2', 'f', 'private', null, 2600),
      effect('v1', 'p', 'private', 'public', 3500),
    ],
    received: told.map((event, index) => ({
      deliveryId: `d-${event}`,
      body: body('p', event),
      signature: sign(body('p', event)),
      path: '/hooks',
      atMs: begunMs + (index + 1) * secondMs + 100,
    })),
    runs: [
      run('assignment/p/1', 'COMPLETED'),
      run('assignment/f/1', 'FAILED'),
      run('assignment/c/1', 'CANCELLED'),
      run('connection/y/1', 'COMPLETED'),
      run('invitation/i/1', 'COMPLETED'),
      run('ticket/t/1', 'COMPLETED'),
      run('ticket/u/1', 'RUNNING'),
      ...told.map((event) => run(`webhook/d-${event}/1`, 'COMPLETED')),
    ],
    connections: [
      { id: 'x', isRemoved: false, hasTokens: true },
      { id: 'y', isRemoved: true, hasTokens: false },
    ],
    tickets: [
      { id: 't', status: 'completed', connectedId: 'x', holdsSecret: false },
      { id: 'u', status: 'consumed', connectedId: null, holdsSecret: true },
    ],
    invitations: [{ id: 'i', mailStatus: 'sent', isSealed: false }],
    mails: [
      { invitationId: 'i', end: 'cut' },
      { invitationId: 'i', end: 'quit' },
    ],
    accepted: [{ idempotencyKey: 'key-p', id: 'p' }],
    connected: ['x'],
    secrets: { w: secret },
  };
}
