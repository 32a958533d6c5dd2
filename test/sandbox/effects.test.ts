import { film, openSandbox, put, send, useCleanSandbox } from '../support/servers/sandbox';
import type { Json } from '../support/servers/sandbox';
import { useEach } from '../support/use';

const connectionEnded = /closed|ECONNRESET|EPIPE|terminated/;

describe("The sandbox's record of what calls did to posts", () => {
  const sandbox = useCleanSandbox();
  const grant = useEach(async () => sandbox.grant());

  const calls = async () => sandbox.calls();
  const fault = async (on: object, action: object) => sandbox.control('POST', '/faults', { on, do: action });
  const videos = '/youtube/v3/videos';
  const effects = async () => (await calls()).flatMap(({ effect }: Json) => effect ?? []);
  const update = (id: string, title: string, privacyStatus: string) =>
    sandbox.youtube('PUT', `${videos}?part=snippet,status`, {
      token: grant.accessToken,
      json: { id, snippet: { title, categoryId: '22' }, status: { privacyStatus } },
    });
  const remove = (id: string) => sandbox.youtube('DELETE', `${videos}?id=${id}`, { token: grant.accessToken });

  it('tells which post a call has made, changed or removed, and when', async () => {
    const begunMs = Date.now();
    const resource = await sandbox.upload(grant.accessToken);
    await update(resource, 'Shown', 'public');
    await update(resource, 'Renamed', 'public');
    await remove(resource);
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await effects()).toEqual([
      { resource, title: 'A title', from: null, to: 'private', at },
      { resource, title: 'Shown', from: 'private', to: 'public', at },
      { resource, title: 'Renamed', from: 'public', to: 'public', at },
      { resource, title: 'Renamed', from: 'public', to: null, at },
    ]);
    for (const effect of await effects()) {
      expect(Date.parse(effect.at)).toBeGreaterThanOrEqual(begunMs);
      expect(Date.parse(effect.at)).toBeLessThanOrEqual(Date.now());
    }
    expect((await calls()).filter(({ effect }: Json) => effect)).toMatchObject([
      { method: 'PUT', path: '/upload/youtube/v3/videos' },
      { method: 'PUT', path: videos },
      { method: 'PUT', path: videos },
      { method: 'DELETE', path: videos },
    ]);
  });

  it('goes by the clock of the machine, whatever the skew of the sandbox', async () => {
    const begunMs = Date.now();
    await sandbox.control('POST', '/settings', { clockSkewMs: -3_600_000 });
    await sandbox.upload(grant.accessToken);
    const [{ at }] = await effects();
    expect(Date.parse(at)).toBeGreaterThanOrEqual(begunMs);
  });

  it('has one entry for a session that is asked again, and for a video that is uploaded in one request', async () => {
    const location = await sandbox.start(grant.accessToken, { sizeBytes: 1000 });
    await put(location, 'bytes 0-499/1000', film(500)).catch(() => undefined);
    for (let times = 0; times < 2; times += 1) await send('PUT', location, { body: film(1000) });
    await sandbox.youtube('POST', '/upload/youtube/v3/videos?uploadType=media&part=snippet', {
      token: grant.accessToken,
      headers: { 'content-type': 'video/mp4' },
      body: film(1000),
    });
    expect(await effects()).toMatchObject([
      { from: null, to: 'private' },
      { from: null, to: 'public' },
    ]);
  });

  it('has what a call did whose answer was lost, and nothing of one that was refused or kept from its effect', async () => {
    const resource = await sandbox.upload(grant.accessToken);
    await fault({ method: 'PUT', path: videos }, { status: 503 });
    expect((await update(resource, 'Kept from it', 'public')).status).toBe(503);
    expect((await update('no-such-video', 'Refused', 'public')).status).toBe(404);
    await sandbox.control('DELETE', '/faults');
    await fault({ method: 'PUT', path: videos }, { loseAnswer: true });
    await expect(update(resource, 'Shown', 'unlisted')).rejects.toThrow(connectionEnded);
    const changes = (await calls()).filter(({ method, path }: Json) => method === 'PUT' && path === videos);
    expect(changes).toMatchObject([
      { status: 503 },
      { status: 404 },
      { status: null, effect: { resource, title: 'Shown', from: 'private', to: 'unlisted' } },
    ]);
    expect(changes.slice(0, 2).filter(({ effect }: Json) => effect)).toEqual([]);
  });

  it('is kept whole, though of other calls only the latest are', async () => {
    const forgetful = await openSandbox({ callsMax: 3 });
    const { accessToken: token } = await forgetful.grant();
    const resource = await forgetful.upload(token);
    for (let times = 0; times < 4; times += 1)
      await forgetful.youtube('GET', '/youtube/v3/channels?part=id', { token });
    const kept = await forgetful.calls();
    expect(kept).toMatchObject([{ status: 200, effect: { resource } }, {}, {}, {}]);
    expect(kept.map(({ seq }: Json) => seq)).toEqual([2, 4, 5, 6]);
    await forgetful.stop();
  });
});
