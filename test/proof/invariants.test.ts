import { createHmac } from 'node:crypto';
import { invariants, violationsOf } from './invariants';
import type { SeenAssignment, SeenEntry, World } from './world';

const secret = 'whsec_a';
const body = (id: string, event: string): string => JSON.stringify({ id, event });
const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** A world at rest: one job that was published with webhooks, one that failed, one cancelled, one refused at create. */
function goodWorld(): World {
  const told = ['uploading', 'uploaded', 'processing', 'published'];
  const job = (id: string, status: string, overrides: Partial<SeenAssignment> = {}): SeenAssignment => ({
    id,
    status,
    generation: 1,
    idempotencyKey: `key-${id}`,
    payload: { title: `film key-${id}`, privacy: 'public' },
    platformPostId: null,
    platformUrl: null,
    callbackUrl: null,
    holdId: `hold-${id}`,
    cleanup: 'none',
    errors: [],
    ...overrides,
  });
  const moved = (assignmentId: string, ...path: string[]) =>
    path.map((status) => ({ assignmentId, generation: 1, status }));
  const entry = (type: string, amount: number, balanceAfter: number, id: string | null): SeenEntry => ({
    workspaceId: 'w',
    type,
    credits: type === 'grant' ? 500 : 10,
    amount,
    balanceAfter,
    assignmentId: id,
    holdId: id && `hold-${id}`,
  });
  const start = (workflow: string, subjectId: string) => {
    return { kind: 'start', workflow, subjectId, generation: 1, outcome: 'sent' };
  };
  const run = (workflowId: string, status: string) => ({ workflowId, status, taskFailures: [] });
  const post = { platformPostId: 'v1', platformUrl: 'https://www.youtube.com/watch?v=v1' };
  return {
    assignments: [
      job('p', 'published', { ...post, callbackUrl: 'http://r' }),
      job('f', 'failed', { cleanup: 'done', errors: [{ code: 'UPLOAD_FAILED' }] }),
      job('c', 'cancelled', { cleanup: 'done' }),
      job('r', 'failed', { errors: [{ code: 'TOKEN_EXPIRED' }] }),
    ],
    events: [
      ...moved('p', 'pending', ...told),
      ...moved('f', 'pending', 'uploading', 'failed'),
      ...moved('c', 'pending', 'uploading', 'cancelled'),
      ...moved('r', 'pending', 'failed'),
    ],
    attempts: [
      { assignmentId: 'p', outcome: 'notHappened' },
      { assignmentId: 'p', outcome: 'happened' },
    ],
    deliveries: told.map((event) => ({
      id: `d-${event}`,
      workspaceId: 'w',
      assignmentId: 'p',
      event,
      status: 'delivered',
      body: body('p', event),
    })),
    accounts: [{ workspaceId: 'w', monthlyCredits: 500, held: 0, posted: 10, purchased: 0 }],
    entries: [
      entry('grant', 500, 500, null),
      entry('hold', -10, 490, 'p'),
      entry('hold', -10, 480, 'f'),
      entry('charge', 0, 480, 'p'),
      entry('release', 10, 490, 'f'),
      entry('hold', -10, 480, 'c'),
      entry('release', 10, 490, 'c'),
      entry('hold', -10, 480, 'r'),
      entry('release', 10, 490, 'r'),
    ],
    orders: [
      ...['p', 'f', 'c'].map((id) => start('publishAssignment', id)),
      ...told.map((event) => start('deliverWebhook', `d-${event}`)),
      start('retireConnection', 'y'),
      start('connectChannel', 't'),
      start('connectChannel', 'u'),
      { kind: 'cancel', workflow: 'publishAssignment', subjectId: 'c', generation: 1, outcome: 'sent' },
    ],
    videos: [{ id: 'v1', title: 'film key-p', privacy: 'public' }],
    received: told.map((event) => ({
      deliveryId: `d-${event}`,
      body: body('p', event),
      signature: sign(body('p', event)),
    })),
    runs: [
      run('assignment/p/1', 'COMPLETED'),
      run('assignment/f/1', 'FAILED'),
      run('assignment/c/1', 'CANCELLED'),
      run('connection/y/1', 'COMPLETED'),
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
    accepted: [{ idempotencyKey: 'key-p', id: 'p' }],
    connected: ['x'],
    secrets: { w: secret },
  };
}

type Plant = (world: World) => void;
const jobOf = (world: World, id: string): SeenAssignment => world.assignments.find((job) => job.id === id)!;
const video = (key: string, privacy = 'private') => ({ id: `v-${key}`, title: `film key-${key}`, privacy });
const without = <Item>(items: Item[], fits: (item: Item) => boolean): void =>
  void items.splice(0, Infinity, ...items.filter((item) => !fits(item)));

/** Each violation, by the invariant that has to notice it. */
const planted: Record<string, Record<string, Plant>> = {
  'every job comes to an end': {
    'a job that hangs': (world) => (jobOf(world, 'p').status = 'processing'),
    'a clean-up that is owed': (world) => (jobOf(world, 'c').cleanup = 'due'),
    'a fault of ours': (world) => (jobOf(world, 'f').errors = [{ code: 'INTERNAL' }]),
  },
  'a published job has one post, which is as was asked; a cancelled one has none': {
    'a second video': ({ videos }) => videos.push({ ...video('p', 'public'), id: 'v2' }),
    'no video': ({ videos }) => videos.pop(),
    'another id': (world) => (jobOf(world, 'p').platformPostId = 'v7'),
    'another URL': (world) => (jobOf(world, 'p').platformUrl = 'https://www.youtube.com/watch?v=v7'),
    'another audience': ({ videos }) => (videos[0]!.privacy = 'private'),
    'the payload before the edit': (world) => (jobOf(world, 'p').payload.title = 'film key-p, edited'),
    'a video of a cancelled job': ({ videos }) => videos.push(video('c')),
    'a video that was to be removed': ({ videos }) => videos.push(video('f')),
    'a public video of a failed job': ({ videos }) => videos.push(video('r', 'public')),
  },
  'every video belongs to a job': {
    'a stray video': ({ videos }) => videos.push(video('unknown')),
  },
  'a timeline is a path of the state machine and ends where the row is': {
    'a step left out': ({ events }) => without(events, ({ status }) => status === 'processing'),
    'a step twice': ({ events }) => events.splice(2, 0, events[1]!),
    'a step back': ({ events }) => events.push({ assignmentId: 'c', generation: 1, status: 'uploaded' }),
    'an end that is not the row’s': (world) => (jobOf(world, 'c').status = 'failed'),
    'no timeline': ({ events }) => without(events, ({ assignmentId }) => assignmentId === 'r'),
  },
  'the webhooks of a job are its transitions, once each': {
    'one missing': ({ deliveries }) => deliveries.pop(),
    'one twice': ({ deliveries }) => deliveries.push({ ...deliveries[0]!, id: 'd-again' }),
    'one nobody asked for': (world) => (jobOf(world, 'p').callbackUrl = null),
    'one that waits': ({ deliveries }) => (deliveries[0]!.status = 'pending'),
  },
  'a webhook that was delivered has arrived, with the bytes and the signature that were promised': {
    'one that never arrived': ({ received }) => received.pop(),
    'other bytes': ({ received }) => (received[0]!.body += ' '),
    'a wrong signature': ({ received }) => (received[0]!.signature = sign('other')),
    'one that nobody promised': ({ received }) => received.push({ ...received[0]!, deliveryId: 'd-unknown' }),
  },
  'a hold is charged when the job is published and released when it is not, once': {
    'no hold': ({ entries }) => without(entries, ({ holdId }) => holdId === 'hold-r'),
    'a hold that is open': ({ entries }) => entries.pop(),
    'a charge twice': ({ entries }) => entries.push(entries[3]!),
    'a charge for what failed': ({ entries }) => (entries[4]!.type = 'charge'),
    'a release of what was published': ({ entries }) => (entries[3]!.type = 'release'),
    'another price': ({ entries }) => (entries[3]!.credits = 11),
  },
  'the ledger adds up': {
    'held without a hold': ({ accounts }) => (accounts[0]!.held = 10),
    'posted without a charge': ({ accounts }) => (accounts[0]!.posted = 20),
    'a balance from nowhere': ({ accounts }) => (accounts[0]!.purchased = 1),
    'an entry that was lost': ({ entries }) => entries.splice(4, 1),
    'less than nothing': ({ accounts }) => Object.assign(accounts[0]!, { held: -10, posted: 20 }),
  },
  'the call that publishes happened once, and is known to have': {
    'two calls': ({ attempts }) => attempts.push({ assignmentId: 'p', outcome: 'happened' }),
    'no call': ({ attempts }) => attempts.pop(),
    'an unknown outcome': ({ attempts }) => attempts.push({ assignmentId: 'p', outcome: null }),
    'a call for a cancelled job': ({ attempts }) => attempts.push({ assignmentId: 'c', outcome: 'happened' }),
  },
  'nothing that was promised waits': {
    'an order': ({ orders }) => (orders.at(-1)!.outcome = null),
  },
  'no row without its run, no run without its row': {
    'a run that is gone': ({ runs }) => runs.pop(),
    'a run of no row': ({ runs }) => runs.push({ workflowId: 'assignment/x/1', status: 'COMPLETED', taskFailures: [] }),
    'a run that goes on': ({ runs }) => (runs.at(-1)!.status = 'RUNNING'),
  },
  'the last run of a job ended as the job did': {
    'a run that failed': ({ runs }) => (runs[0]!.status = 'FAILED'),
    'a job whose failure looks well': ({ runs }) => (runs[1]!.status = 'COMPLETED'),
    'no run of the last generation': (world) => (jobOf(world, 'p').generation = 2),
    'a run of what failed at once': ({ runs }) =>
      runs.push({ workflowId: 'assignment/r/1', status: 'FAILED', taskFailures: [] }),
  },
  'no task of a workflow failed': {
    'non-determinism': ({ runs }) =>
      runs[0]!.taskFailures.push({ cause: 'WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR', message: '' }),
  },
  'a job that was accepted is there once, under the id that was answered': {
    none: ({ accepted }) => accepted.push({ idempotencyKey: 'key-lost', id: 'lost' }),
    another: ({ accepted }) => (accepted[0]!.id = 'c'),
    two: ({ assignments }) => assignments.push({ ...assignments[0]!, id: 'p2' }),
  },
  'a ticket makes one connection or none, and then holds no secret': {
    'an end without its connection': ({ tickets }) => (tickets[0]!.connectedId = null),
    'a connection without an end': ({ tickets }) => (tickets[1]!.connectedId = 'x'),
    'a secret that is not needed': ({ tickets }) => (tickets[0]!.holdsSecret = true),
  },
  'a connection that was promised is there; one that was removed holds no token': {
    'one that is gone': ({ connected }) => connected.push('z'),
    'a token that was kept': ({ connections }) => (connections[1]!.hasTokens = true),
  },
};

const cases = Object.entries(planted).flatMap(([name, plants]) =>
  Object.entries(plants).map(([what, plant]) => ({ name, what, plant })),
);

describe('the invariants', () => {
  it('find nothing wrong with a world where all is well', () => {
    expect(violationsOf(goodWorld())).toEqual([]);
  });

  it('have each been shown to fail', () => {
    expect(Object.keys(planted)).toEqual(invariants.map(({ name }) => name));
  });

  it.each(cases)('notice it: $name: $what', ({ name, plant }) => {
    const world = goodWorld();
    plant(world);
    const invariant = invariants.find((one) => one.name === name)!;
    expect(invariant.violations(world).length).toBeGreaterThan(0);
    expect(violationsOf(world)).toEqual(expect.arrayContaining([expect.stringContaining(`${name}: `)]));
  });

  it('take a cancellation that overtakes a task for no failure, and a job in its second generation as one job', () => {
    const world = goodWorld();
    world.runs[0]!.taskFailures.push({ cause: 'WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND', message: '' });
    jobOf(world, 'p').generation = 2;
    world.orders.push({ kind: 'start', workflow: 'publishAssignment', subjectId: 'p', generation: 2, outcome: 'sent' });
    world.runs.push({ workflowId: 'assignment/p/2', status: 'COMPLETED', taskFailures: [] });
    expect(violationsOf(world)).toEqual([]);
  });

  it('take it for no failure that a job was cancelled before its start was sent', () => {
    const world = goodWorld();
    world.runs = world.runs.filter(({ workflowId }) => workflowId !== 'assignment/c/1');
    expect(violationsOf(world).length).toBeGreaterThan(0);
    world.orders.find(({ kind, subjectId }) => kind === 'start' && subjectId === 'c')!.outcome = 'dropped';
    expect(violationsOf(world)).toEqual([]);
  });

  it('take it for no failure that a run was terminated in the middle of a task', () => {
    const world = goodWorld();
    jobOf(world, 'p').generation = 2;
    Object.assign(world.runs[0]!, {
      status: 'TERMINATED',
      taskFailures: [{ cause: 'WORKFLOW_TASK_FAILED_CAUSE_FORCE_CLOSE_COMMAND', message: '' }],
    });
    world.orders.push({ kind: 'start', workflow: 'publishAssignment', subjectId: 'p', generation: 2, outcome: 'sent' });
    world.runs.push({ workflowId: 'assignment/p/2', status: 'COMPLETED', taskFailures: [] });
    expect(violationsOf(world)).toEqual([]);
  });
});
