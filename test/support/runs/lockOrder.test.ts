import { randomUUID } from 'node:crypto';
import { plainFailure } from '../../../domain/failures/failures';
import { moveOn } from '../build/moveOn';
import { inTransaction } from '../../../models/database/transaction';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import { useApp } from '../callers/app';
import { untilSomebodyWaits } from './interleave';
import { createLockOrder } from '../servers/lockOrder';
import { useOperating } from './operating';

/** models/README.md: connections, assignments, the account, the outbox; several rows of one table by their ids. */

type Step = [sql: string, bound?: Record<string, unknown>];

const [early, late] = [randomUUID(), randomUUID()].sort();
const assignment = (id = early): Step => ['SELECT 1 FROM assignments WHERE id = $id FOR UPDATE', { id }];
const connection: Step = ['SELECT 1 FROM connections c WHERE c.id = $connectionId FOR SHARE', { connectionId: late }];
const account: Step = ['UPDATE credit_accounts SET held = 1 WHERE workspace_id = $workspaceId', { workspaceId: late }];
const entries = (id = early): Step => [
  `WITH own AS (SELECT e.id FROM outbox e WHERE e.subject_id = $id ORDER BY e.id FOR UPDATE)
   UPDATE outbox o SET line = '' FROM own WHERE o.id = own.id`,
  { id },
];

const judge = (steps: readonly Step[]) => {
  const locks = createLockOrder();
  return steps.flatMap((step) => locks.add(...step));
};

it.each<[string, Step[]]>([
  ['all four in their order', [connection, assignment(), account, entries()]],
  ['two assignments by id', [assignment(early), assignment(late)]],
  [
    'what it has locked before',
    [assignment(), account, ['UPDATE assignments SET tries = 0 WHERE id = $id', { id: early }]],
  ],
  ['what it has made', [account, ['INSERT INTO assignments (id) VALUES ($id)', { id: early }], assignment()]],
  [
    'what a statement with a name has made',
    [account, ['INSERT INTO assignments (id, type) SELECT $2::uuid, $1::text', { 1: 'video', 2: early }], assignment()],
  ],
  ['what it only reads', [entries(), ['SELECT 1 FROM connections WHERE id = $id', { id: late }]]],
  [
    'what nobody waits for',
    [['DELETE FROM outbox WHERE id IN (SELECT o.id FROM outbox o LIMIT 9 FOR UPDATE SKIP LOCKED)']],
  ],
  [
    'the one table that it names',
    [['SELECT 1 FROM credit_accounts a JOIN assignments s USING (workspace_id) FOR UPDATE OF a']],
  ],
])('lets a transaction lock %s', (_what, steps) => {
  expect(judge(steps)).toEqual([]);
});

it.each<[string, Step[]]>([
  ['locks connections after assignments', [assignment(), connection]],
  ['locks credit_accounts after outbox', [entries(), account]],
  ['locks assignments after outbox', [entries(late), assignment()]],
  ['locks more of assignments, not in the order of their ids', [assignment(late), assignment(early)]],
  ['locks more of outbox, not in the order of their ids', [entries(early), entries(late)]],
  [
    'locks rows of outbox in the order in which it finds them',
    [['UPDATE outbox o SET line = $line FROM unnest($ids) AS done (id) WHERE o.id = done.id', { ids: [1, 2] }]],
  ],
  [
    'locks rows of assignments in the order in which it finds them',
    [['SELECT id FROM assignments a WHERE connection_id = $id ORDER BY status, id FOR UPDATE', { id: early }]],
  ],
  [
    'locks assignments after outbox',
    [
      [
        'WITH x AS (UPDATE outbox SET line = $line WHERE id = $id) UPDATE assignments SET tries = 0 WHERE id = $assignment',
      ],
    ],
  ],
])('finds that one %s', (sentence, steps) => {
  expect(judge(steps)).toEqual([sentence]);
});

describe('a removal beside the relay', () => {
  const app = useApp();
  const one = useOperating(app);

  const order = async (id: string): Promise<number> => {
    const [row] = await app.database.query<{ id: number }>(
      `INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, line, claimed_until)
       SELECT 'start', 'publishAssignment', id, 1, workspace_id, 'publish media', now() + interval '5 seconds'
       FROM assignments WHERE id = $1 RETURNING id`,
      [id],
    );
    return row!.id;
  };

  it('fails two assignments whose starts are being marked as dispatched, in the opposite order', async () => {
    const [a, b] = [await one.make('pending'), await one.make('pending')];
    const [first, second] = [await order(a), await order(b)];
    const mark = async (id: number) => OutboxEntry.markDispatched({ id, outcome: 'sent' });
    const marks = await inTransaction(app.database.sequelize, 'test', async (transaction) => {
      await moveOn(a, { to: 'failed', error: plainFailure('CONNECTION_INACTIVE') }, transaction);
      const both = Promise.all([mark(second), mark(first)]);
      await untilSomebodyWaits(app.database);
      await moveOn(b, { to: 'failed', error: plainFailure('CONNECTION_INACTIVE') }, transaction);
      return { both };
    });
    await expect(marks.both).resolves.toBeDefined();
  });

  it('waits for an entry before it has locked a later one, however the assignments lie', async () => {
    const [a, b] = [await one.make('pending'), await one.make('pending')];
    const [second, first] = [await order(b), await order(a)].toSorted((x, y) => y - x);
    const relay = await app.database.sequelize.transaction();
    const mark = async (id: number) =>
      app.database.sequelize.query('UPDATE outbox SET dispatched_at = now() WHERE id = $1', {
        bind: [id],
        transaction: relay,
      });
    await mark(first!);
    const removal = one.call('DELETE', `/api/v1/connections/${one.connectionId}`);
    await untilSomebodyWaits(app.database);
    await mark(second!);
    await relay.commit();

    expect((await removal).status).toBe(204);
    expect([(await one.row(a)).status, (await one.row(b)).status]).toEqual(['failed', 'failed']);
  });

  it.each([['retry', async (id: string) => one.call('POST', `/api/v1/assignments/${id}/retry`)]])(
    '%s holds no assignment while it waits for the connection',
    async (_what, ask) => {
      const id = await one.make('failed');
      const removal = await app.database.sequelize.transaction();
      const hold = async (sql: string, key: string) =>
        app.database.sequelize.query(sql, { bind: [key], transaction: removal });
      await hold('SELECT 1 FROM connections WHERE id = $1 FOR UPDATE', one.connectionId);
      const asked = ask(id);
      await untilSomebodyWaits(app.database);
      await hold('SELECT 1 FROM assignments WHERE id = $1 FOR UPDATE NOWAIT', id);
      await removal.commit();
      expect((await asked).status).toBeLessThan(300);
    },
  );
});
