import { parseOutboundAllow } from '../../../../lib/safeFetch/allow';
import { stranger } from '../../../support/actors';
import type { RequestParts } from '../../../support/actors';
import { startApp } from '../../../support/callers/app';
import { buildConnection } from '../../../support/build/connection';
import { videoBody } from '../../../support/build/video';
import { buildWorkspace } from '../../../support/build/workspace';
import { useCaller } from '../../../support/callers/caller';
import { makeFilm } from '../../../support/media/mediaFiles';
import { useServer } from '../../../support/servers/server';
import { servePart } from '../servePart';
import { until } from '../../../support/until';
import { use } from '../../../support/use';
import { nothing, writtenBy } from '../../../support/runs/written';
import { faultyBodies } from '../faultyBodies';

const createPath = '/api/v1/assignments';
const validatePath = '/api/v1/assignments/validate';

/** The requests that the source has received: `GET bytes=0-0`. */
const asked: string[] = [];
let film: Buffer;
beforeAll(async () => (film = await makeFilm()));

const source = useServer((request, response) => {
  asked.push(`${request.method} ${request.headers.range}`);
  servePart(film, request, response);
});
const app = use(async () => startApp({ outboundAllow: parseOutboundAllow(`127.0.0.1:${source.port}`) }));
const caller = useCaller(app, { credits: 100 });
beforeEach(() => void (asked.length = 0));

type Parts = [overrides?: Record<string, unknown>, headers?: Record<string, string>];
const bodyOf = (overrides = {}, { connectionId } = caller) =>
  videoBody(connectionId, { mediaUrl: `${source.url}/coast-path.mp4`, ...overrides });
const validate = (...[overrides, headers = {}]: Parts) =>
  caller.call('POST', validatePath, { body: bodyOf(overrides), headers });
const create = (...[overrides, headers]: Parts) => caller.create(bodyOf(overrides), headers);

describe('validateAssignment', () => {
  it('answers that create would accept the request, what it would hold, and what is behind mediaUrl', async () => {
    const answer = await validate();

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      valid: true,
      errors: {},
      warnings: {},
      credits: { required: 10, balance: 100 },
      ignoredPayloadFields: [],
      media: {
        reachable: true,
        contentType: 'video/mp4',
        sizeBytes: film.length,
        acceptsRanges: true,
        format: 'video/mp4',
        durationSeconds: 2,
        width: 320,
        height: 180,
        rotationDegrees: 0,
        frameRate: 25,
        videoCodec: 'avc',
        audioCodec: null,
      },
    });
    expect([...answer.headers.keys()].filter((name) => /^x-credits|^idempot/.test(name))).toEqual([]);
    expect(asked).toEqual(['GET bytes=0-0', `GET bytes=0-${film.length - 1}`]);
  });

  it('writes nothing, holds nothing, starts nothing, and logs the request alone', async () => {
    const idempotencyKey = 'key';
    await validate({ idempotencyKey, callbackUrl: 'https://hooks.example/a' });
    await validate({ payload: {}, idempotencyKey });
    await until(() => app.log.length > 1);

    expect(await writtenBy(app, caller)).toEqual(nothing);
    expect(await app.database.query('SELECT id FROM outbox')).toEqual([]);
    expect(app.dispatched).toEqual([]);
    expect(app.log.map(({ msg, route, status }) => [msg, route, status])).toEqual([
      ['request', validatePath, 200],
      ['request', validatePath, 200],
    ]);
    const entries = 'SELECT type FROM credit_entries WHERE workspace_id = $1';
    expect(await app.database.query(entries, [caller.workspaceId])).toEqual([{ type: 'grant' }]);
    const created = await create({ idempotencyKey });
    expect([created.status, created.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  it('answers the names of payload fields that create would drop, also beside errors', async () => {
    expect((await validate({ payload: { title: 'a', colour: 'red', toString: 1 } })).body).toMatchObject({
      valid: true,
      ignoredPayloadFields: ['colour', 'toString'],
    });
    expect((await validate({ payload: { titel: 'a' } })).body).toMatchObject({
      errors: { 'payload.title': ['is required'] },
      ignoredPayloadFields: ['titel'],
    });
  });
});

describe('errors', () => {
  it.each(faultyBodies)('are those of create, in its words and order, for %s', async (_what, overrides) => {
    const refused = await create(overrides);
    const answer = await validate(overrides);

    expect([refused.status, answer.status, answer.body.valid]).toEqual([400, 200, false]);
    expect(JSON.stringify(answer.body.errors)).toBe(JSON.stringify(refused.body.details));
    expect(asked).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['of the syntax', { connectionId: 'x', type: 'poem', scheduledAt: 'soon' }],
    ['of the rules', { payload: { privacy: 'x' }, mediaUrl: undefined, callbackUrl: 'http://127.0.0.1/' }],
  ])('name all faults %s at once, as create does', async (_what, overrides) => {
    const { body } = await validate(overrides);

    expect(Object.keys(body.errors).length).toBeGreaterThan(2);
    expect(JSON.stringify(body.errors)).toBe(JSON.stringify((await create(overrides)).body.details));
  });

  it('are those of create for a body that is no object, and for a header that contradicts it', async () => {
    for (const path of [validatePath, createPath]) {
      const { body } = await caller.call('POST', path, { body: '[]' });
      expect(body.errors ?? body.details).toEqual({ body: ['must be an object'] });
    }
    const contradiction = [{ idempotencyKey: 'a' }, { 'idempotency-key': 'b' }] as const;
    expect((await validate(...contradiction)).body.errors).toEqual((await create(...contradiction)).body.details);
  });

  it('say that the credits are short where create answers 402, and only once all else is right', async () => {
    await app.database.query('UPDATE credit_accounts SET monthly_credits = 9 WHERE workspace_id = $1', [
      caller.workspaceId,
    ]);

    expect((await validate()).body).toEqual({
      valid: false,
      errors: { credits: ['10 credits are needed, 9 are left'] },
      warnings: {},
      credits: { required: 10, balance: 9 },
      ignoredPayloadFields: [],
    });
    expect((await create()).status).toBe(402);
    expect(Object.keys((await validate({ payload: {} })).body.errors)).toEqual(['payload.title']);
    expect((await validate({ type: 'short' })).body).toMatchObject({
      valid: true,
      credits: { required: 5, balance: 9 },
    });
  });

  it.each<[number | null, string, Record<string, unknown>]>([
    [null, 'an unknown type', { type: 'poem' }],
    [null, 'a type that the platform does not offer', { type: 'text' }],
    [null, 'such a type and a fault beside it', { type: 'text', scheduledAt: 'tomorrow' }],
    [10, 'a fault beside the type', { scheduledAt: 'tomorrow' }],
    [10, 'an id that is none', { connectionId: 'x' }],
  ])('leave the credits at %s for %s', async (required, _what, overrides) => {
    expect((await validate(overrides)).body.credits).toEqual({ required, balance: 100 });
  });
});

describe('refusals', () => {
  it('are those of create for a foreign connection, an unknown one and an inactive one', async () => {
    const foreign = await buildConnection(await buildWorkspace());
    const inactive = await buildConnection(caller, { isActive: false });
    const ids = [foreign.connectionId, '00000000-0000-4000-8000-000000000000', inactive.connectionId];
    for (const [index, status] of [404, 404, 409].entries()) {
      const overrides = { connectionId: ids[index], payload: {} };
      const [answer, refused] = [await validate(overrides), await create(overrides)];
      expect([answer.status, answer.body]).toEqual([status, refused.body]);
    }
  });

  it.each<[number, RequestParts]>([
    [400, { body: '{"connectionId": ' }],
    [400, { body: '' }],
    [413, { body: { payload: 'x'.repeat(10_000_000) } }],
    [415, { body: '{}', headers: { 'content-type': 'text/plain' } }],
  ])('are those of create for what cannot be read: %s', async (status, parts) => {
    const answer = await caller.call('POST', validatePath, parts);

    expect([answer.status, answer.body]).toEqual([status, (await caller.call('POST', createPath, parts)).body]);
  });

  it('begin with the credential', async () => {
    expect((await stranger(app)('POST', validatePath, { body: '{' })).status).toBe(401);
  });
});

describe('warnings', () => {
  it.each(['expired', 'missing'] as const)(
    'say that an assignment would fail at once with a token %s',
    async (tokenStatus) => {
      const { connectionId: tokenless } = await buildConnection(caller, { tokenStatus });
      const { body } = await validate({ connectionId: tokenless });
      expect(body).toMatchObject({ valid: true, warnings: { connectionId: [expect.any(String)] } });

      const created = await create({ connectionId: tokenless });
      const { body: failed } = await caller.call('GET', `${createPath}/${created.body.id}`);
      expect(body.warnings.connectionId).toEqual([failed.errors[0].message]);
    },
  );

  it('say that a scheduledAt in the past means at once', async () => {
    const { body } = await validate({ scheduledAt: '2001-09-09T01:46:40Z' });

    expect(body).toMatchObject({ valid: true, warnings: { scheduledAt: [expect.stringContaining('at once')] } });
  });
});

it('answers the balance of the present cycle when the last one has ended', async () => {
  await app.database.query(
    `UPDATE credit_accounts SET posted = 95, cycle_started_at = now() - interval '40 days', first_day = now() - interval '40 days',
            cycle_resets_at = now() - interval '10 days' WHERE workspace_id = $1`,
    [caller.workspaceId],
  );

  expect((await validate()).body).toMatchObject({ valid: true, credits: { required: 10, balance: 100 } });
});
