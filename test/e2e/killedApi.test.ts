import { once } from 'node:events';
import { createServer } from 'node:net';
import { Assignment } from '../../models/Assignment';
import { workspaceClient } from '../support/actors';
import type { TestApp } from '../support/app';
import { videoBody } from '../support/build/video';
import { settingsFor, startProcess } from '../support/processes';
import type { ServiceProcess } from '../support/processes';
import { film, startPublishing } from '../support/publishing';
import type { Channel, Publishing } from '../support/publishing';
import { until } from '../support/until';

const payload = { title: 'Promised', privacy: 'public' };

let publishing: Publishing;
let channel: Channel;
let mediaUrl: string;
const started: ServiceProcess[] = [];

beforeEach(async () => {
  publishing = await startPublishing({ workers: false });
  channel = await publishing.connect();
  mediaUrl = publishing.media.serve({ bytes: film }).url;
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.end('SIGKILL')));
  await publishing.stop();
});

function start(name: 'api' | 'worker', settings: Record<string, string> = {}): ServiceProcess {
  const child = startProcess(name, { ...settingsFor(publishing), ...settings });
  started.push(child);
  return child;
}

/** Asks the API for so many videos at the same time, and kills it with the last answer. */
async function createThenKill(api: ServiceProcess, count: number): Promise<string[]> {
  const client = workspaceClient({ url: (await api.ready()).url } as TestApp, channel);
  const body = videoBody(channel.connectionId, { mediaUrl, payload });
  const answers = await Promise.all(
    Array.from({ length: count }, () => client('POST', '/api/v1/assignments', { body })),
  );
  await api.end('SIGKILL');
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  return answers.map((answer) => answer.body.id);
}

async function expectEachPublishedOnce(ids: string[]): Promise<void> {
  const statuses = async () => (await Assignment.findAll({ raw: true })).map(({ status }) => status);
  await until(async () => (await statuses()).every((status) => status === 'published'), 40_000);
  const { videos } = await publishing.sandbox.state();
  const posted = (await Assignment.findAll({ raw: true })).map(({ platformPostId }) => platformPostId);
  expect(new Set(videos.map(({ id }: { id: string }) => id))).toEqual(new Set(posted));
  expect(videos).toHaveLength(ids.length);
}

describe('an API that is killed with its answers just given', () => {
  it('has promised nothing that is not kept', async () => {
    const [api, worker] = [start('api'), start('worker')];
    await worker.ready();
    await expectEachPublishedOnce(await createThenKill(api, 10));
  });

  it('has promised nothing that is not kept, though Temporal never answered it', async () => {
    const hole = createServer((socket) => socket.on('error', () => undefined));
    hole.listen(0, '127.0.0.1');
    await once(hole, 'listening');
    const { port } = hole.address() as { port: number };
    const [api, worker] = [start('api', { TEMPORAL_ADDRESS: `127.0.0.1:${port}` }), start('worker')];
    await worker.ready();
    const ids = await createThenKill(api, 2);
    hole.close();
    await expectEachPublishedOnce(ids);
  });
});

describe('API and worker', () => {
  it('publish what is asked for, tell how far it is, and stop in order', async () => {
    const [api, worker] = [start('api'), start('worker')];
    const [{ url }] = await Promise.all([api.ready(), worker.ready()]);
    const client = workspaceClient({ url } as TestApp, channel);
    const body = videoBody(channel.connectionId, { mediaUrl, payload });
    const created = await client('POST', '/api/v1/assignments', { body });
    expect(created.status).toBe(201);
    const read = async () => (await client('GET', `/api/v1/assignments/${created.body.id}`)).body;
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
    const ends = await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect([api.errors(), worker.errors()]).toEqual(['', '']);
  });

  it('stops in order while Temporal is away, and what it has promised is kept', async () => {
    const api = start('api', { TEMPORAL_ADDRESS: '127.0.0.1:9' });
    const client = workspaceClient({ url: (await api.ready()).url } as TestApp, channel);
    const body = videoBody(channel.connectionId, { mediaUrl, payload });
    const answers = await Promise.all([1, 2, 3].map(() => client('POST', '/api/v1/assignments', { body })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const end = await api.end('SIGTERM');
    expect({ end, last: api.log.slice(-3) }).toMatchObject({ end: { code: 0, signal: null } });
    expect(api.errors()).toBe('');
    start('worker');
    await expectEachPublishedOnce(answers.map((answer) => answer.body.id));
  });

  it('are not ready while the schema is not up to date', async () => {
    await publishing.database.query('DELETE FROM schema_migrations RETURNING name');
    const [api, worker] = [start('api'), start('worker')];
    const addresses = await Promise.all([api.ready(), worker.ready()]);
    const answers = await Promise.all(addresses.map(({ internalUrl }) => fetch(`${internalUrl}/ready`)));
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(await answers[0]!.json()).toEqual({ ready: false, missing: ['schema'] });
  });
});
