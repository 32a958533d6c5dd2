import { begunMs, goodSnapshot } from './goodSnapshot';
import { invariants, violationsOf } from './invariants';
import { assignmentOf, leaveDraft, note, noticedByOne, planted } from './planted';
import type { Plant } from './planted';
import type { Snapshot } from './snapshot';

const cases = Object.entries(planted).flatMap(([name, plants]) =>
  Object.entries(plants).map(([what, plant]) => ({ name, what, plant })),
);

const alone = cases.filter(({ name, what }) => noticedByOne[name]?.includes(what));

describe('the invariants', () => {
  it('find nothing wrong with a snapshot where all is well', () => {
    expect(violationsOf(goodSnapshot())).toEqual([]);
  });

  it('have each been shown to fail', () => {
    expect(Object.keys(planted)).toEqual(invariants.map(({ name }) => name));
  });

  it.each(cases)('notice it: $name: $what', ({ name, plant }) => {
    const snapshot = goodSnapshot();
    plant(snapshot);
    const invariant = invariants.find((one) => one.name === name)!;
    expect(invariant.violations(snapshot).length).toBeGreaterThan(0);
    expect(violationsOf(snapshot)).toEqual(expect.arrayContaining([expect.stringContaining(`${name}: `)]));
  });

  it.each(alone)('notice it alone: $name: $what', ({ name, plant }) => {
    const snapshot = goodSnapshot();
    plant(snapshot);
    const noticing = invariants.filter(({ violations }) => violations(snapshot).length > 0);
    expect(noticing.map((one) => one.name)).toEqual([name]);
  });

  it('take a cancellation that overtakes a task for no failure, and an assignment in its second generation as one assignment', () => {
    const snapshot = goodSnapshot();
    snapshot.runs[0]!.taskFailures.push({ cause: 'WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND', message: '' });
    startAgain(snapshot);
    expect(violationsOf(snapshot)).toEqual([]);
  });

  it('take it for no failure that an assignment was cancelled before its start was sent', () => {
    const snapshot = goodSnapshot();
    snapshot.runs = snapshot.runs.filter(({ workflowId }) => workflowId !== 'assignment/c/1');
    expect(violationsOf(snapshot).length).toBeGreaterThan(0);
    snapshot.orders.find(({ kind, subjectId }) => kind === 'start' && subjectId === 'c')!.outcome = 'dropped';
    expect(violationsOf(snapshot)).toEqual([]);
  });

  it('take it for no failure that a run was terminated in the middle of a task', () => {
    const snapshot = goodSnapshot();
    startAgain(snapshot);
    Object.assign(snapshot.runs[0]!, {
      status: 'TERMINATED',
      taskFailures: [{ cause: 'WORKFLOW_TASK_FAILED_CAUSE_FORCE_CLOSE_COMMAND', message: '' }],
    });
    expect(violationsOf(snapshot)).toEqual([]);
  });

  it('take an update that was asked for for no second publication', () => {
    const snapshot = goodSnapshot();
    note(snapshot, 'v1', 'p', 'public', 'public');
    expect(violationsOf(snapshot)).toHaveLength(1);
    const update = { ...snapshot.entries[1]!, operation: 'publish.update', userId: null, credits: 1, holdId: 'hold-u' };
    snapshot.entries.push({ ...update, amount: -1, balanceAfter: 489 });
    snapshot.entries.push({ ...update, type: 'charge', amount: 0, balanceAfter: 489 });
    snapshot.accounts[0]!.posted += 1;
    expect(violationsOf(snapshot)).toEqual([]);
  });

  it('take it for no failure that an assignment of unknown outcome was published once', () => {
    const snapshot = goodSnapshot();
    note(snapshot, 'v9', 'r', null, 'private', 'public');
    snapshot.posts.push({ id: 'v9', title: 'film key-r', audience: 'public' });
    expect(violationsOf(snapshot).length).toBeGreaterThan(0);
    assignmentOf(snapshot, 'r').errors = [{ code: 'OUTCOME_UNKNOWN' }];
    expect(violationsOf(snapshot)).toEqual([]);
  });

  it('take it for no failure that a draft is left whose id the assignment has never noted', () => {
    const snapshot = goodSnapshot();
    leaveDraft(snapshot, []);
    expect(violationsOf(snapshot)).toEqual([]);
  });

  it('take it for no failure that a failed assignment has two posts that nobody sees, one of which was not to be removed', () => {
    const snapshot = goodSnapshot();
    for (const id of ['v8', 'v9']) {
      note(snapshot, id, 'r', null, 'private');
      snapshot.posts.push({ id, title: 'film key-r', audience: 'private' });
    }
    expect(violationsOf(snapshot)).toEqual([expect.stringContaining('has 2 posts: v8 private, v9 private')]);
    assignmentOf(snapshot, 'r').cleanup = 'failed';
    expect(violationsOf(snapshot)).toEqual([]);
  });

  it('take it for no failure that a published assignment left a post that nobody sees and that was not to be removed', () => {
    const snapshot = goodSnapshot();
    note(snapshot, 'v9', 'p', null, 'private');
    snapshot.posts.unshift({ id: 'v9', title: 'film key-p', audience: 'private' });
    expect(violationsOf(snapshot)).toEqual([expect.stringContaining('has 2 posts: v9 private, v1 public')]);
    assignmentOf(snapshot, 'p').cleanup = 'failed';
    expect(violationsOf(snapshot)).toEqual([]);
  });

  it('know that a post was deleted, or hidden, as somebody wished', () => {
    const deleted = goodSnapshot();
    note(deleted, 'v1', 'p', 'public', null);
    deleted.posts.pop();
    expect(violationsOf(deleted)).not.toEqual([]);
    assignmentOf(deleted, 'p').removal = { state: 'done', mode: 'delete' };
    expect(violationsOf(deleted)).toEqual([]);
    const hidden = goodSnapshot();
    note(hidden, 'v1', 'p', 'public', 'private');
    hidden.posts[0]!.audience = 'private';
    assignmentOf(hidden, 'p').payload['privacy'] = 'private';
    expect(violationsOf(hidden)).not.toEqual([]);
    assignmentOf(hidden, 'p').removal = { state: 'done', mode: 'private' };
    expect(violationsOf(hidden)).toEqual([]);
  });

  it('know each kind of post by its own address', () => {
    const snapshot = goodSnapshot();
    assignmentOf(snapshot, 'p').type = 'short';
    expect(violationsOf(snapshot)).toEqual([expect.stringContaining('has the URL https://www.youtube.com/watch?v=v1')]);
    assignmentOf(snapshot, 'p').platformUrl = 'https://www.youtube.com/shorts/v1';
    expect(violationsOf(snapshot)).toEqual([]);
  });

  it('judge the start of an earlier generation by the time that its run was started with', () => {
    const snapshot = goodSnapshot();
    assignmentOf(snapshot, 'p').generation = 2;
    assignmentOf(snapshot, 'p').scheduledAtMs = begunMs + 2500;
    for (const event of snapshot.events.slice(3, 5)) event.generation = 2;
    snapshot.orders.push({
      kind: 'start',
      workflow: 'publishAssignment',
      subjectId: 'p',
      generation: 2,
      outcome: 'sent',
      line: '',
    });
    snapshot.runs[0]!.status = 'TERMINATED';
    snapshot.runs[0]!.scheduledAtMs = begunMs + 1000;
    snapshot.runs.push({ ...snapshot.runs[0]!, workflowId: 'assignment/p/2', status: 'COMPLETED' });
    expect(violationsOf(snapshot)).toEqual([]);
    snapshot.runs[0]!.scheduledAtMs = begunMs + 1001;
    expect(violationsOf(snapshot)).toEqual([expect.stringContaining('began 1 ms early')]);
  });

  it('let a webhook overtake another after 15 s, or when the first attempt of that one came to nothing', () => {
    const overtaken = (change: Plant): string[] => {
      const snapshot = goodSnapshot();
      snapshot.received.push(snapshot.received.shift()!);
      for (const webhook of snapshot.received) webhook.atMs = begunMs + 10_000;
      change(snapshot);
      return violationsOf(snapshot);
    };
    expect(overtaken(() => undefined)).toHaveLength(1);
    const atMs = begunMs + 2000 + 15_000;
    expect(overtaken(({ received }) => (received[0]!.atMs = atMs))).toEqual([]);
    expect(overtaken(({ received }) => (received[0]!.atMs = atMs - 1))).toHaveLength(1);
    expect(overtaken(({ deliveries }) => (deliveries[0]!.unansweredAtMs = begunMs + 10_000))).toEqual([]);
    expect(overtaken(({ deliveries }) => (deliveries[0]!.unansweredAtMs = begunMs + 10_001))).toHaveLength(1);
  });
});

/** The published assignment was published by its second generation. */
function startAgain(snapshot: Snapshot): void {
  assignmentOf(snapshot, 'p').generation = 2;
  const order = {
    kind: 'start',
    workflow: 'publishAssignment',
    subjectId: 'p',
    generation: 2,
    outcome: 'sent',
    line: '',
  };
  snapshot.orders.push(order);
  snapshot.runs.push({ workflowId: 'assignment/p/2', status: 'COMPLETED', scheduledAtMs: null, taskFailures: [] });
}
