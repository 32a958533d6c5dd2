import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Assignment } from '../../models/Assignment';
import { workspaceClient } from '../support/actors';
import type { Json } from '../support/actors';
import { buildAssignment } from '../support/build/assignment';
import { useDeployment } from '../support/deployment';
import { openGate } from '../support/gate';
import { testPace } from '../support/pace';
import { until } from '../support/until';
import { useStopping } from '../support/use';
import { uploaderFor } from '../support/uploads';

const deployment = useDeployment();
const stopping = useStopping();

const statusOf = async (url: string): Promise<number | 'refused'> =>
  fetch(url).then(
    ({ status }) => status,
    () => 'refused' as const,
  );

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
    const fault = { on: { method: 'GET', path }, do: { delayMs: 2000 } };
    await deployment.sandbox.control('POST', '/faults', fault);
    const last = (await deployment.callsSince(0)).at(-1)?.seq ?? 0;
    const slow = workspaceClient({ url }, channel)('GET', `/api/v1/connections/${channel.connectionId}/channel-stats`);
    await until(async () => (await deployment.callsSince(last)).some((call) => call.path === path));
    const ended = api.end('SIGTERM');

    await once(idle.resume(), 'close');
    expect((await slow).status).toBe(200);
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it('does not cut the update of a published post: the platform and the row have it', async () => {
    const api = await deployment.up('api', { SHUTDOWN_DELAY_MS: String(5_000 * testPace) });
    const { url } = await api.ready();
    const channel = await deployment.connect();
    const platformPostId = await deployment.sandbox.upload(channel.accessToken);
    const { assignmentId } = await buildAssignment(channel, { status: 'published', platformPostId });
    const slow = { on: { method: 'PUT', path: '/youtube/v3/videos' }, do: { delayMs: 6_000 * testPace } };
    await deployment.sandbox.control('POST', '/faults', slow);
    const body = { updatePublished: true, payload: { title: 'Along the coast' } };
    const update = workspaceClient({ url }, channel)('PATCH', `/api/v1/assignments/${assignmentId}`, { body });
    const begun = 'SELECT outcome FROM publish_attempts WHERE assignment_id = $1';
    await until(async () => (await deployment.database.query(begun, [assignmentId])).length > 0);
    expect(await deployment.database.query(begun, [assignmentId])).toEqual([{ outcome: null }]);
    const ended = api.end('SIGTERM');

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
    const upload = connect(Number(new URL(url).port), '127.0.0.1');
    const head = [
      `PATCH ${new URL(session.uploadUrl).pathname} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${channel.apiKey}`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      'Content-Length: 1000',
    ];
    upload.write(`${head.join('\r\n')}\r\n\r\nthe first bytes`);
    let answer = '';
    upload.on('error', () => undefined).on('data', (bytes) => (answer += bytes.toString()));
    await delay(300);
    const cut = new Promise((resolve) => upload.once('close', resolve));

    expect(await api.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await cut;
    expect(answer).toBe('');
  });
});
