import { randomBytes } from 'node:crypto';
import { connect as socketTo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inTransaction } from '../../models/database/transaction';
import { rotateWebhookSecret } from '../../models/webhooks/webhookSecrets';
import { WebhookDelivery } from '../../models/webhooks/WebhookDelivery';
import { videoBody } from '../support/build/video';
import { consent, browserOf, openTicket } from '../support/runs/connecting';
import type { Browser } from '../support/browser';
import type { TestTicket } from '../support/runs/connecting';
import { film } from '../support/runs/publishing';
import type { Channel } from '../support/runs/publishing';
import { testSecrets } from '../support/secrets';
import { until } from '../support/until';
import { echo } from './echoes';
import { callersCredential } from './sinks';
import { random, untilStatus } from './watchedDeployment';
import type { WatchedDeployment } from './watchedDeployment';
import { tenantOf } from '../support/tenant';

const token = { method: 'POST', path: '/token' };
const json = { 'content-type': 'application/json' };

interface Opened {
  ticket: TestTicket;
  browser: Browser;
}

async function begin({ api }: WatchedDeployment): Promise<Opened> {
  return { ticket: await openTicket(api()), browser: browserOf(api()) };
}

/** Goes on with the platform's answer. @returns where the browser is sent in the end */
async function finish({ keep, note }: WatchedDeployment, { browser }: Opened, callback: string): Promise<string> {
  const { searchParams } = new URL(callback);
  keep('a cookie', ...browser.cookies.values());
  for (const name of ['code', 'state']) keep(`a ${name}`, ...searchParams.getAll(name));
  const visit = await browser.visit(callback);
  note(visit);
  return visit.location;
}

/** Allowed, of one channel and of several; denied; with a code, a client and a browser that are refused. */
export async function connecting(service: WatchedDeployment): Promise<void> {
  const { fault, sandbox, note } = service;
  const ends: string[] = [];
  const one = await begin(service);
  ends.push(await finish(service, one, await consent(one.browser, one.ticket)));

  const denied = await begin(service);
  ends.push(await finish(service, denied, await consent(denied.browser, denied.ticket, { button: 'Deny' })));

  const refused = await begin(service);
  const callback = await consent(refused.browser, refused.ticket);
  const refusal = { error: 'invalid_grant', error_description: echo(new URL(callback).searchParams.get('code')!) };
  await fault(token, { status: 400, headers: json, body: refusal });
  ends.push(await finish(service, refused, callback));
  note(await refused.browser.visit(callback)); // A second time.

  const unknown = await begin(service);
  const secret = 'sandbox-youtube-secret';
  await fault(token, {
    status: 401,
    headers: json,
    body: { error: 'invalid_client', error_description: echo(secret) },
  });
  ends.push(await finish(service, unknown, await consent(unknown.browser, unknown.ticket)));

  const stolen = await begin(service);
  const theirs = await consent(stolen.browser, stolen.ticket);
  ends.push(await finish(service, { ...stolen, browser: browserOf(service.api()) }, theirs));
  note(await stolen.browser.visit(theirs.replace(/state=[^&]*/, `state=${random('state')}`)));
  expect(ends.map((end) => new URL(end).searchParams.get('error'))).toEqual([
    null,
    'access_denied',
    'platform_error',
    'platform_error',
    'invalid_ticket',
  ]);
  await sandbox.control('DELETE', '/faults');
}

/** An address with a signature, such as a store of media or a receiver makes: its bearer may read or write. */
function signedUrl({ keep }: WatchedDeployment, url: string): string {
  const [user, signature] = [random('AKIA'), random('sig')];
  keep(callersCredential, user, signature);
  return `${url}?X-Amz-Credential=${encodeURIComponent(user)}&X-Amz-Signature=${encodeURIComponent(signature)}`;
}

async function create({ caller }: WatchedDeployment, channel: Channel, more: Record<string, unknown>): Promise<string> {
  const made = await caller(channel.apiKey)('POST', '/api/v1/assignments', {
    body: videoBody(channel.connectionId, more),
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.id;
}

/** Published although a token was refused and answers were lost, and media that cannot be had. */
export async function publishing(service: WatchedDeployment): Promise<void> {
  const { keep } = service;
  const channel = await service.connect();
  keep('a token', channel.accessToken, channel.refreshToken);
  keep('an API key', channel.apiKey);
  const callbackUrl = signedUrl(service, service.receiver.url);
  await service.fault({ method: 'POST', path: '/upload' }, { error: 'authError' });
  await service.fault({ method: 'PUT', path: '/upload' }, { loseAnswer: true });
  await service.fault({ method: 'GET', path: '/youtube/v3/videos' }, { loseAnswer: true });
  const payload = { title: 'Found nowhere', privacy: 'unlisted' };
  const media = service.media.serve({ bytes: film });
  const id = await create(service, channel, { payload, callbackUrl, mediaUrl: signedUrl(service, media.url) });
  await untilStatus(id, 'published');

  const gone = service.media.serve({ status: 403 });
  const elsewhere = signedUrl(service, 'http://10.0.0.1/media.mp4');
  const away = service.media.serve({ status: 302, headers: { location: elsewhere } });
  const cut = service.media.serve({ bytes: film, cutAfterBytes: 5_000, etag: null });
  const failing = [gone, away, cut].map(async ({ url }) => {
    const failed = await create(service, channel, { payload, mediaUrl: signedUrl(service, url) });
    await untilStatus(failed, 'failed');
  });
  await Promise.all(failing);
}

/** Delivered, refused by a receiver that repeats the whole request, sent again, tried out, signed by two secrets. */
export async function webhooks(service: WatchedDeployment): Promise<void> {
  const { receiver, caller, keep } = service;
  const channel = await service.connect();
  keep('a token', channel.accessToken, channel.refreshToken);
  keep('an API key', channel.apiKey);
  const call = caller(channel.apiKey);
  await inTransaction(service.database.sequelize, 'test', async (transaction) =>
    rotateWebhookSecret(tenantOf(channel), testSecrets, transaction),
  );
  receiver.behave((response, nth) => {
    const { headers, body } = receiver.received[nth - 1]!;
    const signatures = Object.entries(headers).filter(([name]) => name.includes('signature'));
    const echoed = signatures.map(([, value]) => `${String(value)} ${encodeURIComponent(String(value))}`);
    response.writeHead(500).end(JSON.stringify({ echoed, body, headers }));
  });
  const callbackUrl = signedUrl(service, receiver.url);
  const id = await create(service, channel, { mediaUrl: service.media.serve({ bytes: film }).url, callbackUrl });
  await untilStatus(id, 'published');
  const log = '/api/v1/webhooks/deliveries';
  const those = async (status: string) => WebhookDelivery.findAll({ where: { assignmentId: id, status }, raw: true });
  await until(async () => (await those('failed')).length === 4, 20_000);
  receiver.release(204);
  for (const delivery of await those('failed')) await call('POST', `${log}/${delivery.id}/redeliver`);
  await until(async () => (await those('delivered')).length === 4, 20_000);
  await call('POST', '/api/v1/webhooks/test', { body: { url: callbackUrl } });
}

/** Keys that open nothing, at every place where a key could be put, and bodies that are none. */
export async function strangers(service: WatchedDeployment): Promise<void> {
  const { api, stranger, caller, keep, owner } = service;
  const { apiKey, call, connectionId } = await owner();
  const bad = ['ds_live_0000000000000000AbCdEfGhIjKlMnOp', random('ds_live_'), `${apiKey}x`];
  keep('a key that opens nothing', ...bad);
  const path = '/api/v1/assignments';
  const statuses: number[] = [];
  for (const key of bad) statuses.push((await caller(key)('GET', path)).status);
  const attempts = [
    call('POST', path, { body: `{"connectionId":"${connectionId}","apiKey":"${apiKey}"` }),
    call('POST', path, { body: `"${apiKey}"` }),
    call('POST', path, { body: { connectionId: apiKey, type: apiKey, payload: apiKey, scheduledAt: apiKey } }),
    call('POST', path, { body: apiKey, headers: { 'content-type': 'text/plain' } }),
    call('POST', path, { body: videoBody(connectionId, { mediaUrl: `http://user:${apiKey}@10.0.0.1/` }) }),
    call('POST', path, { body: videoBody(connectionId, { payload: { title: `${apiKey}<>` } }) }),
    call('PATCH', `${path}/${apiKey}`, { body: {} }),
    call('GET', `${path}?status=${apiKey}&page=${apiKey}`),
    call('POST', '/api/v1/oauth/tickets', { body: { platform: apiKey, redirectUrl: `javascript:${apiKey}` } }),
    call('POST', '/api/v1/webhooks/test', { body: { url: `ftp://${apiKey}` } }),
    stranger('GET', `${path}?access_token=${apiKey}`),
    stranger('GET', `/${apiKey}`),
    stranger('GET', `/api/v1/oauth/youtube/authorize?ticket=${apiKey}`),
    stranger('GET', `/api/v1/oauth/youtube/callback?code=${apiKey}&state=${apiKey}&error=${apiKey}`),
    stranger('GET', `${path}/%${apiKey}`),
  ];
  for (const { status } of await Promise.all(attempts)) statuses.push(status);
  expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
  service.note({ headers: new Headers(), body: await nonsense(api().url, apiKey) });
}

/** The server's answer to a request that is no HTTP. */
async function nonsense(url: string, apiKey: string): Promise<string> {
  const { port, hostname } = new URL(url);
  const socket = socketTo(Number(port), hostname);
  socket.end(`GET /api/v1/assignments HTTP/1.1\r\nauthorization: Bearer ${apiKey}\r\n no: header\x01\r\n\r\n`);
  return text(socket);
}

/** Processes that die and stop in the middle of an upload, and processes without their servers. */
export async function restarts(service: WatchedDeployment): Promise<void> {
  const { keep } = service;
  const channel = await service.connect();
  keep('a token', channel.accessToken, channel.refreshToken);
  keep('an API key', channel.apiKey);
  await interrupted(service, channel);
  await cutOff(service, channel);
}

async function interrupted(service: WatchedDeployment, channel: Channel): Promise<void> {
  const source = service.media.serve({ bytes: film, pauseAfterBytes: 300_000 });
  const id = await create(service, channel, { mediaUrl: source.url });
  await until(() => source.requests[0]?.sentBytes === 300_000, 20_000);
  await Promise.all([service.restart('worker', 'SIGTERM'), service.restart('api', 'SIGKILL')]);
  source.resume();
  await untilStatus(id, 'published');
}

async function cutOff({ keep, note, start }: WatchedDeployment, { apiKey }: Channel): Promise<void> {
  const password = `pw${randomBytes(24).toString('hex')}`;
  keep('a setting', password);
  const away = { DATABASE_URL: `postgres://service:${password}@127.0.0.1:9/service`, TEMPORAL_ADDRESS: '127.0.0.1:9' };
  const api = start('api', away);
  const { url } = await api.ready();
  const answer = await fetch(`${url}/api/v1/assignments`, { headers: { authorization: `Bearer ${apiKey}` } });
  note({ headers: answer.headers, body: await answer.text() });
  const worker = start('worker', away);
  await until(() => worker.log.length > 0, 30_000);
  await Promise.all([worker.end('SIGTERM'), api.end('SIGTERM')]);
}
