import { statSync } from 'node:fs';
import { useSandbox, send } from '../support/servers/sandbox';
import { settingsFor, startProcess } from '../support/servers/processes';
import { usePublishing } from '../support/runs/publishing';
import { evaluate, root } from '../support/programs';
import { useTempDir } from '../support/tempDir';
import { until } from '../support/until';
import { use } from '../support/use';

interface Demo {
  workspaceId: string;
  apiKey: string;
  email: string;
  password: string;
  member: { email: string };
  channels: Record<'diaries' | 'shorts' | 'cafe' | 'lighthouse', { connectionId: string; channelId: string }>;
  isPlanned?: boolean;
}

interface Listed {
  id: string;
  title: string | null;
  type: string;
  status: string;
  scheduledAt: string | null;
  thumbnailUrl: string | null;
}

const dayMs = 86_400_000;
const isPending = ({ status }: Listed) => status === 'pending';
/** A text, and what only its platform can show: a link, and a film on Facebook. */
const hasNoPicture = (post: Listed) =>
  post.type === 'text' ||
  (isPending(post) && (post.type === 'link' || post.type === 'reel' || post.title === 'By bicycle to the light'));

/** Gives the message of the error that `work` throws; null: no error. */
const reasonOf = (work: string) => `await (${work}).then(() => null, (error) => error.message)`;

describe('the demo of npm start', () => {
  const dir = useTempDir();
  const publishing = usePublishing({ workers: false });
  const place = use(async () => {
    const { sandbox } = publishing;
    const port = await evaluate<number>(`import { reserve } from './bin/local/servers/ports.mjs';
      const { port, release } = await reserve();
      await release();
      console.log(port);`);
    const apiUrl = `http://127.0.0.1:${port}`;
    const allowed = { OUTBOUND_ALLOW: `127.0.0.1:${new URL(sandbox.url).port}` };
    const settings = { ...settingsFor(publishing), ...allowed, BASE_URL: apiUrl };
    const processes = [startProcess('worker', settings), startProcess('api', { ...settings, PORT: String(port) })];
    await Promise.all(processes.map((one) => one.ready()));
    return {
      root,
      dataDir: dir.path,
      apiUrl,
      sandbox: { url: sandbox.url },
      environment: settings,
      stop: async () => Promise.all(processes.map((one) => one.end('SIGTERM'))),
    };
  });

  /** Prepares the demo as a start does, then does `work` with `place` and `demo`. */
  const start = async <T>(work: string): Promise<T> =>
    evaluate<T>(
      `import { planOnce, prepareDemo, publishVideo } from './bin/local/demo/demo.mjs';
      import { createProcesses } from './bin/local/servers/processes.mjs';
      import { callbackUrl, untilHeard } from './bin/local/demo/receiver.mjs';
      const processes = createProcesses();
      const place = { ...JSON.parse(process.argv[1]), processes };
      const demo = await prepareDemo(place);
      const result = ${work};
      await processes.stopAll();
      console.log(JSON.stringify(result));`,
      JSON.stringify(place),
    );
  const publish = `publishVideo(place, demo, () => {}).then((id) => untilHeard(place.sandbox.url, id, 15_000))`;

  it('connects its channels through tickets and the consent pages, hears of its video, and has an administrator and a member', async () => {
    const { demo, reason } = await start<{ demo: Demo; reason: string | null }>(
      `{ demo, reason: ${reasonOf(publish)} }`,
    );
    expect(reason).toBeNull();
    const tickets = await publishing.database.query(
      'SELECT platform, status, missing, connected_id AS "connectedId" FROM oauth_tickets ORDER BY created_at',
    );
    const { diaries, shorts, cafe, lighthouse } = demo.channels;
    const ticket = (platform: string, { connectionId }: { connectionId: string }) => {
      return { platform, status: 'completed', missing: [], connectedId: connectionId };
    };
    expect(tickets).toEqual([
      ticket('youtube', diaries),
      ticket('facebook', cafe),
      ticket('facebook', lighthouse),
      ticket('youtube', shorts),
    ]);
    const pageOf = async (path: string) => (await send('GET', `${publishing.sandbox.url}/${path}`)).text;
    expect(await pageOf(`youtube/channels/${diaries.channelId}`)).toContain('Harbour Diaries');
    expect(await pageOf(`facebook/channels/${cafe.channelId}`)).toContain('Harbour Café');
    const { deliveries } = (await publishing.sandbox.control('GET', '/receiver/demo')).body;
    expect(deliveries.map(({ body }: { body: string }) => JSON.parse(body).status)).toEqual([
      'uploading',
      'uploaded',
      'processing',
      'published',
    ]);
    for (const { signature } of deliveries)
      expect(signature).toEqual({ verdict: 'valid', hex: 'valid', standard: 'valid' });
    const people = await publishing.database.query(
      `SELECT u.email, u.is_platform_admin, m.role, o.is_root FROM users u
       JOIN memberships m ON m.user_id = u.id JOIN organizations o ON o.id = m.organization_id
       WHERE o.workspace_id = $1 ORDER BY m.joined_at`,
      [demo.workspaceId],
    );
    expect(people).toEqual([
      { email: demo.email, is_platform_admin: true, role: 'owner', is_root: true },
      { email: demo.member.email, is_platform_admin: false, role: 'member', is_root: true },
    ]);
    expect(statSync(dir.at('demo.json')).mode & 0o777).toBe(0o600);
  });

  it('goes on with the workspace and the channels of an earlier start', async () => {
    const first = await start<Demo>('demo');
    await publishing.sandbox.control('POST', '/receiver/demo/settings', { secret: 'whsec_forgotten' });
    const { demo, reason } = await start<{ demo: Demo; reason: string | null }>(
      `{ demo, reason: ${reasonOf(publish)} }`,
    );
    expect(demo).toEqual(first);
    expect(reason).toBeNull();
  });

  it('is filled as by a team: channels that work, a picture of each post, a week ahead, and a failure that a retry mends', async () => {
    const { apiKey, channels, email, password } = await start<Demo>('await planOnce(place, demo).then(() => demo)');
    const login = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) };
    const { token } = (await send('POST', `${place.apiUrl}/api/v1/auth/login`, login)).body;
    const ask = async (path: string, method: 'GET' | 'POST' = 'GET') =>
      (await send(method, `${place.apiUrl}/api/v1/${path}`, { token: apiKey })).body;
    const listed = async (): Promise<Listed[]> =>
      (await send('GET', `${place.apiUrl}/api/v1/console/assignments?limit=50`, { token })).body.items;
    const count = (await listed()).length;
    const again = await start<Demo>('await planOnce(place, demo).then(() => demo)');
    expect([again.isPlanned, (await listed()).length]).toEqual([true, count]);

    for (const [name, { connectionId }] of Object.entries(channels)) {
      const { tokenStatus, isActive, accessEndsAt, features, thumbnailUrl } = await ask(`connections/${connectionId}`);
      expect({ tokenStatus, isActive }).toEqual({ tokenStatus: 'valid', isActive: true });
      expect(Object.values(features)).not.toContain('missing');
      const days = accessEndsAt === null ? Infinity : (Date.parse(accessEndsAt) - Date.now()) / dayMs;
      expect(name === 'shorts' ? Math.round(days) : days > 60).toBe(name === 'shorts' ? 5 : true);
      const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
      const plain = await bytesOf(`${place.sandbox.url}/vi/nobody/medium.jpg`);
      expect((await bytesOf(thumbnailUrl)).equals(plain)).toBe(false);
    }

    const posts = await listed();
    const today = new Date();
    for (let day = 1; day <= 7; day += 1) {
      const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() + day).toDateString();
      const planned = posts.filter(({ scheduledAt }) => new Date(scheduledAt ?? 0).toDateString() === date);
      expect(planned.length).toBeGreaterThan(0);
    }
    expect(new Set(posts.filter(isPending).map(({ type }) => type)).size).toBeGreaterThan(5);
    const published = posts.filter(({ status }) => status === 'published');
    expect(published.length).toBeGreaterThanOrEqual(12);
    for (const { id } of published) {
      const { connectionId } = await ask(`assignments/${id}`);
      expect(await ask(`connections/${connectionId}/posts/${id}/stats`)).toMatchObject({
        views: expect.anything(),
      });
    }

    const failed = posts.filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(1);
    await ask(`assignments/${failed[0]!.id}/retry`, 'POST');
    await until(async () => (await ask(`assignments/${failed[0]!.id}`)).status === 'published');

    const unpictured = async () =>
      (await listed()).filter((post) => post.thumbnailUrl === null && !hasNoPicture(post)).map(({ title }) => title);
    await until(async () => (await unpictured()).length === 0, { wanted: 'a picture of each post' });
  });

  it('begins anew, with the newest channel of its name, when the platform has forgotten the old one', async () => {
    const first = await start<Demo>('demo');
    await publishing.sandbox.control('POST', '/reset');
    const { channelId } = await publishing.sandbox.grant({ name: 'Harbour Diaries' });
    const second = await start<Demo>('demo');
    expect(second.workspaceId).not.toBe(first.workspaceId);
    const { channels } = await publishing.sandbox.stateOf('youtube');
    const ids = channels.map(({ id }: { id: string }) => id);
    expect(ids.indexOf(second.channels.diaries.channelId)).toBe(ids.indexOf(channelId) + 1);
  });

  it('says why, when there is no connection', async () => {
    await publishing.sandbox.control('POST', '/reset');
    // The worker may renew tokens of earlier channels meanwhile.
    await publishing.fault({ method: 'POST', path: '/token', times: 99 }, { error: 'invalid_client' });
    await expect(start('demo')).rejects.toThrow('The channel was not connected: platform_error.');
  });
});

describe('the check of npm start', () => {
  const sandbox = useSandbox();

  const heard = async (url: string, timeoutMs: number) =>
    evaluate<string | null>(
      `import { untilHeard } from './bin/local/demo/receiver.mjs';
      console.log(JSON.stringify(${reasonOf(`untilHeard(process.argv[1], 'a-1', ${timeoutMs})`)}));`,
      url,
    );

  it('fails when no webhook tells of the published video, and when one is signed with something else', async () => {
    const deliver = async (body: string) => send('POST', `${sandbox.url}/_sandbox/receiver/demo`, { body });
    await sandbox.control('POST', '/receiver/demo/settings', { secret: 'whsec_b3Vycw==' });
    await deliver('no JSON');
    await deliver(JSON.stringify({ assignmentId: 'a-1', status: 'processing' }));
    await deliver(JSON.stringify({ assignmentId: 'a-2', status: 'published' }));
    expect(await heard(sandbox.url, 200)).toBe(
      `The video is published, but its webhook has not come to ${sandbox.url}/receiver/demo within 0.2 s.`,
    );
    await deliver(JSON.stringify({ assignmentId: 'a-1', status: 'published' }));
    expect(await heard(sandbox.url, 15_000)).toBe(
      'The webhook of the published video has come, but X-Webhook-Signature is missing and webhook-signature is missing.',
    );
  });
});
