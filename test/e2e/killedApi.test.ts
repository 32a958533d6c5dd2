import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Assignment } from '../../models/assignments/Assignment';
import { workspaceClient } from '../support/actors';
import { buildMcpGrant } from '../support/build/mcpGrant';
import { callTool } from '../support/callers/mcp';
import { videoBody } from '../support/build/video';
import type { ServiceProcess } from '../support/servers/processes';
import { film } from '../support/runs/publishing';
import type { Channel } from '../support/runs/publishing';
import { useDeployment } from '../support/runs/deployment';
import { until } from '../support/until';

const deployment = useDeployment();
let worker: Promise<ServiceProcess> | undefined;

/** The single worker of these tests. */
async function runWorker(): Promise<ServiceProcess> {
  return (worker ??= deployment.up('worker'));
}

/** Asks the API for so many videos of the channel at the same time. @returns their ids */
async function create(api: ServiceProcess, channel: Channel, count: number): Promise<string[]> {
  const client = workspaceClient(await api.ready(), channel);
  const mediaUrl = deployment.media.serve({ bytes: film }).url;
  const body = videoBody(channel.connectionId, { mediaUrl, payload: { title: 'Promised', privacy: 'public' } });
  const answers = await Promise.all(
    Array.from({ length: count }, () => client('POST', '/api/v1/assignments', { body })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  return answers.map((answer) => answer.body.id);
}

async function expectEachPublishedOnce({ connectionId, channelId }: Channel, ids: string[]): Promise<void> {
  const rows = async () => Assignment.findAll({ where: { connectionId }, raw: true });
  await until(async () => (await rows()).every(({ status }) => status === 'published'), 40_000);
  const { videos } = await deployment.sandbox.stateOf('youtube');
  const ofChannel = videos.filter((video: { channelId: string }) => video.channelId === channelId);
  const posted = (await rows()).map(({ platformPostId }) => platformPostId);
  expect(new Set(ofChannel.map(({ id }: { id: string }) => id))).toEqual(new Set(posted));
  expect(ofChannel).toHaveLength(ids.length);
}

describe('API and worker', () => {
  it('are not ready until the schema is up to date', async () => {
    const { query } = deployment.database;
    const migrations = await query<{ name: string }>('DELETE FROM schema_migrations RETURNING name');
    const pair = await Promise.all([deployment.up('api'), runWorker()]);
    const addresses = await Promise.all(pair.map(async ({ ready }) => ready()));
    const ask = async () => Promise.all(addresses.map(async ({ internalUrl }) => fetch(`${internalUrl}/ready`)));
    const answers = await ask();
    const names = migrations.map(({ name }) => name);
    await query('INSERT INTO schema_migrations SELECT unnest($1::text[]) RETURNING name', [names]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(await answers[0]!.json()).toEqual({ ready: false, missing: ['schema'] });
    await until(async () => (await ask()).every(({ status }) => status === 200));
    expect(await pair[0].end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('keep what the API has promised, though it is killed with its answers just given', async () => {
    const [channel, api] = [await deployment.connect(), deployment.start('api')];
    await runWorker();
    const ids = await create(api, channel, 10);
    await api.end('SIGKILL');
    await expectEachPublishedOnce(channel, ids);
  });

  it('keep what the API has promised, though Temporal never answered it before it was killed', async () => {
    const hole = createServer((socket) => socket.on('error', () => undefined));
    hole.listen(0, '127.0.0.1');
    await once(hole, 'listening');
    const { port } = hole.address() as { port: number };
    const channel = await deployment.connect();
    const api = deployment.start('api', { TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
    await runWorker();
    const ids = await create(api, channel, 2);
    await api.end('SIGKILL');
    hole.close();
    await expectEachPublishedOnce(channel, ids);
  });

  it('bring a file on though the API that downloads it is killed, and no half of it is ever whole', async () => {
    const [channel, dying] = [await deployment.connect(), await deployment.up('api')];
    const resource = `${deployment.settings['BASE_URL']}/_mcp`;
    const { accessToken } = await buildMcpGrant(channel, { resource });
    const ask = async (api: ServiceProcess, tool: string, given: Record<string, unknown>) =>
      (await callTool(await api.ready(), accessToken, tool, given)).structured;
    const source = deployment.media.serve((nth) => ({ bytes: film, ...(nth === 1 && { pauseAfterBytes: 50_000 }) }));
    const { uploadId, status } = await ask(dying, 'import_from_url', { url: source.url });
    expect(status).toBe('importing');
    await dying.end('SIGKILL');
    const next = await deployment.up('api');
    expect(await ask(next, 'get_upload', { uploadId })).toMatchObject({ status: 'importing', error: null });
    await until(async () => (await ask(next, 'get_upload', { uploadId }))['status'] === 'complete', 40_000);
    expect(source.requests).toHaveLength(2);
    const kept = readFileSync(join(deployment.files.path, uploadId));
    expect(kept.equals(film)).toBe(true);
    expect((await next.end('SIGTERM')).code).toBe(0);
  });

  it('keep what the API has promised while Temporal is down, and the API then stops in order', async () => {
    const [channel, api] = [await deployment.connect(), deployment.start('api', { TEMPORAL_ADDRESS: '127.0.0.1:9' })];
    const ids = await create(api, channel, 3);
    const end = await api.end('SIGTERM');
    expect({ end, last: api.log.slice(-3) }).toMatchObject({ end: { code: 0, signal: null } });
    expect(api.errors()).toBe('');
    await runWorker();
    await expectEachPublishedOnce(channel, ids);
  });

  it('publish what is asked for, tell how far it is, and stop in order', async () => {
    const [channel, api] = [await deployment.connect(), await deployment.up('api')];
    const ours = await runWorker();
    const [id] = await create(api, channel, 1);
    const client = workspaceClient(await api.ready(), channel);
    const read = async () => (await client('GET', `/api/v1/assignments/${id}`)).body;
    await until(async () => (await read()).status === 'published', 20_000);
    const { platformUrl, publishedAt, timeline, errors } = await read();
    expect({ platformUrl, publishedAt, errors }).toEqual({
      platformUrl: expect.stringMatching(/^https:\/\/www\.youtube\.com\/watch\?v=/),
      publishedAt: expect.stringMatching(/Z$/),
      errors: [],
    });
    expect(timeline.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'uploading',
      'uploaded',
      'processing',
      'published',
    ]);
    const ends = await Promise.all([api.end('SIGTERM'), ours.end('SIGTERM')]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect([api.errors(), ours.errors()]).toEqual(['', '']);
  });
});
