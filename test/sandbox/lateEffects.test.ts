import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { useGatedDelay } from '../support/gatedDelay';
import { film, openSandbox, send, useCleanSandbox } from '../support/servers/sandbox';
import type { Json } from '../support/servers/sandbox';
import { useEachTempDir } from '../support/tempDir';
import { until } from '../support/until';
import { useEach } from '../support/use';

const connectionEnded = /closed|ECONNRESET|EPIPE|terminated/;
const videos = '/youtube/v3/videos';
const uploads = '/upload/youtube/v3/videos';

describe('A fault that loses an answer and has the effect later', () => {
  const sandbox = useCleanSandbox();
  const grant = useEach(async () => sandbox.grant());
  const folder = useEachTempDir();
  const later = useGatedDelay();

  const loseOnce = async (method: string, path: string, afterMs = later.ms) => {
    const fault = { on: { method, path }, do: { loseAnswer: true, effectAfterMs: afterMs } };
    expect((await sandbox.control('POST', '/faults', fault)).status).toBe(201);
  };
  const update = async (id: string, privacyStatus: string) =>
    sandbox.youtube('PUT', `${videos}?part=snippet,status`, {
      token: grant.accessToken,
      json: { id, snippet: { title: 'A title', categoryId: '22' }, status: { privacyStatus } },
    });
  const audienceOf = async (id: string): Promise<string | undefined> =>
    (await sandbox.stateOf('youtube')).videos.find((video: Json) => video.id === id)?.status.privacyStatus;
  const called = async (method: string, path: string) =>
    (await sandbox.calls()).filter((call: Json) => call.method === method && call.path === path);

  it('ends the connection at once, and the change happens without it', async () => {
    const id = await sandbox.upload(grant.accessToken);
    await loseOnce('PUT', videos);
    await expect(update(id, 'public')).rejects.toThrow(connectionEnded);
    expect(await audienceOf(id)).toBe('private');
    const [before] = await called('PUT', videos);
    expect(before).toMatchObject({ status: null, fault: expect.any(String), bytes: expect.any(Number) });
    expect(before.effect).toBeUndefined();

    later.release();
    await until(async () => (await audienceOf(id)) === 'public');
    const [after] = await called('PUT', videos);
    expect(after).toEqual({
      ...before,
      effect: { resource: id, title: 'A title', from: 'private', to: 'public', at: expect.any(String) },
    });
    expect(Date.parse(after.effect.at)).toBeGreaterThanOrEqual(Date.parse(after.at));
    expect(Date.parse(after.effect.at)).toBeLessThanOrEqual(Date.now());
  });

  it('has it so much later', async () => {
    const id = await sandbox.upload(grant.accessToken);
    await loseOnce('PUT', videos, 300);
    await expect(update(id, 'public')).rejects.toThrow(connectionEnded);
    await until(async () => (await audienceOf(id)) === 'public');
    const [call] = await called('PUT', videos);
    expect(Date.parse(call.effect.at) - Date.parse(call.at)).toBeGreaterThanOrEqual(299);
  });

  it('makes the video of an upload whose bytes had all come', async () => {
    const location = await sandbox.start(grant.accessToken, { sizeBytes: 700_000 });
    await loseOnce('PUT', uploads);
    await expect(send('PUT', location, { body: film(700_000) })).rejects.toThrow(connectionEnded);
    expect((await sandbox.stateOf('youtube')).videos).toEqual([]);
    later.release();
    await until(async () => (await sandbox.stateOf('youtube')).videos.length === 1);
    const [{ id, sizeBytes }] = (await sandbox.stateOf('youtube')).videos;
    expect(sizeBytes).toBe(700_000);
    const stored = await fetch(`${sandbox.url}/youtube/media/${id}`);
    expect(Buffer.from(await stored.arrayBuffer()).equals(film(700_000))).toBe(true);
    expect(await called('PUT', uploads)).toMatchObject([{ bytes: 700_000, status: null, effect: { resource: id } }]);
  });

  it('removes a post whose deletion brings no body', async () => {
    const id = await sandbox.upload(grant.accessToken);
    await loseOnce('DELETE', videos);
    const deletion = sandbox.youtube('DELETE', `${videos}?id=${id}`, { token: grant.accessToken });
    await expect(deletion).rejects.toThrow(connectionEnded);
    expect(await audienceOf(id)).toBe('private');
    later.release();
    await until(async () => (await audienceOf(id)) === undefined);
  });

  it('is judged when it happens: what has been refused by then has no effect', async () => {
    const id = await sandbox.upload(grant.accessToken);
    await loseOnce('PUT', videos);
    await expect(update(id, 'public')).rejects.toThrow(connectionEnded);
    await sandbox.youtube('DELETE', `${videos}?id=${id}`, { token: grant.accessToken });
    const other = await sandbox.upload(grant.accessToken);
    await loseOnce('PUT', videos);
    await expect(update(other, 'public')).rejects.toThrow(connectionEnded);
    later.release();
    // The later of the two has happened, so the earlier one is over.
    await until(async () => (await audienceOf(other)) === 'public');
    const [refused, taken] = await called('PUT', videos);
    expect(refused.effect).toBeUndefined();
    expect(taken.effect).toMatchObject({ resource: other });
  });

  it('has none when its body was cut', async () => {
    const location = await sandbox.start(grant.accessToken, { sizeBytes: 700_000 });
    await loseOnce('PUT', uploads, 0);
    const stop = new AbortController();
    async function* half() {
      yield film(350_000);
      await until(async () => (await called('PUT', uploads)).length === 1);
      stop.abort();
      yield Buffer.alloc(350_000);
    }
    const headers = { 'content-length': '700000' };
    await expect(send('PUT', location, { body: Readable.from(half()), headers, signal: stop.signal })).rejects.toThrow(
      'abort',
    );
    await until(async () => (await called('PUT', uploads))[0].bytes > 0);
    const probe = await send('PUT', location, { body: '', headers: { 'content-range': 'bytes */700000' } });
    expect(probe.status).toBe(308);
    expect((await sandbox.stateOf('youtube')).videos).toEqual([]);
  });

  it('is forgotten on reset', async () => {
    const deliver = async (name: string) => {
      const path = `/_sandbox/receiver/${name}`;
      await loseOnce('POST', path);
      await expect(send('POST', sandbox.url + path, { body: '{}' })).rejects.toThrow(connectionEnded);
    };
    const received = async (name: string) => (await sandbox.control('GET', `/receiver/${name}`)).body.deliveries;
    await deliver('before');
    await sandbox.control('POST', '/reset');
    later.release();
    await deliver('after');
    await until(async () => (await received('after')).length === 1);
    expect(await received('before')).toEqual([]);
  });

  it('is forgotten when the sandbox ends', async () => {
    const first = await openSandbox({ dataDir: folder.path });
    const { accessToken: token } = await first.grant();
    const id = await first.upload(token);
    await first.control('POST', '/faults', {
      on: { method: 'DELETE', path: videos },
      do: { loseAnswer: true, effectAfterMs: later.ms },
    });
    await expect(first.youtube('DELETE', `${videos}?id=${id}`, { token })).rejects.toThrow(connectionEnded);
    await first.stop();
    const calls = await readFile(folder.at('calls.jsonl'));
    later.release();
    expect(await readFile(folder.at('calls.jsonl'))).toEqual(calls);
    const second = await openSandbox({ dataDir: folder.path });
    expect((await second.stateOf('youtube')).videos).toMatchObject([{ id }]);
    await second.stop();
  });
});
