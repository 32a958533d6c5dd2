import { Client } from 'pg';
import { setPace } from '../../../domain/pace';
import { inTransaction } from '../../../models/database/transaction';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import type { NewOrder } from '../../../models/outbox/OutboxEntry';
import { outboxChannel } from '../../../models/outbox/places';
import { useDatabase } from '../../support/servers/database';
import { testPace } from '../../support/jest/pace';
import { stopwatch } from '../../support/stopwatch';
import { until } from '../../support/until';
import { buildAssignments } from '../../support/runs/assignments';
import { use } from '../../support/use';

const database = useDatabase({ poolSize: 20 });
const assignments = use(async () => buildAssignments(database));
const assignment = use(async () => assignments.pending());
beforeEach(async () => database.query('DELETE FROM outbox'));

const orderOf = (parts: Partial<NewOrder> = {}): NewOrder => ({
  kind: 'start',
  workflow: 'publishAssignment',
  subjectId: assignment.assignmentId,
  generation: 1,
  workspaceId: assignments.workspaceId,
  ...parts,
});
const add = async (parts: Partial<NewOrder> = {}): Promise<number> =>
  inTransaction(database.sequelize, 'test', (transaction) => OutboxEntry.add(orderOf(parts), transaction));
const letClaimsRunOut = async () => database.query('UPDATE outbox SET claimed_until = now()');
interface OutboxRow {
  claimed_until: Date | null;
  last_error: string | null;
  inSeconds: number;
  claimedForSeconds: number | null;
}

const rowOf = async (id: number): Promise<OutboxRow> => {
  const [row] = await database.query<OutboxRow>(
    `SELECT *, extract(epoch FROM available_at - clock_timestamp())::float AS "inSeconds",
            extract(epoch FROM claimed_until - clock_timestamp())::float AS "claimedForSeconds" FROM outbox WHERE id = $1`,
    [id],
  );
  return row!;
};

describe('add', () => {
  it('gives a number, and leaves the entry to its writer for some seconds', async () => {
    const [passedMs, id] = [stopwatch(), await add()];
    expect(typeof id).toBe('number');
    expect(await OutboxEntry.claimDue(10)).toEqual([]);
    const { claimedForSeconds } = await rowOf(id);
    expect(claimedForSeconds).toBeGreaterThanOrEqual(5 - passedMs() / 1000);
    expect(claimedForSeconds).toBeLessThanOrEqual(5);
  });

  it('lets the relay have it when its writer has died', async () => {
    const id = await add();
    await letClaimsRunOut();
    expect(await OutboxEntry.claimDue(10)).toEqual([id]);
  });

  it('is undone with its transaction', async () => {
    const dead = inTransaction(database.sequelize, 'test', async (transaction) => {
      await OutboxEntry.add(orderOf(), transaction);
      throw new Error('402');
    });
    await expect(dead).rejects.toThrow('402');
    expect(await database.query('SELECT 1 FROM outbox')).toEqual([]);
  });
});

describe('claimDue', () => {
  it('takes the oldest first, and never more than the limit', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await add());
    await letClaimsRunOut();
    // The entry that was put off and is due again is the oldest by the time at which it became due.
    await database.query(`UPDATE outbox SET available_at = now() - interval '1 hour' WHERE id = $1`, [ids[11]]);
    expect(await OutboxEntry.claimDue(4)).toEqual([ids[11], ids[0], ids[1], ids[2]]);
    expect(await OutboxEntry.claimDue(4)).toEqual(ids.slice(3, 7));
    expect(await OutboxEntry.claimDue(50)).toEqual(ids.slice(7, 11));
    expect(await OutboxEntry.claimDue(50)).toEqual([]);
  });

  it('gives each entry to one relay, however many ask at once', async () => {
    await Promise.all(Array.from({ length: 60 }, async () => add()));
    await letClaimsRunOut();
    const claims = await Promise.all(Array.from({ length: 15 }, async () => OutboxEntry.claimDue(7)));
    for (const claim of claims) expect(claim.length).toBeLessThanOrEqual(7);
    const claimed = claims.flat();
    expect(new Set(claimed).size).toBe(claimed.length);
    const rest = await OutboxEntry.claimDue(100);
    expect(new Set([...claimed, ...rest]).size).toBe(60);
  });

  it('leaves what is dispatched, claimed or not yet due', async () => {
    const [dispatched, claimed, later] = [await add(), await add(), await add()];
    await letClaimsRunOut();
    await OutboxEntry.markDispatched({ id: dispatched, outcome: 'sent' });
    await database.query(`UPDATE outbox SET claimed_until = now() + interval '1 hour' WHERE id = $1`, [claimed]);
    await database.query(`UPDATE outbox SET available_at = now() + interval '1 hour' WHERE id = $1`, [later]);
    expect(await OutboxEntry.claimDue(10)).toEqual([]);
  });
});

describe('renewClaim', () => {
  it('keeps an entry that is being dispatched, and takes none that was left to the relay', async () => {
    const [claimed, released, passedMs] = [await add(), await add(), stopwatch()];
    await letClaimsRunOut();
    await OutboxEntry.release([released]);
    for (const id of [claimed, released]) await OutboxEntry.renewClaim(id);
    expect((await rowOf(claimed)).claimedForSeconds).toBeGreaterThanOrEqual(5 - passedMs() / 1000);
    expect(await OutboxEntry.claimDue(10)).toEqual([released]);
  });
});

describe('release', () => {
  it('leaves entries to the relay at once and wakes it', async () => {
    const [one, other, dispatched] = [await add(), await add(), await add()];
    await OutboxEntry.markDispatched({ id: dispatched, outcome: 'sent' });
    const listener = new Client(database.url);
    const heard: string[] = [];
    listener.on('notification', ({ channel }) => heard.push(channel));
    await listener.connect();
    try {
      await listener.query(`LISTEN ${outboxChannel}`);
      await OutboxEntry.release([one, dispatched]);
      await until(() => heard.length > 0);
    } finally {
      await listener.end();
    }
    expect(heard).toEqual([outboxChannel]);
    expect(await OutboxEntry.claimDue(10)).toEqual([one]);
    expect((await rowOf(other)).claimed_until).toEqual(expect.any(Date));
  });

  it('of nothing is no error', async () => {
    await OutboxEntry.release([]);
    expect(await OutboxEntry.claimDue(1)).toEqual([]);
  });
});

describe('postpone', () => {
  it.each([
    ['refused', [1, 2, 4, 8, 16, 32, 32, 32], null],
    ['unknown', [1, 1, 1, 1, 1, 1, 1, 1], 'unknown'],
    ['early', [1, 1, 1, 1, 1, 1, 1, 1], null],
  ] as const)('keeps an entry that was %s, due again after so many seconds', async (why, seconds, outcome) => {
    const id = await add();
    const waits: number[] = [];
    // Hours for seconds, which no machine can lose.
    setPace(3600);
    for (let n = 0; n < 8; n += 1) {
      await OutboxEntry.postpone(id, `failure ${n}`, why);
      waits.push(Math.round((await rowOf(id)).inSeconds / 3600));
    }
    setPace(testPace);
    expect(waits).toEqual(seconds);
    expect(await rowOf(id)).toMatchObject({
      tries: 8,
      last_error: 'failure 7',
      claimed_until: null,
      dispatched_at: null,
      outcome,
    });
    expect(await OutboxEntry.claimDue(10)).toEqual([]);
  });

  it('of one whose outcome is unknown leaves it so, until it is known', async () => {
    const id = await add();
    await OutboxEntry.postpone(id, 'no answer', 'unknown');
    await OutboxEntry.postpone(id, 'no', 'refused');
    expect(await OutboxEntry.waiting(id)).toMatchObject({ isUnknown: true });
    await OutboxEntry.markDispatched({ id, outcome: 'already' });
    expect(await rowOf(id)).toMatchObject({ outcome: 'already' });
  });

  it('cuts long reasons, and takes any text', async () => {
    const id = await add();
    await OutboxEntry.postpone(id, `${'x'.repeat(499)}😀`, 'refused');
    expect((await rowOf(id)).last_error).toBe('x'.repeat(499));
    await OutboxEntry.postpone(id, 'with a NUL \0 in it', 'refused');
    expect(await rowOf(id)).toMatchObject({ tries: 2, last_error: expect.stringContaining('with a NUL') });
  });

  it('does not call back what has been dispatched', async () => {
    const id = await add();
    await OutboxEntry.markDispatched({ id, outcome: 'sent' });
    await OutboxEntry.postpone(id, 'too late', 'unknown');
    expect(await rowOf(id)).toMatchObject({ tries: 0, last_error: null, outcome: 'sent' });
  });
});

describe('markDispatched', () => {
  it.each(['sent', 'already', 'dropped'] as const)('records that it was %s, for good', async (outcome) => {
    const id = await add();
    await OutboxEntry.postpone(id, 'first try', 'refused');
    await OutboxEntry.markDispatched({ id, outcome });
    expect(await rowOf(id)).toMatchObject({ outcome, dispatched_at: expect.any(Date), last_error: null });
    await OutboxEntry.markDispatched({ id, outcome: outcome === 'sent' ? 'already' : 'sent' });
    expect(await rowOf(id)).toMatchObject({ outcome });
    await letClaimsRunOut();
    expect(await OutboxEntry.claimDue(10)).toEqual([]);
  });
});

describe('waiting', () => {
  it('tells what is to be done, and is silent about what is dispatched or unknown', async () => {
    const id = await add({ kind: 'cancel' });
    expect(await OutboxEntry.waiting(id)).toEqual({
      kind: 'cancel',
      workflow: 'publishAssignment',
      subjectId: assignment.assignmentId,
      generation: 1,
      isUnknown: false,
      isBeforeStart: false,
      traceparent: null,
    });
    await OutboxEntry.markDispatched({ id, outcome: 'sent' });
    expect(await OutboxEntry.waiting(id)).toBeNull();
    expect(await OutboxEntry.waiting(2 ** 40)).toBeNull();
  });

  it.each(['cancel', 'terminate'] as const)(
    'tells of an order to %s whether the run is still to be started',
    async (kind) => {
      const [start, end] = [await add(), await add({ kind })];
      expect(await OutboxEntry.waiting(start)).toMatchObject({ isBeforeStart: false });
      expect(await OutboxEntry.waiting(end)).toMatchObject({ isBeforeStart: true });
      expect(await OutboxEntry.waiting(await add({ kind, generation: 2 }))).toMatchObject({ isBeforeStart: false });
      await OutboxEntry.markDispatched({ id: start, outcome: 'dropped' });
      expect(await OutboxEntry.waiting(end)).toMatchObject({ isBeforeStart: false });
    },
  );
});

describe('due', () => {
  it('counts the entries that are due, and tells how old the oldest one is, by the kind of their line', async () => {
    expect(await OutboxEntry.due()).toEqual([]);
    const [old, later, dispatched] = [await add(), await add(), await add()];
    await database.query(`UPDATE outbox SET available_at = now() - interval '90 seconds' WHERE id = $1`, [old]);
    await database.query(`UPDATE outbox SET available_at = now() + interval '1 hour' WHERE id = $1`, [later]);
    await database.query(`UPDATE outbox SET available_at = now() - interval '1 hour' WHERE id = $1`, [dispatched]);
    await OutboxEntry.markDispatched({ id: dispatched, outcome: 'sent' });
    for (const line of ['publish', 'webhook one.example', 'webhook other.example']) {
      await database.query('UPDATE outbox SET line = $2 WHERE id = $1', [await add(), line]);
    }
    const due = new Map((await OutboxEntry.due()).map((entries) => [entries.line, entries]));
    const counts = Object.fromEntries([...due].map(([line, { count }]) => [line, count]));
    expect(counts).toEqual({ none: 1, publish: 1, webhook: 2 });
    const { oldestSeconds } = due.get('none')!;
    expect(oldestSeconds).toBeGreaterThanOrEqual(90);
    expect(oldestSeconds).toBeLessThan(3600);
  });

  it('counts an entry that was tried in vain from the moment at which it was written', async () => {
    const id = await add();
    await database.query(`UPDATE outbox SET created_at = now() - interval '90 seconds' WHERE id = $1`, [id]);
    await OutboxEntry.postpone(id, 'Temporal is down', 'refused');
    const [none] = await OutboxEntry.due();
    expect(none).toMatchObject({ line: 'none', count: 1 });
    expect(none!.oldestSeconds).toBeGreaterThanOrEqual(90);
  });
});
