import { randomUUID } from 'node:crypto';
import { ChannelList } from '../../../models/connections/ChannelList';
import { buildConnection } from '../../support/build/connection';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { startApp } from '../../support/callers/app';
import { buildCaller } from '../../support/callers/caller';
import type { Caller } from '../../support/callers/caller';
import { callTool } from '../../support/callers/mcp';
import { useSandbox } from '../../support/servers/sandbox';
import { use } from '../../support/use';

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));

const hosts = { playlists: '/youtube/v3/playlists', categories: '/youtube/v3/videoCategories' };
const lists = Object.keys(hosts) as (keyof typeof hosts)[];

let caller: Caller;
let accessToken: string;
let refreshToken: string;
beforeEach(async () => {
  await sandbox.control('DELETE', '/faults');
  const grant = await sandbox.grant();
  ({ accessToken, refreshToken } = grant);
  caller = await buildCaller(app, { credits: 20, grant });
});

const get = async (list: string, id = caller.connectionId, by = caller) =>
  by.call('GET', `/api/v1/connections/${id}/${list}`);
const requests = async (list: keyof typeof hosts) => {
  const { calls } = (await sandbox.control('GET', '/calls')).body;
  return calls.filter(({ method, path }: { method: string; path: string }) => method === 'GET' && path === hosts[list])
    .length;
};
/** How often the platform is asked while `work` is done. */
const asked = async (list: keyof typeof hosts, work: () => Promise<unknown>) => {
  const before = await requests(list);
  await work();
  return (await requests(list)) - before;
};
const makePlaylist = async (title: string) => {
  const answer = await fetch(`${sandbox.url}${hosts.playlists}?part=id`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ snippet: { title }, status: { privacyStatus: 'private' } }),
  });
  return ((await answer.json()) as { id: string }).id;
};
const fault = async (list: keyof typeof hosts, action: object) =>
  sandbox.control('POST', '/faults', { on: { method: 'GET', path: hosts[list], times: 9 }, do: action });

it('playlists are all of the channel, private ones and those of further pages, too', async () => {
  const made = [];
  for (let nth = 0; nth < 51; nth += 1) made.push({ id: await makePlaylist(`Walk ${nth}`), title: `Walk ${nth}` });
  const { status, body } = await get('playlists');
  expect([status, body.items]).toEqual([200, expect.arrayContaining(made)]);
  expect(body.items).toHaveLength(51);
  expect(Math.abs(Date.now() - Date.parse(body.fetchedAt))).toBeLessThan(600_000);
});

it('categories are those of the region into which a video can be put', async () => {
  const titles = async (query: string) =>
    (await get(`categories${query}`)).body.items.map(({ title }: { title: string }) => title);
  const [byItself, american, german] = [
    await titles(''),
    await titles('?regionCode=US'),
    await titles('?regionCode=DE'),
  ];
  expect(byItself).toEqual(american);
  expect(american).toEqual(expect.arrayContaining(['Music', 'People & Blogs', 'Nonprofits & Activism']));
  expect(german).not.toContain('Nonprofits & Activism');
  expect(american).not.toContain('Trailers');
});

it.each([
  ['QQ', 'is no region'],
  ['us', 'two capital letters'],
  ['USA', 'two capital letters'],
])('the region %s is refused', async (regionCode, words) => {
  const { status, body } = await get(`categories?regionCode=${regionCode}`);
  expect([status, body.error]).toEqual([400, 'VALIDATION_ERROR']);
  expect(body.details.regionCode).toEqual([expect.stringContaining(words)]);
});

describe.each(lists)('listPlaylists and listCategories: %s', (list) => {
  it('are asked for once an hour, for each connection, and cost no credits', async () => {
    const before = (await caller.call('GET', '/api/v1/billing/status')).body;
    const first = (await get(list)).body;
    expect(await asked(list, async () => expect((await get(list)).body).toEqual(first))).toBe(0);
    const other = await buildCaller(app, { grant: await sandbox.grant() });
    expect(await asked(list, async () => get(list, other.connectionId, other))).toBe(1);

    await app.database.query(
      `UPDATE channel_lists SET fetched_at = fetched_at - interval '61 minutes' WHERE connection_id = $1`,
      [caller.connectionId],
    );
    expect(await asked(list, async () => get(list))).toBe(1);
    expect((await caller.call('GET', '/api/v1/billing/status')).body).toEqual(before);
  });

  it('are the same for an assistant', async () => {
    const { body } = await get(list);
    const { accessToken: access } = await buildMcpGrant(caller);
    const given = { connectionId: caller.connectionId, limit: 50 };
    const { json, text } = await callTool(app, access, `list_${list}`, given);
    const paged = { next: null, page: 1, limit: 50, total: body.items.length };
    expect(json).toEqual({ ...body, ...paged });
    for (const { id, title } of body.items) expect(text).toContain(`${id}: ${title}`);
  });

  it('of another tenant, or of nobody, are 404', async () => {
    const stranger = await buildCaller(app);
    for (const id of [stranger.connectionId, randomUUID()]) expect((await get(list, id)).status).toBe(404);
  });

  it('of a dead token are 409, also where the platform says so only now', async () => {
    const { connectionId } = await buildConnection(caller, { tokenStatus: 'expired' });
    expect(await asked(list, async () => expect((await get(list, connectionId)).status).toBe(409))).toBe(0);
    await sandbox.token({ token: refreshToken }, '/revoke');
    expect((await get(list)).status).toBe(409);
  });

  it('are 503 with Retry-After where the platform cannot be reached, and are asked for the next time', async () => {
    await fault(list, { status: 503 });
    const { status, headers } = await get(list);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
    await sandbox.control('DELETE', '/faults');
    expect((await get(list)).status).toBe(200);
  });

  it('of Facebook are empty, and nobody is asked', async () => {
    const facebook = await buildCaller(app, { connection: { platform: 'facebook' } });
    const { status, body } = await get(list, facebook.connectionId, facebook);
    expect([status, body]).toEqual([200, { items: [], fetchedAt: expect.any(String) }]);
  });
});

it('lists are removed once they are an hour old', async () => {
  await get('playlists');
  await get('categories');
  const rows = async () =>
    app.database.query('SELECT name FROM channel_lists WHERE connection_id = $1', [caller.connectionId]);
  await app.database.query(
    `UPDATE channel_lists SET fetched_at = fetched_at - interval '61 minutes' WHERE connection_id = $1 AND name = 'playlists'`,
    [caller.connectionId],
  );
  expect(await ChannelList.removeExpired(10)).toBeGreaterThan(0);
  expect(await rows()).toEqual([{ name: 'categories of US' }]);
});
