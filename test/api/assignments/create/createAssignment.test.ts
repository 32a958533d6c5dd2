import { randomUUID } from 'node:crypto';
import { stranger } from '../../../support/actors';
import { useApp } from '../../../support/callers/app';
import { buildConnection } from '../../../support/build/connection';
import { buildWorkspace } from '../../../support/build/workspace';
import { useCaller, waysToAccept } from '../../../support/callers/caller';
import { until } from '../../../support/until';
import { nothing, writtenBy } from '../../../support/runs/written';

const path = '/api/v1/assignments';

const app = useApp();
describe.each(waysToAccept)('on %s', (_way, way) => {
  const caller = useCaller(app, { ...way, credits: 100 });

  describe('201', () => {
    it('answers the pending assignment, with what it took from the credits', async () => {
      const answer = await caller.create();

      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
        status: 'pending',
        connectionId: caller.connectionId,
        platform: 'youtube',
        type: 'video',
        scheduledAt: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      expect(answer.headers.get('x-credits-used')).toBe('10');
      expect(answer.headers.get('x-credits-balance')).toBe('90');
      expect(answer.headers.get('idempotent-replayed')).toBeNull();
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    it('writes the row, its first event, the hold and the order to start its workflow, and hands over that order', async () => {
      const { body } = await caller.create({
        externalId: 'post 1',
        mediaContentType: 'video/mp4',
        mediaSizeBytes: 1234,
      });

      const [row] = await app.database.query('SELECT * FROM assignments WHERE id = $1', [body.id]);
      expect(row).toMatchObject({
        workspace_id: caller.workspaceId,
        status: 'pending',
        generation: 1,
        payload: { title: 'Walking the coast path', privacy: 'private', tags: [], madeForKids: false },
        media_url: 'https://media.example/coast-path.mp4',
        media_content_type: 'video/mp4',
        media_size_bytes: 1234,
        external_id: 'post 1',
      });
      const holds = await app.database.query(
        `SELECT credits, operation FROM credit_entries WHERE hold_id = $1 AND type = 'hold'`,
        [row?.hold_id],
      );
      expect(holds).toEqual([{ credits: 10, operation: 'publish.video' }]);
      const events = await app.database.query(
        'SELECT status, generation FROM assignment_events WHERE assignment_id = $1',
        [body.id],
      );
      expect(events).toEqual([{ status: 'pending', generation: 1 }]);
      const orders = await app.database.query(
        'SELECT id, kind, workflow, generation FROM outbox WHERE subject_id = $1',
        [body.id],
      );
      expect(orders).toEqual([{ id: expect.any(Number), kind: 'start', workflow: 'publishAssignment', generation: 1 }]);
      expect(app.dispatched).toEqual([[orders[0]?.id]]);
    });

    it('logs the request by its route, and nothing of its headers or body', async () => {
      await caller.create({ payload: { title: 'canary title' }, mediaUrl: 'https://canary.example/a.mp4' });
      await until(() => app.log.length > 0);

      expect(app.log).toEqual([
        expect.objectContaining({
          msg: 'request',
          method: 'POST',
          route: path,
          status: 201,
          workspaceId: caller.workspaceId,
          requestId: expect.any(String),
          durationMs: expect.any(Number),
        }),
      ]);
      expect(JSON.stringify(app.log)).not.toMatch(new RegExp(`canary|${caller.apiKey}`));
    });

    it('fills in the defaults of the payload and drops fields that no capability lists', async () => {
      const { body } = await caller.create({ payload: { title: 'A', privacy: 'public', colour: 'red' } });

      const [row] = await app.database.query('SELECT payload FROM assignments WHERE id = $1', [body.id]);
      expect(row?.payload).toEqual({ title: 'A', privacy: 'public', tags: [], madeForKids: false });
    });

    it.each([
      ['an offset', '+02:00', 2],
      ['Z', 'Z', 0],
    ])('answers scheduledAt normalized to UTC when it is given with %s', async (_what, suffix, hours) => {
      const local = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
      const { status, body } = await caller.create({ scheduledAt: local + suffix });

      const utc = new Date(Date.parse(`${local}Z`) - hours * 3_600_000).toISOString();
      expect(status).toBe(201);
      expect(body.scheduledAt).toBe(utc);
    });

    it('takes a scheduledAt without seconds, as Java writes full minutes', async () => {
      const { status, body } = await caller.create({ scheduledAt: '2001-09-09T01:46+02:00' });

      expect([status, body.scheduledAt]).toEqual([201, '2001-09-08T23:46:00.000Z']);
    });

    it('accepts a scheduledAt in the past and stores it as given', async () => {
      const { status, body } = await caller.create({ scheduledAt: '2001-09-09T01:46:40Z' });

      expect(status).toBe(201);
      expect(body.scheduledAt).toBe('2001-09-09T01:46:40.000Z');
      expect(app.dispatched).toHaveLength(1);
    });

    it('accepts a scheduledAt 366 days ahead', async () => {
      const { status } = await caller.create({ scheduledAt: new Date(Date.now() + 366 * 86_400_000).toISOString() });

      expect(status).toBe(201);
    });

    it('takes null for an optional field as the field left out', async () => {
      const nulls = Object.fromEntries(
        [
          'mediaContentType',
          'mediaSizeBytes',
          'scheduledAt',
          'prepareAheadSeconds',
          'callbackUrl',
          'callbackEvents',
          'callbackStatuses',
          'idempotencyKey',
          'externalId',
        ].map((name) => [name, null]),
      );
      expect((await caller.create(nulls)).status).toBe(201);
    });

    it.each([
      [undefined, 600],
      [0, 0],
      [86_400, 86_400],
    ])('prepares its media ahead of scheduledAt: asked for %p s, %d s', async (prepareAheadSeconds, stored) => {
      const { body } = await caller.create({ prepareAheadSeconds });
      const row = await app.database.query('SELECT prepare_ahead_seconds FROM assignments WHERE id = $1', [body.id]);
      expect(row).toEqual([{ prepare_ahead_seconds: stored }]);
    });

    it('gives a short the price of a short', async () => {
      const answer = await caller.create({ type: 'short' });

      expect(answer.headers.get('x-credits-used')).toBe('5');
      expect(answer.headers.get('x-credits-balance')).toBe('95');
    });

    it('keeps the callback address', async () => {
      const { body, status } = await caller.create({ callbackUrl: 'https://hooks.example/status' });

      const [row] = await app.database.query('SELECT callback_url FROM assignments WHERE id = $1', [body.id]);
      expect(status).toBe(201);
      expect(row?.callback_url).toBe('https://hooks.example/status');
    });

    it.each([
      ['expired', 'TOKEN_EXPIRED'],
      ['missing', 'TOKEN_MISSING'],
    ] as const)(
      'fails at once when the token is %s, whatever scheduledAt says, and costs nothing',
      async (tokenStatus, code) => {
        const { connectionId: tokenless } = await buildConnection(caller, { tokenStatus });
        const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
        const answer = await caller.create({ connectionId: tokenless, scheduledAt });

        expect(answer.status).toBe(201);
        expect(answer.body).toMatchObject({ status: 'pending', scheduledAt });
        expect(answer.headers.get('x-credits-used')).toBe('0');
        expect(answer.headers.get('x-credits-balance')).toBe('100');
        const detail = await caller.call('GET', `${path}/${answer.body.id}`);
        expect(detail.body).toMatchObject({ status: 'failed', errors: [{ code, message: expect.any(String) }] });
        expect(detail.body.timeline.map((entry: { status: string }) => entry.status)).toEqual(['pending', 'failed']);
        expect(app.dispatched).toEqual([]);
        expect(await writtenBy(app, caller)).toMatchObject({ assignments: 1, starts: 0 });
        const status = await caller.call('GET', '/api/v1/billing/status');
        expect(status.body).toMatchObject({ balance: 100, creditsUsedThisCycle: 0 });
        expect(app.log).toEqual(
          expect.arrayContaining([expect.objectContaining({ msg: 'assignment moved', status: 'failed', code })]),
        );
        expect(await app.metrics.registry.getSingleMetricAsString('assignments_ended_total')).toContain(
          `code="${code}"`,
        );
      },
    );
  });

  describe('404', () => {
    it('answers to a foreign connection exactly as to an unknown one, and writes nothing', async () => {
      const foreign = await buildConnection(await buildWorkspace());
      const answers = [
        await caller.create({ connectionId: foreign.connectionId, idempotencyKey: 'key-404' }),
        await caller.create({ connectionId: randomUUID(), idempotencyKey: 'key-404' }),
      ];

      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect(answers[0]?.body).toEqual({ error: 'NOT_FOUND', message: expect.any(String), details: {} });
      expect(answers[1]?.body).toEqual(answers[0]?.body);
      expect(await writtenBy(app, caller)).toEqual(nothing);
      expect(app.dispatched).toEqual([]);
    });
  });

  describe('409', () => {
    it('answers CONFLICT for an inactive connection, before it looks at the payload', async () => {
      const { connectionId: inactive } = await buildConnection(caller, { isActive: false });
      const answer = await caller.create({ connectionId: inactive, payload: {} });

      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({ error: 'CONFLICT', message: expect.any(String), details: {} });
      expect(await writtenBy(app, caller)).toEqual(nothing);
    });
  });

  describe('402', () => {
    const poor = useCaller(app, { ...way, credits: 9 });

    it('answers exactly what is needed and what is left', async () => {
      const answer = await poor.create();

      expect(answer.status).toBe(402);
      expect(answer.body).toEqual({ error: 'INSUFFICIENT_CREDITS', required: 10, balance: 9 });
      expect(answer.headers.get('x-credits-required')).toBe('10');
      expect(answer.headers.get('x-credits-balance')).toBe('9');
      expect(answer.headers.get('x-credits-used')).toBeNull();
    });

    it('writes nothing and does not use the idempotency key up', async () => {
      await poor.create({ idempotencyKey: 'key-402' });
      expect(await writtenBy(app, poor)).toEqual(nothing);
      expect(app.dispatched).toEqual([]);

      await app.database.query('UPDATE credit_accounts SET monthly_credits = 10 WHERE workspace_id = $1', [
        poor.workspaceId,
      ]);
      const second = await poor.create({ idempotencyKey: 'key-402' });
      expect(second.status).toBe(201);
      expect(second.headers.get('idempotent-replayed')).toBeNull();
    });

    it('is judged last: a payload that is not valid answers 400 without credits, too', async () => {
      expect((await poor.create({ payload: {} })).status).toBe(400);
    });
  });

  describe('401', () => {
    it('is judged first, before the body is looked at', async () => {
      const answer = await stranger(app)('POST', path, { body: '{', headers: { 'content-type': 'text/plain' } });

      expect(answer.status).toBe(401);
    });
  });
});
