import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { Assignment } from '../../models/assignments/Assignment';
import { workspaceClient } from '../support/actors';
import type { Json } from '../support/actors';
import { useDeployment } from '../support/runs/deployment';
import { videoBytes } from '../support/media/media';
import { startNode } from '../support/servers/processes';
import type { ServiceProcess } from '../support/servers/processes';
import type { Channel } from '../support/runs/publishing';
import { startServer } from '../support/servers/server';
import { useTempDir } from '../support/tempDir';
import { until } from '../support/until';
import { use, useStopping } from '../support/use';
import { uploaderFor } from '../support/callers/uploads';

const deployment = useDeployment({ OUTBOUND_ALLOW: '' });
const stopping = useStopping();
const api = use(async () => deployment.up('api'));
const other = use(async () => deployment.up('api'));
const channel = use<Channel>(async () => deployment.connect());
const film = videoBytes(24 * 1024 ** 2);
const files = useTempDir(({ at }) => writeFileSync(at('coast.mp4'), film));

const at = async (process: ServiceProcess) => uploaderFor(workspaceClient(await process.ready(), channel));
const urlAt = (url: string, { uploadUrl }: Json): string => url + new URL(uploadUrl).pathname;
const openFor = async (bytes: Buffer): Promise<Json> => (await at(api)).open({ mediaSizeBytes: bytes.length });
const stored = ({ id }: Json): Buffer => readFileSync(join(deployment.files.path, id));
async function expectWhole(session: Json, process = other): Promise<void> {
  expect(await (await at(process)).read(session)).toMatchObject({ status: 'complete', bytesReceived: film.length });
  expect(stored(session).equals(film)).toBe(true);
}

/** Uploads the film with tus-js-client, as any caller would. */
function send(uploadUrl: string, options: Partial<ConstructorParameters<typeof Upload>[1]> = {}) {
  const ended = new Promise<void>((resolve, reject) => {
    upload = new Upload(film, {
      uploadUrl,
      headers: { Authorization: `Bearer ${channel.apiKey}` },
      retryDelays: [0, 200, 500, 1000, 2000, 4000],
      ...options,
      onSuccess: () => resolve(),
      onError: reject,
    });
  });
  var upload!: Upload;
  upload.start();
  return { upload, ended };
}

describe('an upload by tus-js-client', () => {
  it('goes on where it was after an abort in the middle, at another API process', async () => {
    const session = await openFor(film);
    const { url } = await api.ready();
    await new Promise<void>((resolve) => {
      const { upload } = send(urlAt(url, session), {
        onProgress: (sent) => {
          if (sent > 0) void upload.abort().then(resolve);
        },
      });
    });
    const offsets: number[] = [];
    const { ended } = send(urlAt((await other.ready()).url, session), {
      onAfterResponse: (sent, answer) => {
        if (sent.getMethod() === 'HEAD') offsets.push(Number(answer.getHeader('Upload-Offset')));
      },
    });

    await ended;
    await expectWhole(session);
    expect(offsets).toHaveLength(1);
  });

  it('goes on by itself when the API is killed in the middle and started again', async () => {
    const session = await openFor(film);
    const doomed = await deployment.up('api');
    const { url } = await doomed.ready();
    let isKilled = false;
    const { ended } = send(urlAt(url, session), {
      chunkSize: 8 * 1024 ** 2,
      // As long as the API may take to start.
      retryDelays: Array.from({ length: 60 }, () => 1000),
      onProgress: (sent) => {
        if (sent < 9 * 1024 ** 2 || isKilled) return;
        isKilled = true;
        void doomed.end('SIGKILL').then(() => deployment.up('api', { PORT: new URL(url).port }));
      },
    });

    await ended;
    expect(isKilled).toBe(true);
    await expectWhole(session);
  });

  it('arrives whole when its requests reach two API processes in turn', async () => {
    const session = await openFor(film);
    const balancer = await bothInTurn();

    await send(urlAt(balancer.url, session), { chunkSize: 4 * 1024 ** 2 }).ended;
    expect(balancer.asked()).toBe(7);
    await expectWhole(session);
  });
});

/** A server in front of API processes. @param targetFor the address of the process that gets the nth request */
async function standBefore(targetFor: (nth: number) => Promise<string>) {
  let count = 0;
  const server = await startServer(async (asked, answer) => {
    asked.pause();
    const target = await targetFor((count += 1));
    const passed = request(target + asked.url!, { method: asked.method!, headers: asked.headers }, (given) => {
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  return { ...stopping(server), asked: () => count };
}

async function bothInTurn() {
  const urls = [(await api.ready()).url, (await other.ready()).url];
  return standBefore(async (nth) => urls[nth % 2]!);
}

describe("an upload by Uppy's tus plugin", () => {
  async function expectSentByUppy(url: string, session: Json, pauses = 0): Promise<void> {
    const uppy = startNode('uppy', [join(__dirname, 'uppy.mjs')], {
      UPLOAD_URL: urlAt(url, session),
      API_KEY: channel.apiKey,
      FILE: files.at('coast.mp4'),
      PAUSES: String(pauses),
    });
    expect([await uppy.exited, uppy.errors()]).toEqual([{ code: 0, signal: null }, '']);
    expect(uppy.log).toEqual([{ pauses, failed: [] }]);
    await expectWhole(session);
  }

  it('arrives whole after a pause in the middle', async () => {
    await expectSentByUppy((await api.ready()).url, await openFor(film), 1);
  });

  it('arrives whole when its requests reach two API processes in turn', async () => {
    const balancer = await bothInTurn();
    await expectSentByUppy(balancer.url, await openFor(film));
    expect(balancer.asked()).toBeGreaterThanOrEqual(7);
  });

  it('goes on by itself when the API is killed in the middle and started again', async () => {
    const doomed = await deployment.up('api');
    const { url } = await doomed.ready();
    let kills = 0;
    const proxy = await standBefore(async (nth) => {
      if (nth === 4) {
        await doomed.end('SIGKILL');
        kills += 1;
        void deployment.up('api', { PORT: new URL(url).port });
      }
      return url;
    });
    await expectSentByUppy(proxy.url, await openFor(film));
    expect(kills).toBe(1);
    expect(proxy.asked()).toBeGreaterThan(7);
  });
});

const locksOf = async ({ id }: Json) =>
  deployment.database.query('SELECT 1 FROM upload_locks WHERE upload_session_id = $1', [id]);

/** A client that sends some bytes of a PATCH, and then nothing, without closing its connection. */
async function fallSilent({ url }: { url: string }, session: Json, bytes: Buffer) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  stopping({ stop: () => socket.destroy() });
  const head = [
    `PATCH ${new URL(session.uploadUrl).pathname} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${channel.apiKey}`,
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${film.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(bytes);
  return socket;
}

describe('a client that sends nothing any more', () => {
  it('gives its lock to the next request, at whatever process; what it has sent stays', async () => {
    const session = await openFor(film);
    await fallSilent(await api.ready(), session, film.subarray(0, 100_000));
    await until(async () => (await (await at(api)).read(session)).bytesReceived === 100_000);

    const { status, headers } = await (await at(other)).tus('HEAD', session);
    expect([status, headers.get('upload-offset')]).toEqual([200, '100000']);
  });

  it('is disconnected, and frees its lock', async () => {
    const session = await openFor(film);
    const socket = await fallSilent(await api.ready(), session, film.subarray(0, 100_000));

    await once(socket.resume(), 'close');
    await until(async () => (await locksOf(session)).length === 0);
  });
});

it('an uploaded film is published although no address of this machine may be reached', async () => {
  await deployment.up('worker');
  const session = await openFor(film);
  const uploader = await at(api);
  await uploader.send(session, film);
  const { url } = await api.ready();
  const body = {
    connectionId: channel.connectionId,
    type: 'video',
    payload: { title: 'Coast' },
    mediaUrl: session.mediaUrl,
  };
  const created = await workspaceClient({ url }, channel)('POST', '/api/v1/assignments', { body });
  expect(created.status).toBe(201);

  await until(async () => (await Assignment.findByPk(created.body.id))?.status === 'published', 30_000);
  const { videos } = await deployment.sandbox.stateOf('youtube');
  expect(videos.filter((video: Json) => video.channelId === channel.channelId)).toHaveLength(1);
});
