import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { film, kib256, put, send } from '../support/servers/sandbox';
import type { Json } from '../support/servers/sandbox';
import { useEachTempDir } from '../support/tempDir';
import { until } from '../support/until';
import { useStopping } from '../support/use';

const origin = /^http:\/\/127\.0\.0\.1:\d+$/;
const root = join(__dirname, '..', '..');

/** The state without the upload sessions, which differ in the bytes that they hold of an upload under way. */
const settled = ({ platforms: { youtube, ...others }, settings }: Json) => {
  return { settings, platforms: { ...others, youtube: { ...youtube, uploadSessions: [] } } };
};

describe('The sandbox as a process', () => {
  const folder = useEachTempDir();
  const stopping = useStopping();
  let child: ChildProcess;
  let url: string;

  async function start(): Promise<Json> {
    const env = {
      ...process.env,
      SANDBOX_PORT: '0',
      SANDBOX_MAIL_PORT: '0',
      SANDBOX_STRIPE_PORT: '0',
      SANDBOX_DATA_DIR: folder.path,
      SANDBOX_PROCESSING_MS: '0',
    };
    child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    stopping({ stop: async () => child.exitCode === null && child.signalCode === null && end('SIGKILL') });
    const [line] = await once(createInterface({ input: child.stdout! }), 'line');
    const ready = JSON.parse(line);
    ({ url } = ready);
    return ready;
  }
  async function end(signal: NodeJS.Signals): Promise<unknown[]> {
    const exited = once(child, 'exit');
    child.kill(signal);
    return exited;
  }

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints one JSON line when it is ready, and ends with 0 on %s',
    async (signal) => {
      const ready = await start();
      expect(ready).toEqual({
        ready: true,
        url: expect.stringMatching(origin),
        apps: {
          youtube: { clientId: 'sandbox-youtube-client', clientSecret: 'sandbox-youtube-secret', redirectUris: [] },
          facebook: { clientId: '600000000000001', clientSecret: 'sandbox-facebook-secret', redirectUris: [] },
        },
        mailUrl: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/),
        stripeUrl: expect.stringMatching(origin),
      });
      expect((await send('GET', `${url}/`)).status).toBe(200);
      expect(await end(signal)).toEqual([0, null]);
    },
  );

  it('goes on after a kill -9 where it was: grants, settings, quotas, videos, calls with an effect, half an upload', async () => {
    await start();
    const grant = (await send('POST', `${url}/_sandbox/channels`, { json: { platform: 'youtube', name: 'Kept' } }))
      .body;
    await send('POST', `${url}/_sandbox/settings`, { json: { outcome: 'rejected' } });
    const insert = `/upload/youtube/v3/videos?uploadType=resumable&part=snippet`;
    const open = () => send('POST', url + insert, { token: grant.accessToken, json: { snippet: { title: 'A' } } });
    const whole = await send('PUT', String((await open()).headers['location']), { body: film(5000) });

    const total = 4 * kib256;
    const location = new URL(String((await open()).headers['location']));
    await put(location.href, `bytes 0-${kib256 - 1}/${total}`, film(kib256));
    const headers = { 'content-length': 3 * kib256, 'content-range': `bytes ${kib256}-${total - 1}/${total}` };
    const upload = request(location, { method: 'PUT', headers }).on('error', () => undefined);
    upload.write(film(kib256 + 100));
    const before = await until(async () => {
      const state = (await send('GET', `${url}/_sandbox/state`)).body;
      return state.platforms.youtube.quota.uploads === 2 && state;
    });
    await end('SIGKILL');

    await start();
    const after = (await send('GET', `${url}/_sandbox/state`)).body;
    expect(settled(after)).toEqual(settled(before));
    const { calls } = (await send('GET', `${url}/_sandbox/calls`)).body;
    const [{ seq }] = calls;
    expect(calls).toMatchObject([{ method: 'PUT', status: 200, effect: { resource: whole.body.id, from: null } }]);
    const resumed = location.href.replace(location.origin, url);
    const answer = await put(resumed, `bytes */${total}`);
    expect(answer.status).toBe(308);
    const storedBytes = Number(String(answer.headers['range']).slice('bytes=0-'.length)) + 1;
    expect(storedBytes % kib256).toBe(0);
    expect(storedBytes).toBeGreaterThanOrEqual(kib256);
    const rest = film(total).subarray(storedBytes);
    const last = await put(resumed, `bytes ${storedBytes}-${total - 1}/${total}`, rest);
    expect(last.status).toBe(200);
    const { calls: later } = (await send('GET', `${url}/_sandbox/calls?since=${seq}`)).body;
    expect(later.filter(({ effect }: Json) => effect)).toMatchObject([{ effect: { resource: last.body.id } }]);
    const media = await send('GET', `${url}/youtube/media/${whole.body.id}`);
    expect(media.headers['content-length']).toBe('5000');
  });
});
