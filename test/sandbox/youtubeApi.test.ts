import type { Json } from '../support/servers/sandbox';
import { useCleanSandbox } from '../support/servers/sandbox';
import { useEach } from '../support/use';

const scope = (name: string) => [`https://www.googleapis.com/auth/${name}`];

describe('The YouTube Data API', () => {
  const sandbox = useCleanSandbox();
  const mine = useEach(async () => sandbox.grant({ name: 'Mine' }));
  const other = useEach(async () => sandbox.grant({ name: 'Other' }));

  const get = (path: string, grant = mine) =>
    sandbox.youtube('GET', `/youtube/v3/${path}`, { token: grant.accessToken });
  const update = (part: string, json: object, grant = mine) =>
    sandbox.youtube('PUT', `/youtube/v3/videos?part=${part}`, { token: grant.accessToken, json });
  const remove = (id: string, grant = mine) =>
    sandbox.youtube('DELETE', `/youtube/v3/videos?id=${id}`, { token: grant.accessToken });
  const publicFilm = { snippet: { title: 'A' }, status: { privacyStatus: 'public' } };

  describe('channels.list', () => {
    it('shows the caller’s own channel, numbers as strings', async () => {
      await sandbox.upload(mine.accessToken, publicFilm);
      expect(await get('channels?part=snippet,statistics&part=contentDetails&mine=true')).toMatchObject({
        status: 200,
        body: {
          kind: 'youtube#channelListResponse',
          pageInfo: { totalResults: 1 },
          items: [
            {
              id: mine.channelId,
              snippet: { title: 'Mine', customUrl: '@mine' },
              statistics: { viewCount: '0', subscriberCount: '0', hiddenSubscriberCount: false, videoCount: '1' },
              contentDetails: { relatedPlaylists: { uploads: `UU${mine.channelId.slice(2)}` } },
            },
          ],
        },
      });
    });

    it('needs a filter, and parts it knows', async () => {
      expect(await get('channels?part=id')).toMatchObject({
        status: 400,
        body: { error: { errors: [{ reason: 'missingRequiredParameter', domain: 'youtube.parameter' }] } },
      });
      expect(await get('channels?part=id,nonsense&mine=true')).toMatchObject({
        status: 400,
        body: {
          error: { errors: [{ domain: 'youtube.part', reason: 'unknownPart', location: 'part', message: 'nonsense' }] },
        },
      });
      expect((await get('channels?mine=true')).body.error.message).toBe('Required parameter: part');
      expect(await get('channels?part=&mine=true')).toMatchObject({
        status: 400,
        body: { error: { errors: [{ domain: 'youtube.part', reason: 'unknownPart', location: 'part', message: '' }] } },
      });
    });
  });

  describe('videos.list', () => {
    it('answers an unknown id with no item', async () => {
      const answer = await get('videos?part=status&id=aaaaaaaaaaa');
      expect(answer).toMatchObject({
        status: 200,
        body: { kind: 'youtube#videoListResponse', pageInfo: { totalResults: 0, resultsPerPage: 0 }, items: [] },
      });
      expect(answer.headers['etag']).toBe(answer.body.etag);
    });

    it('takes ids and parts with commas or repeated', async () => {
      const ids = [await sandbox.upload(mine.accessToken), await sandbox.upload(mine.accessToken)];
      expect((await get(`videos?part=status&part=statistics&id=${ids[0]}&id=${ids[1]}`)).body.items).toHaveLength(2);
      const [first] = (await get(`videos?part=status,statistics&id=${ids.join()}`)).body.items;
      expect(first.statistics).toEqual({ viewCount: '0', likeCount: '0', favoriteCount: '0', commentCount: '0' });
      expect(first.snippet).toBeUndefined();
    });

    it('hides a private video from others, and what only its owner may see', async () => {
      const secret = await sandbox.upload(mine.accessToken);
      const open = await sandbox.upload(mine.accessToken, publicFilm);
      expect((await get(`videos?part=status&id=${secret},${open}`, other)).body.items).toHaveLength(1);
      expect((await get(`videos?part=processingDetails&id=${open}`, other)).status).toBe(403);
      expect((await get(`videos?part=processingDetails&id=${open}`)).status).toBe(200);
    });
  });

  describe('videos.update', () => {
    it('replaces each named part whole', async () => {
      const resource = {
        snippet: { title: 'A', description: 'D', tags: ['t'] },
        status: { privacyStatus: 'unlisted', license: 'creativeCommon' },
      };
      const id = await sandbox.upload(mine.accessToken, resource);
      const answer = await update('snippet', { id, snippet: { title: 'B', categoryId: '10' } });
      expect(answer).toMatchObject({
        status: 200,
        body: { id, snippet: { title: 'B', description: '', categoryId: '10' } },
      });
      const [video] = (await get(`videos?part=snippet,status&id=${id}`)).body.items;
      expect(video.snippet.tags).toBeUndefined();
      expect(video.status).toMatchObject({ privacyStatus: 'unlisted', license: 'creativeCommon' });
      await update('status', { id, status: {} });
      expect((await get(`videos?part=status&id=${id}`)).body.items[0].status).toMatchObject({
        privacyStatus: 'public',
        license: 'youtube',
      });
    });

    it('needs title and category with the snippet, an id it knows, and the owner', async () => {
      const id = await sandbox.upload(mine.accessToken);
      const reasonOf = async (part: string, json: object, grant = mine) =>
        (await update(part, json, grant)).body.error.errors[0].reason;
      expect(await reasonOf('snippet', { id, snippet: { categoryId: '22' } })).toBe('invalidTitle');
      expect(await reasonOf('snippet', { id, snippet: { title: 'B' } })).toBe('invalidCategoryId');
      expect(await reasonOf('snippet', { snippet: { title: 'B', categoryId: '22' } })).toBe('videoNotFound');
      expect(await reasonOf('snippet', { id, snippet: { title: 'B', categoryId: '22' } }, other)).toBe('forbidden');
    });

    it('gives no publishAt to a video that has been public', async () => {
      const id = await sandbox.upload(mine.accessToken, publicFilm);
      const status = { privacyStatus: 'private', publishAt: '2099-01-01T00:00:00Z' };
      expect((await update('status', { id, status })).body.error.errors[0].reason).toBe('invalidPublishAt');
      const fresh = await sandbox.upload(mine.accessToken);
      expect((await update('status', { id: fresh, status })).body.status).toMatchObject(status);
    });
  });

  describe('videos.delete', () => {
    it('answers 204 and the video is gone', async () => {
      const id = await sandbox.upload(mine.accessToken);
      const answer = await remove(id);
      expect(answer).toMatchObject({ status: 204, text: '' });
      expect(answer.headers['content-type']).toBeUndefined();
      expect(await remove(id)).toMatchObject({
        status: 404,
        body: { error: { errors: [{ reason: 'videoNotFound' }] } },
      });
    });

    it('refuses another’s video', async () => {
      const id = await sandbox.upload(mine.accessToken);
      expect(await remove(id, other)).toMatchObject({
        status: 403,
        body: { error: { errors: [{ reason: 'forbidden', location: 'id' }] } },
      });
    });
  });

  it('lists the uploads of a channel, newest first and page by page', async () => {
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three'])
      ids.push(await sandbox.upload(mine.accessToken, { ...publicFilm, snippet: { title } }));
    const playlistId = `UU${mine.channelId.slice(2)}`;
    const path = `playlistItems?part=snippet,contentDetails&playlistId=${playlistId}&maxResults=2`;
    const first = (await get(path, other)).body;
    expect(first.pageInfo).toEqual({ totalResults: 3, resultsPerPage: 2 });
    expect(first.items.map((item: Json) => item.contentDetails.videoId)).toEqual([ids[2], ids[1]]);
    const second = (await get(`${path}&pageToken=${first.nextPageToken}`)).body;
    expect(second.items.map((item: Json) => item.snippet.title)).toEqual(['One']);
    expect(second.nextPageToken).toBeUndefined();
    expect((await get(`${path}&pageToken=x`)).body.error.errors[0].reason).toBe('invalidPageToken');
    expect((await get('playlistItems?part=id&playlistId=UUx')).status).toBe(404);
  });

  it('opens each call to its scopes only', async () => {
    const id = await sandbox.upload(mine.accessToken, publicFilm);
    const withScope = (name: string) => sandbox.grant({ channelId: mine.channelId, scopes: scope(name) });
    const [upload, read, force] = [
      await withScope('youtube.upload'),
      await withScope('youtube.readonly'),
      await withScope('youtube.force-ssl'),
    ];
    expect(await get('channels?part=id&mine=true', upload)).toMatchObject({
      status: 403,
      body: {
        error: {
          message: 'Request had insufficient authentication scopes.',
          errors: [{ message: 'Insufficient Permission', domain: 'global', reason: 'insufficientPermissions' }],
          status: 'PERMISSION_DENIED',
          details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
        },
      },
    });
    expect((await get(`videos?part=id&id=${id}`, read)).status).toBe(200);
    for (const grant of [upload, read]) {
      expect((await update('status', { id, status: {} }, grant)).status).toBe(403);
      expect((await remove(id, grant)).status).toBe(403);
    }
    await expect(sandbox.start(read.accessToken)).rejects.toThrow('insufficient');
    await expect(sandbox.start(upload.accessToken)).resolves.toContain('upload_id');
    expect((await remove(id, force)).status).toBe(204);
  });

  it('has 10,000 units a day: 1 to list, 50 to write, and invalid requests cost as well', async () => {
    const units = async () => (await sandbox.stateOf('youtube')).quota.units;
    const id = await sandbox.upload(mine.accessToken);
    expect(await units()).toBe(0);
    await get(`videos?part=id&id=${id}`);
    await get('videos?part=id');
    expect(await units()).toBe(2);
    await update('status', { id, status: {} });
    await remove('aaaaaaaaaaa');
    expect(await units()).toBe(102);
    await sandbox.control('POST', '/settings', { quota: { unitsPerDay: 150 } });
    expect(await remove(id)).toMatchObject({
      status: 403,
      body: { error: { errors: [{ domain: 'youtube.quota', reason: 'quotaExceeded' }] } },
    });
    expect((await get(`videos?part=id&id=${id}`)).status).toBe(200);
  });

  it('answers a request without any credential, one with a key alone, and a path it does not have, as Google does', async () => {
    const message = expect.stringContaining("Method doesn't allow unregistered callers");
    const error = { code: 403, message, status: 'PERMISSION_DENIED' };
    const path = '/youtube/v3/channels?part=id&mine=true';
    expect(await sandbox.youtube('GET', path)).toMatchObject({
      status: 403,
      body: { error: { ...error, errors: [{ message, domain: 'global', reason: 'forbidden' }] } },
    });
    expect(await sandbox.youtube('GET', `${path}&key=k`)).toMatchObject({
      status: 401,
      body: { error: { errors: [{ reason: 'authorizationRequired', location: 'Authorization' }] } },
    });
    expect(await sandbox.youtube('GET', '/youtube/v3/nonsense')).toMatchObject({
      status: 404,
      body: { error: { code: 404 } },
    });
  });
});
