import { DatabaseClient } from '../../../../models/database/DatabaseClient';
import type { Answer } from '../../../support/actors';
import { useApp } from '../../../support/callers/app';
import { buildConnection } from '../../../support/build/connection';
import { videoBody } from '../../../support/build/video';
import { useCaller, waysToAccept } from '../../../support/callers/caller';
import { buildUser } from '../../../support/callers/people';
import { uploaderFor } from '../../../support/callers/uploads';
import { nothing, writtenBy } from '../../../support/runs/written';

/** models/assignments/store/README.md: one statement creates, whatever was known before; where it writes nothing, reads say why. */

const app = useApp();
const query = async (sql: string, workspaceId: string) => app.database.query(sql, [workspaceId]);

/** The statements of some work, each by its first words. @param before is done once, before the statement that creates */
async function statementsOf(work: () => Promise<unknown>, before?: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  let waits = before;
  const { prepared } = DatabaseClient.prototype;
  const sent = jest.spyOn(DatabaseClient.prototype, 'prepared');
  sent.mockImplementation(async function (this: DatabaseClient, text, values) {
    const words = text.slice(0, 12);
    seen.push(words);
    if (words === creates && waits) {
      const first = waits;
      waits = undefined;
      await first();
    }
    return prepared.call(this, text, values);
  });
  try {
    await work();
  } finally {
    sent.mockRestore();
  }
  return seen;
}

const creates = 'WITH channel';
const finds = 'SELECT id, a';

describe('a channel that the process knows', () => {
  const caller = useCaller(app, { isKnown: true });

  it('takes an assignment by a single statement, which writes what a new channel’s assignment does', async () => {
    const body = { callbackUrl: 'https://caller.example/hook', externalId: 'mine', payload: { title: 'T', other: 1 } };
    const { connectionId } = await buildConnection(caller, {});
    const first = await caller.create({ ...body, idempotencyKey: 'one', connectionId });
    let second: Answer | undefined;
    const statements = await statementsOf(async () => {
      second = await caller.create({ ...body, idempotencyKey: 'two' });
    });

    expect(second?.status).toBe(201);
    expect(statements).toEqual([finds, creates]);
    const own = { id: expect.any(String), connectionId: caller.connectionId, createdAt: expect.any(String) };
    expect(second?.body).toEqual({ ...first.body, ...own });
    const headersOf = ({ headers }: Answer) => headers.get('x-ignored-payload-fields');
    expect(headersOf(second!)).toBe(headersOf(first));
    const rows = await query(
      `SELECT a.*, e.status AS event, o.kind, o.line, o.claimed_until IS NOT NULL AS is_claimed, k.request_hash IS NOT NULL AS is_keyed,
              h.credits, h.balance_after FROM assignments a JOIN assignment_events e ON e.assignment_id = a.id
       JOIN outbox o ON o.subject_id = a.id JOIN idempotency_keys k ON k.assignment_id = a.id
       JOIN credit_entries h ON h.hold_id = a.hold_id WHERE a.workspace_id = $1 ORDER BY a.id`,
      caller.workspaceId,
    );
    const varying = ['id', 'connection_id', 'idempotency_key', 'hold_id', 'created_at', 'updated_at', 'balance_after'];
    const [one, two] = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !varying.includes(name))),
    );
    expect(two).toEqual(one);
    expect(rows.map((row) => row['balance_after'])).toEqual([490, 480]);
    expect(app.dispatched).toHaveLength(2);
  });

  it('takes one with uploaded files by a look at them, and that statement', async () => {
    const { mediaUrl } = await uploaderFor(caller.call).upload();
    const statements = await statementsOf(async () => caller.create({ mediaUrl }));
    expect(statements).toEqual([finds, 'SELECT s.id,', creates]);
  });

  it('takes one of a user by that statement, too', async () => {
    const user = await buildUser(app);
    const { connectionId } = await buildConnection(user);
    const create = async () =>
      user.call('POST', '/api/v1/console/assignments', { body: videoBody(connectionId, { idempotencyKey: null }) });
    await create();
    const statements = await statementsOf(create);
    expect(statements.filter((one) => one !== creates)).not.toContain('START TRANSA');
    expect(statements.at(-1)).toBe(creates);
  });

  it('answers a key in use by reads alone: that statement writes nothing, and does not fail', async () => {
    const first = await caller.create({ idempotencyKey: 'key' });
    const again = await caller.create({ idempotencyKey: 'key', payload: { title: 'Other' } });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-mismatch')).toBe('true');
    expect(await writtenBy(app, caller)).toEqual({ assignments: 1, holds: 1, keys: 1, starts: 1 });
    // A statement that is undone leaves a gap in the numbers of the orders.
    await caller.create();
    const [[before], [after]] = app.dispatched as [[number], [number]];
    expect(after).toBe(before + 1);
  });
});

const inactive = 'UPDATE connections SET is_active = false WHERE workspace_id = $1';
const removed = 'UPDATE connections SET removed_at = now() WHERE workspace_id = $1';
const short = 'UPDATE credit_accounts SET monthly_credits = 9 WHERE workspace_id = $1';
const lapsed = `UPDATE connections SET token_status = 'expired' WHERE workspace_id = $1`;
const turned = `UPDATE credit_accounts SET held = 495, cycle_started_at = now() - interval '40 days',
                  cycle_resets_at = now() - interval '9 days' WHERE workspace_id = $1`;

describe.each(waysToAccept)('on %s', (_way, way) => {
  const caller = useCaller(app, way);
  const change = async (...statements: string[]) => {
    for (const sql of statements) await query(sql, caller.workspaceId);
  };
  const assignmentOf = async ({ body }: Answer) => (await caller.call('GET', `/api/v1/assignments/${body.id}`)).body;

  describe.each([
    [
      'before it is asked for',
      async (sql: string[]) => change(...sql).then(async () => caller.create({ idempotencyKey: 'key' })),
    ],
    [
      'after it was looked at',
      async (sql: string[]) => {
        let answer: Answer | undefined;
        await statementsOf(
          async () => (answer = await caller.create({ idempotencyKey: 'key' })),
          async () => change(...sql),
        );
        return answer!;
      },
    ],
  ])('something changes %s', (_when, create) => {
    it.each([
      ['the connection is inactive', [inactive], 409],
      ['it was removed', [removed], 404],
      ['the credits are short', [short], 402],
      ['existence comes before credits', [removed, short], 404],
      ['so does the state of the connection', [inactive, short], 409],
    ])('%s: refused, and nothing is written', async (_what, statements, status) => {
      expect((await create(statements)).status).toBe(status);
      expect(await writtenBy(app, caller)).toEqual(nothing);
    });

    it('the token is gone: the assignment fails at once', async () => {
      const answer = await create([lapsed]);
      expect(answer.headers.get('x-credits-used')).toBe('0');
      expect(await assignmentOf(answer)).toMatchObject({ status: 'failed', errors: [{ code: 'TOKEN_EXPIRED' }] });
      expect(await writtenBy(app, caller)).toEqual({ assignments: 1, holds: 1, keys: 1, starts: 0 });
      const repeat = await caller.create({ idempotencyKey: 'key' });
      expect(repeat.body).toEqual({ ...answer.body, status: 'failed' });
    });

    it('the credit cycle has ended: the next one begins first', async () => {
      const answer = await create([turned]);
      expect([answer.status, answer.headers.get('x-credits-balance')]).toEqual([201, '490']);
      expect(await writtenBy(app, caller)).toEqual({ assignments: 1, holds: 1, keys: 1, starts: 1 });
    });
  });

  it('the token comes back after the channel was looked at: the assignment is started', async () => {
    await change(lapsed);
    let answer: Answer | undefined;
    await statementsOf(
      async () => (answer = await caller.create({})),
      async () => change(`UPDATE connections SET token_status = 'valid' WHERE workspace_id = $1`),
    );
    expect(await assignmentOf(answer!)).toMatchObject({ status: 'pending' });
    expect(await writtenBy(app, caller)).toMatchObject({ assignments: 1, starts: 1 });
  });

  it('an uploaded file is removed after it was looked at: refused, and nothing is written', async () => {
    const { mediaUrl } = await uploaderFor(caller.call).upload();
    let answer: Answer | undefined;
    await statementsOf(
      async () => (answer = await caller.create({ mediaUrl })),
      async () => change(`UPDATE upload_sessions SET status = 'expired' WHERE workspace_id = $1`),
    );
    expect(answer).toMatchObject({ status: 400, body: { details: { mediaUrl: [expect.any(String)] } } });
    expect(await writtenBy(app, caller)).toEqual(nothing);
  });

  it.each([false, true])(
    'a twin comes first after the key was looked for, and leaves no credits: %s',
    async (isLast) => {
      const asked = async () => caller.create({ idempotencyKey: 'key' });
      let [twin, answer]: (Answer | undefined)[] = [];
      const body = { idempotencyKey: 'key', payload: { title: 'Other' } };
      await statementsOf(
        async () => (answer = await caller.create(body)),
        async () => {
          twin = await asked();
          if (isLast) await change('UPDATE credit_accounts SET held = monthly_credits WHERE workspace_id = $1');
        },
      );
      expect(answer!.body).toEqual(twin!.body);
      expect(answer!.headers.get('idempotency-mismatch')).toBe('true');
      expect(await writtenBy(app, caller)).toEqual({ assignments: 1, holds: 1, keys: 1, starts: 1 });
    },
  );

  it('twins of a key whose time is over make one new assignment', async () => {
    const first = await caller.create({ idempotencyKey: 'key' });
    await change(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE workspace_id = $1`);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => caller.create({ idempotencyKey: 'key' })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers[0]!.body.id).not.toBe(first.body.id);
    expect(await writtenBy(app, caller)).toEqual({ assignments: 2, holds: 2, keys: 1, starts: 2 });
  });
});
