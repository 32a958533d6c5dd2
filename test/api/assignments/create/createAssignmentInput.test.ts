import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { parseOutboundAllow } from '../../../../lib/safeFetch/allow';
import type { RequestParts } from '../../../support/actors';
import { startApp } from '../../../support/callers/app';
import { videoBody } from '../../../support/build/video';
import { buildCaller } from '../../../support/callers/caller';
import { faultyBodies } from '../faultyBodies';
import { use } from '../../../support/use';

const path = '/api/v1/assignments';

const app = use(async () => startApp({ outboundAllow: parseOutboundAllow('127.0.0.1:8080,media.lan:80') }));
const caller = use(async () => buildCaller(app, { credits: 1000 }));

const bodyOf = (overrides: Record<string, unknown> = {}) => videoBody(caller.connectionId, overrides);
const post = (sent: unknown, headers: RequestParts['headers'] = {}) =>
  caller.call('POST', path, { body: sent, headers });

describe('400 names the field', () => {
  it.each(faultyBodies)('for %s', async (_what, overrides, field) => {
    const answer = await caller.create(overrides);

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: 'VALIDATION_ERROR',
      message: expect.any(String),
      details: { [field]: expect.arrayContaining([expect.any(String)]) },
    });
  });

  it.each(['mediaUrl', 'callbackUrl'])(
    'for a %s that leads to this machine or its network, however it is written',
    async (field) => {
      const hosts = ['127.0.0.1', '127.1', '0x7f000001', '2130706433', '0', '[::1]', '[::ffff:127.0.0.1]', 'localhost'];
      const inside = ['a.localhost.', '10.0.0.1', '192.168.1.1', '169.254.169.254', '[fd00::1]', '①②⑦.0.0.1'];
      for (const host of [...hosts, ...inside]) {
        const answer = await caller.create({ [field]: `http://${host}/a.mp4` });
        expect([host, answer.status, Object.keys(answer.body.details)]).toEqual([host, 400, [field]]);
      }
    },
  );

  it('with all that is wrong at once', async () => {
    const syntax = await caller.create({ connectionId: 'x', type: 'poem', scheduledAt: 'soon' });
    expect(Object.keys(syntax.body.details).sort()).toEqual(['connectionId', 'scheduledAt', 'type']);

    const rules = await caller.create({
      payload: { privacy: 'x' },
      mediaUrl: undefined,
      callbackUrl: 'http://127.0.0.1/',
    });
    expect(Object.keys(rules.body.details).sort()).toEqual([
      'callbackUrl',
      'mediaUrl',
      'payload.privacy',
      'payload.title',
    ]);
  });

  it('and says which types the platform has', async () => {
    const answer = await caller.create({ type: 'text' });
    expect(answer.body.details.type).toEqual(['is not offered by YouTube, which takes: video, short']);
  });

  it('for an Idempotency-Key header that is given twice: a proxy may double it', async () => {
    const headers = {
      authorization: `Bearer ${caller.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': ['a', 'a'],
    };
    const sent = request(app.url + path, { method: 'POST', headers }).end(JSON.stringify(bodyOf()));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];

    expect(answer.statusCode).toBe(400);
    expect(await json(answer)).toMatchObject({ details: { 'Idempotency-Key': ['must be given once'] } });
  });

  it('for an Idempotency-Key header that differs from the body', async () => {
    const answer = await post(bodyOf({ idempotencyKey: 'a' }), { 'idempotency-key': 'b' });
    expect(answer.body).toMatchObject({ error: 'VALIDATION_ERROR', details: { idempotencyKey: [expect.any(String)] } });
  });
});

describe('400 names the body', () => {
  it.each([
    ['malformed JSON', '{"connectionId": '],
    ['JSON with a trailing comma', '{"a":1,}'],
    ['a list', '[]'],
    ['a string', '"text"'],
    ['null', 'null'],
    ['a missing body', ''],
  ])('that is %s', async (_what, body) => {
    const answer = await post(body);

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'VALIDATION_ERROR', details: { body: [expect.any(String)] } });
  });

  it('that is not UTF-8', async () => {
    const broken = Buffer.from(JSON.stringify(bodyOf({ externalId: 'caf\u00e9' })), 'latin1');
    const answer = await post(broken);

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'VALIDATION_ERROR', details: { body: ['must be valid UTF-8'] } });
  });

  it.each(['constructor', '__proto__', 'toString', 'a\\u0000'])(
    'that has nothing but a field %s which no request has: the fields that are missing are named',
    async (name) => {
      const answer = await post(`{"${name}":"\\u0000","connectionId":"${caller.connectionId}"}`);

      expect(answer.status).toBe(400);
      expect(answer.body.details).toEqual({ type: ['is required'], payload: ['is required'] });
    },
  );

  it.each([
    ['a NUL byte', '\0', 'NUL'],
    ['half a character', '\ud800', 'Unicode'],
  ])('that has %s in a field of its own', async (_what, text, message) => {
    const answer = await post(bodyOf({ externalId: text }));

    expect(answer.status).toBe(400);
    expect(answer.body.details.externalId[0]).toContain(message);
  });

  it('that is wrong throughout, without repeating it throughout', async () => {
    const answer = await post(bodyOf({ externalId: Array.from({ length: 20_000 }, () => '\0') }));

    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.details)).toHaveLength(20);
  });

  it('that is nested too deeply', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const answer = await post(`{"connectionId":"${caller.connectionId}","type":"video","payload":{"title":${deep}}}`);

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'VALIDATION_ERROR' });
  });
});

describe('413 and 415', () => {
  it('refuse a body of 10 MB', async () => {
    const answer = await caller.create({ payload: { title: 'x'.repeat(10_000_000) } });

    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({ error: 'PAYLOAD_TOO_LARGE', message: expect.any(String), details: {} });
  });

  it.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/json; charset=latin1', {}],
    ['application/json; charset=utf-16', {}],
    ['application/json', { 'content-encoding': 'compress' }],
  ])('refuse a body of %s %j', async (type, headers) => {
    const answer = await post(JSON.stringify(bodyOf()), { 'content-type': type, ...headers });

    expect(answer.status).toBe(415);
    expect(answer.body).toEqual({ error: 'UNSUPPORTED_MEDIA_TYPE', message: expect.any(String), details: {} });
  });
});

it('leaves nothing behind of all the requests above', async () => {
  expect(await app.database.query('SELECT id FROM assignments')).toEqual([]);
  expect(await app.database.query(`SELECT id FROM credit_entries WHERE type <> 'grant'`)).toEqual([]);
  expect(app.dispatched).toEqual([]);
});

describe('201', () => {
  it('for a body whose keys try to be a prototype', async () => {
    const body = JSON.stringify(bodyOf()).replace(
      '{"title"',
      '{"__proto__":{"privacy":"public"},"constructor":{"prototype":{"a":1}},"title"',
    );
    const answer = await post(body.replace('{', '{"__proto__":{"externalId":"polluted"},'));

    expect(answer.status).toBe(201);
    const { body: detail } = await caller.call('GET', `${path}/${answer.body.id}`);
    expect(detail.payload).toEqual({
      title: 'Walking the coast path',
      privacy: 'private',
      tags: [],
      madeForKids: false,
    });
    expect(detail.externalId).toBeNull();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('for addresses that the operator has allowed', async () => {
    const answer = await caller.create({
      mediaUrl: 'http://127.0.0.1:8080/a.mp4',
      callbackUrl: 'http://media.lan/hook',
    });

    expect(answer.status).toBe(201);
  });

  it('for lengths at their limits, counted in code points', async () => {
    const answer = await caller.create({ payload: { title: '𝒳'.repeat(100) }, externalId: '𝒳'.repeat(255) });

    expect(answer.status).toBe(201);
  });

  it('for JSON of a media type of its own', async () => {
    const answer = await post(JSON.stringify(bodyOf()), { 'content-type': 'application/vnd.a+json' });

    expect(answer.status).toBe(201);
  });
});

describe('a field that no type has', () => {
  it.each([
    ['a NUL byte', '"\\u0000"'],
    ['half a character', '"\\ud800"'],
    ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('of the payload is never judged: %s', async (_what, value) => {
    const body = JSON.stringify(bodyOf()).replace('"payload":{', `"payload":{"unknown":${value},`);
    const answer = await caller.call('POST', '/api/v1/assignments/validate', { body });

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ valid: true, ignoredPayloadFields: ['unknown'] });
  });
});

describe('a time', () => {
  it.each([
    ['2026-12-01T10:00:00+01:00', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T10:00:00+0100', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T10:00+01', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00Z', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00:00.5Z', '2026-12-01T09:00:00.500Z'],
  ])('is taken as %s', async (scheduledAt, expected) => {
    const answer = await caller.create({ scheduledAt });
    expect([answer.status, answer.body.scheduledAt]).toEqual([201, expected]);
  });

  it.each(['2026-12-01t10:00:00Z', '2026-12-01T10:00:00z', '2026-12-01 10:00:00Z', '2026-12-01T24:00:00Z'])(
    'is refused as %s',
    async (scheduledAt) => {
      const answer = await caller.create({ scheduledAt });
      expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, ['scheduledAt']]);
    },
  );
});
