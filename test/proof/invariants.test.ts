import { begunMs, goodWorld } from './goodWorld';
import { invariants, violationsOf } from './invariants';
import { jobOf, note, noticedByOne, planted } from './planted';
import type { Plant } from './planted';

const cases = Object.entries(planted).flatMap(([name, plants]) =>
  Object.entries(plants).map(([what, plant]) => ({ name, what, plant })),
);

const alone = cases.filter(({ name, what }) => noticedByOne[name]?.includes(what));

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

  it.each(alone)('notice it alone: $name: $what', ({ name, plant }) => {
    const world = goodWorld();
    plant(world);
    const noticing = invariants.filter(({ violations }) => violations(world).length > 0);
    expect(noticing.map((one) => one.name)).toEqual([name]);
  });

  it('take a cancellation that overtakes a task for no failure, and a job in its second generation as one job', () => {
    const world = goodWorld();
    world.runs[0]!.taskFailures.push({ cause: 'WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND', message: '' });
    jobOf(world, 'p').generation = 2;
    world.orders.push({ kind: 'start', workflow: 'publishAssignment', subjectId: 'p', generation: 2, outcome: 'sent' });
    world.runs.push({ workflowId: 'assignment/p/2', status: 'COMPLETED', scheduledAtMs: null, taskFailures: [] });
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
    world.runs.push({ workflowId: 'assignment/p/2', status: 'COMPLETED', scheduledAtMs: null, taskFailures: [] });
    expect(violationsOf(world)).toEqual([]);
  });

  it('take an update that was asked for for no second publication', () => {
    const world = goodWorld();
    note(world, 'v1', 'p', 'public', 'public');
    expect(violationsOf(world)).toHaveLength(1);
    const update = { ...world.entries[1]!, operation: 'publish.update', credits: 1, holdId: 'hold-u' };
    world.entries.push({ ...update, amount: -1, balanceAfter: 489 });
    world.entries.push({ ...update, type: 'charge', amount: 0, balanceAfter: 489 });
    world.accounts[0]!.posted += 1;
    expect(violationsOf(world)).toEqual([]);
  });

  it('take it for no failure that a job of unknown outcome was published once', () => {
    const world = goodWorld();
    note(world, 'v9', 'r', null, 'private', 'public');
    world.posts.push({ id: 'v9', title: 'film key-r', audience: 'public' });
    expect(violationsOf(world).length).toBeGreaterThan(0);
    jobOf(world, 'r').errors = [{ code: 'OUTCOME_UNKNOWN' }];
    expect(violationsOf(world)).toEqual([]);
  });

  it('know each kind of post by its own address', () => {
    const world = goodWorld();
    jobOf(world, 'p').type = 'short';
    expect(violationsOf(world)).toEqual([expect.stringContaining('has the URL https://www.youtube.com/watch?v=v1')]);
    jobOf(world, 'p').platformUrl = 'https://www.youtube.com/shorts/v1';
    expect(violationsOf(world)).toEqual([]);
  });

  it('judge the start of an earlier generation by the time that its run was told', () => {
    const world = goodWorld();
    jobOf(world, 'p').generation = 2;
    jobOf(world, 'p').scheduledAtMs = begunMs + 2500;
    for (const event of world.events.slice(3, 5)) event.generation = 2;
    world.orders.push({ kind: 'start', workflow: 'publishAssignment', subjectId: 'p', generation: 2, outcome: 'sent' });
    world.runs[0]!.status = 'TERMINATED';
    world.runs[0]!.scheduledAtMs = begunMs + 1000;
    world.runs.push({ ...world.runs[0]!, workflowId: 'assignment/p/2', status: 'COMPLETED' });
    expect(violationsOf(world)).toEqual([]);
    world.runs[0]!.scheduledAtMs = begunMs + 1001;
    expect(violationsOf(world)).toEqual([expect.stringContaining('began 1 ms early')]);
  });

  it('let a webhook overtake another after 15 s, or when the first attempt of that one came to nothing', () => {
    const overtaken = (change: Plant): string[] => {
      const world = goodWorld();
      world.received.push(world.received.shift()!);
      for (const webhook of world.received) webhook.atMs = begunMs + 10_000;
      change(world);
      return violationsOf(world);
    };
    expect(overtaken(() => undefined)).toHaveLength(1);
    const atMs = begunMs + 2000 + 15_000;
    expect(overtaken(({ received }) => (received[0]!.atMs = atMs))).toEqual([]);
    expect(overtaken(({ received }) => (received[0]!.atMs = atMs - 1))).toHaveLength(1);
    expect(overtaken(({ deliveries }) => (deliveries[0]!.unansweredAtMs = begunMs + 10_000))).toEqual([]);
    expect(overtaken(({ deliveries }) => (deliveries[0]!.unansweredAtMs = begunMs + 10_001))).toHaveLength(1);
  });
});
