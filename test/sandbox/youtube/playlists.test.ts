import { useCleanSandbox } from '../../support/servers/sandbox';
import type { Grant, Json } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';

describe('playlists', () => {
  const sandbox = useCleanSandbox();
  const mine = useEach(async () => sandbox.grant({ name: 'Mine' }));
  const other = useEach(async () => sandbox.grant({ name: 'Other' }));

  const youtube = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { accessToken: token }: Grant,
    json?: object,
  ) => sandbox.youtube(method, `/youtube/v3/${path}`, { token, ...(json && { json }) });
  const make = async (grant: Grant, privacyStatus = 'public'): Promise<string> => {
    const resource = { snippet: { title: 'Walks' }, status: { privacyStatus } };
    return (await youtube('POST', 'playlists?part=snippet,status', grant, resource)).body.id;
  };
  const insert = async (playlistId: string, videoId: string, grant: Grant = mine) =>
    youtube('POST', 'playlistItems?part=snippet', grant, {
      snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } },
    });
  const reasonOf = ({ status, body }: { status: number; body: Json }) => [status, body.error.errors[0].reason];
  const unitsOf = async () => (await sandbox.stateOf('youtube')).quota.units;

  it('are made for 50 units and listed for one, those of others unless they are private', async () => {
    const before = await unitsOf();
    const [open, hidden] = [await make(other), await make(other, 'private')];
    expect((await unitsOf()) - before).toBe(100);
    expect(await youtube('GET', `playlists?part=snippet,status&id=${open},${hidden}`, mine)).toMatchObject({
      status: 200,
      body: {
        kind: 'youtube#playlistListResponse',
        items: [
          { id: open, snippet: { channelId: other.channelId, title: 'Walks' }, status: { privacyStatus: 'public' } },
        ],
      },
    });
    expect((await unitsOf()) - before).toBe(101);
    expect((await youtube('GET', 'playlists?part=id&mine=true', other)).body.items).toHaveLength(2);
    expect(reasonOf(await youtube('POST', 'playlists?part=snippet', mine, {}))).toEqual([400, 'playlistTitleRequired']);
  });

  it('are removed for 50 units by their channel alone', async () => {
    const [own, foreign] = [await make(mine), await make(other)];
    const before = await unitsOf();
    expect((await youtube('DELETE', `playlists?id=${own}`, mine)).status).toBe(204);
    expect((await unitsOf()) - before).toBe(50);
    expect((await youtube('GET', 'playlists?part=id&mine=true', mine)).body.items).toEqual([]);
    expect(reasonOf(await youtube('DELETE', `playlists?id=${foreign}`, mine))).toEqual([403, 'forbidden']);
    expect(reasonOf(await youtube('DELETE', `playlists?id=${own}`, mine))).toEqual([404, 'playlistNotFound']);
  });

  it('take a video for 50 units, once more each time, and can be asked for one video', async () => {
    const playlist = await make(mine, 'private');
    const [first, second] = [await sandbox.upload(mine.accessToken), await sandbox.upload(mine.accessToken)];
    const before = await unitsOf();
    expect(await insert(playlist, first)).toMatchObject({
      status: 200,
      body: {
        kind: 'youtube#playlistItem',
        snippet: { playlistId: playlist, position: 0, resourceId: { videoId: first } },
      },
    });
    expect((await unitsOf()) - before).toBe(50);
    for (const id of [second, second]) expect((await insert(playlist, id)).status).toBe(200);
    const list = async (query: string, grant: Grant = mine) =>
      youtube('GET', `playlistItems?part=snippet&playlistId=${playlist}${query}`, grant);
    const videosOf = ({ items }: Json) => items.map(({ snippet }: Json) => snippet.resourceId.videoId);
    expect(videosOf((await list('')).body)).toEqual([first, second, second]);
    expect(videosOf((await list(`&videoId=${first}`)).body)).toEqual([first]);
    expect((await list('&videoId=aaaaaaaaaaa')).body.items).toEqual([]);
    expect(reasonOf(await list('', other))).toEqual([403, 'playlistItemsNotAccessible']);
    expect((await sandbox.stateOf('youtube')).playlists).toMatchObject([
      {
        id: playlist,
        channelId: mine.channelId,
        items: [{ videoId: first }, { videoId: second }, { videoId: second }],
      },
    ]);
  });

  it('refuse what is documented to be refused', async () => {
    const [playlist, others] = [await make(mine), await make(other)];
    const video = await sandbox.upload(mine.accessToken);
    expect(reasonOf(await insert('PLunknown', video))).toEqual([404, 'playlistNotFound']);
    expect(reasonOf(await insert(playlist, 'aaaaaaaaaaa'))).toEqual([404, 'videoNotFound']);
    expect(reasonOf(await insert(others, video))).toEqual([403, 'playlistItemsNotAccessible']);
    expect(reasonOf(await insert(playlist, video, other))).toEqual([403, 'playlistItemsNotAccessible']);
    expect(reasonOf(await insert(`UU${mine.channelId.slice(2)}`, video))).toEqual([
      400,
      'playlistOperationUnsupported',
    ]);
    const write = async (snippet: object) => youtube('POST', 'playlistItems?part=snippet', mine, { snippet });
    expect(reasonOf(await write({}))).toEqual([400, 'playlistIdRequired']);
    expect(reasonOf(await write({ playlistId: playlist }))).toEqual([400, 'resourceIdRequired']);
    const channel = { kind: 'youtube#channel', channelId: mine.channelId };
    expect(reasonOf(await write({ playlistId: playlist, resourceId: channel }))).toEqual([400, 'invalidResourceType']);
    expect((await sandbox.stateOf('youtube')).playlists[0].items).toEqual([]);
  });

  it('answer 404 for a video that is young, although the item is made', async () => {
    await sandbox.control('POST', '/settings', { youngVideoMs: 60_000 });
    const playlist = await make(mine);
    const video = await sandbox.upload(mine.accessToken);
    expect(reasonOf(await insert(playlist, video))).toEqual([404, 'videoNotFound']);
    const listed = await youtube('GET', `playlistItems?part=id&playlistId=${playlist}&videoId=${video}`, mine);
    expect(listed.body.items).toHaveLength(1);
  });
});
