import { once } from 'node:events';
import { connect } from 'node:net';
import { Assignment } from '../../models/assignments/Assignment';
import { workspaceClient } from '../support/actors';
import type { Json } from '../support/actors';
import { buildAssignment } from '../support/build/assignment';
import { useDeployment } from '../support/runs/deployment';
import { openGate } from '../support/runs/gate';
import { useGatedDelay } from '../support/gatedDelay';
import { videoBytes } from '../support/media/media';
import { until } from '../support/until';
import { useStopping } from '../support/use';
import { partHeaders, uploaderFor } from '../support/callers/uploads';

const deployment = useDeployment();
const stopping = useStopping();
const delay = useGatedDelay();

const statusOf = async (url: string): Promise<number | 'refused'> =>
  fetch(url).then(
    ({ status }) => status,
    () => 'refused' as const,
  );

/** The head of a request. */
const head = (method: string, path: string, { apiKey = 'none' } = {}, more: Record<string, string> = {}): string => {
  const headers = Object.entries({ host: 'x', authorization: `Bearer ${apiKey}`, ...more });
  return `${method} ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

/** A caller who keeps its connection, and the answers to it. */
function openCaller(url: string, sent: string, bytes: Buffer = Buffer.alloc(0)) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  let text = '';
  socket.on('data', (piece) => (text += piece.toString())).write(Buffer.concat([Buffer.from(sent), bytes]));
  const answers = () =>
    [...text.matchAll(/HTTP\/1.1 (\d+)[^]*?\r\nConnection: ([a-z-]+)/gi)].map(([, status, connection]) => ({
      status: Number(status),
      connection,
    }));
  return { socket, answers };
}

describe('an API that is asked to stop', () => {
  it('is not ready at once, takes connections for a while, and then ends', async () => {
    const api = await deployment.up('api', { SHUTDOWN_DELAY_MS: '1500' });
    const { url, internalUrl } = await api.ready();
    expect(await statusOf(`${internalUrl}/ready`)).toBe(200);
    const ended = api.end('SIGTERM');

    await until(async () => (await statusOf(`${internalUrl}/ready`)) === 503);
    const late = await fetch(`${url}/api/v1/health`);
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(await statusOf(`${url}/api/v1/health`)).toBe('refused');
  });

  it('ends connections that are idle, and lets a request in flight end by itself', async () => {
    const api = await deployment.up('api');
    const { url } = await api.ready();
    const idle = connect(Number(new URL(url).port), '127.0.0.1');
    idle.write('GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(idle, 'data');
    const channel = await deployment.connect();
    const path = '/youtube/v3/channels';
    const fault = { on: { method: 'GET', path }, do: { delayMs: delay.ms } };
    await deployment.sandbox.control('POST', '/faults', fault);
    const last = (await deployment.callsSince(0)).at(-1)?.seq ?? 0;
    const slow = workspaceClient({ url }, channel)('GET', `/api/v1/connections/${channel.connectionId}/channel-stats`);
    await until(async () => (await deployment.callsSince(last)).some((call) => call.path === path));
    const ended = api.end('SIGTERM');

    await once(idle.resume(), 'close');
    delay.release();
    expect((await slow).status).toBe(200);
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it('answers what is in flight on kept connections, with Connection: close, and ends then', async () => {
    const api = await deployment.up('api', { TEST_PACE: '1', SHUTDOWN_GRACE_SECONDS: '0' });
    const { url } = await api.ready();
    const channel = await deployment.connect();
    const film = videoBytes(1000);
    const session = await uploaderFor(workspaceClient({ url }, channel)).open({ mediaSizeBytes: film.length });
    const health = head('GET', '/api/v1/health');
    const stats = head('GET', `/api/v1/connections/${channel.connectionId}/channel-stats`, channel);
    const upload = head('PATCH', new URL(session.uploadUrl).pathname, channel, {
      ...partHeaders(0),
      'content-length': String(film.length),
    });
    const path = '/youtube/v3/channels';
    const slow = { on: { method: 'GET', path, times: 2 }, do: { delayMs: delay.ms } };
    await deployment.sandbox.control('POST', '/faults', slow);
    const last = (await deployment.callsSince(0)).at(-1)?.seq ?? 0;
    const callers = {
      kept: openCaller(url, health + stats),
      pipelined: openCaller(url, health + stats + health),
      half: openCaller(url, health + stats.slice(0, 30)),
      upload: openCaller(url, health + upload, film.subarray(0, 500)),
    };
    // Each caller has had its first answer; its next answer is made when the end has begun.
    await until(() => Object.values(callers).every(({ answers }) => answers().length === 1));
    await until(async () => (await deployment.callsSince(last)).filter((call) => call.path === path).length === 2);
    const ended = api.end('SIGTERM');
    await until(async () => (await statusOf(`${url}/api/v1/health`)) === 'refused');
    delay.release();
    callers.upload.socket.write(film.subarray(500));
    callers.half.socket.write(stats.slice(30));

    expect(await ended).toEqual({ code: 0, signal: null });
    const answer = (status: number) => ({ status, connection: 'close' });
    const kept = { status: 200, connection: 'keep-alive' };
    expect(Object.fromEntries(Object.entries(callers).map(([name, { answers }]) => [name, answers()]))).toEqual({
      kept: [kept, answer(200)],
      pipelined: [kept, answer(200)],
      half: [kept, answer(200)],
      upload: [kept, answer(204)],
    });
  });

  it('does not cut the update of a published post: the platform and the row have it', async () => {
    const api = await deployment.up('api', { TEST_PACE: '1', SHUTDOWN_DELAY_MS: '500' });
    const { url } = await api.ready();
    const channel = await deployment.connect();
    const platformPostId = await deployment.sandbox.upload(channel.accessToken);
    const { assignmentId } = await buildAssignment(channel, { status: 'published', platformPostId });
    const slow = { on: { method: 'PUT', path: '/youtube/v3/videos' }, do: { delayMs: delay.ms } };
    await deployment.sandbox.control('POST', '/faults', slow);
    const body = { updatePublished: true, payload: { title: 'Along the coast' } };
    const update = workspaceClient({ url }, channel)('PATCH', `/api/v1/assignments/${assignmentId}`, { body });
    const begun = 'SELECT outcome FROM publish_attempts WHERE assignment_id = $1';
    await until(async () => (await deployment.database.query(begun, [assignmentId])).length > 0);
    expect(await deployment.database.query(begun, [assignmentId])).toEqual([{ outcome: null }]);
    const ended = api.end('SIGTERM');
    await until(async () => (await statusOf(`${url}/api/v1/health`)) === 'refused');
    delay.release();

    const { status, body: answer } = await update;
    expect([status, answer]).toMatchObject([200, { payload: { title: 'Along the coast' } }]);
    expect(await ended).toEqual({ code: 0, signal: null });
    const { videos } = await deployment.sandbox.stateOf('youtube');
    expect(videos.find(({ id }: Json) => id === platformPostId)).toMatchObject({
      snippet: { title: 'Along the coast' },
    });
    const row = await Assignment.findByPk(assignmentId, { raw: true });
    expect(row).toMatchObject({ payload: { title: 'Along the coast' } });
    expect(await deployment.database.query(begun, [assignmentId])).toEqual([{ outcome: 'happened' }]);
  });

  it('ends though its database has vanished', async () => {
    const database = new URL(deployment.settings.DATABASE_URL!);
    const gate = stopping(await openGate({ ...deployment.temporal, address: database.host }));
    database.host = gate.address;
    const api = await deployment.up('api', { DATABASE_URL: database.href });
    gate.set('mute');

    expect(await api.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('cuts a request that does not end by itself, and ends', async () => {
    const api = await deployment.up('api');
    const { url } = await api.ready();
    const channel = await deployment.connect();
    const session = await uploaderFor(workspaceClient({ url }, channel)).open();
    const headers = { ...partHeaders(0), 'content-length': '1000' };
    const upload = head('PATCH', new URL(session.uploadUrl).pathname, channel, headers);
    const { socket, answers } = openCaller(url, head('GET', '/api/v1/health') + upload, Buffer.from('the first bytes'));
    // The upload has come with the request that is answered.
    await until(() => answers().length === 1);
    const cut = new Promise((resolve) => socket.once('close', resolve));

    expect(await api.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await cut;
    expect(answers()).toHaveLength(1);
  });
});
