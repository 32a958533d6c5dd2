import { film, send, useCleanSandbox } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';

describe('The parameter `fields`', () => {
  const sandbox = useCleanSandbox();
  const grant = useEach(async () => sandbox.grant());
  const resource = { snippet: { title: 'A', tags: ['t'] }, status: { privacyStatus: 'private' } };

  const list = (id: string, fields: string) =>
    sandbox.youtube('GET', `/youtube/v3/videos?part=snippet,status&id=${id}&fields=${encodeURIComponent(fields)}`, {
      token: grant.accessToken,
    });

  it.each([
    ['pageInfo', (_id: string) => ({ pageInfo: { totalResults: 1, resultsPerPage: 1 } })],
    ['kind,pageInfo/totalResults', () => ({ kind: 'youtube#videoListResponse', pageInfo: { totalResults: 1 } })],
    ['items(id, snippet/title)', (id: string) => ({ items: [{ id, snippet: { title: 'A' } }] })],
    ['items/id,items/snippet(title,tags)', (id: string) => ({ items: [{ id, snippet: { title: 'A', tags: ['t'] } }] })],
    ['items/*/privacyStatus', () => ({ items: [{ snippet: {}, status: { privacyStatus: 'private' } }] })],
    [
      'items/snippet/thumbnails/*/width',
      () => ({
        items: [{ snippet: { thumbnails: { default: { width: 120 }, medium: { width: 320 }, high: { width: 480 } } } }],
      }),
    ],
    [
      'items(status),items(status/license)',
      () => ({ items: [{ status: expect.objectContaining({ uploadStatus: 'processed' }) }] }),
    ],
    ['nextPageToken', () => ({})],
  ])('chooses what an answer has: %s', async (fields, expected) => {
    const id = await sandbox.upload(grant.accessToken, resource);
    const { status, body, headers } = await list(id, fields);
    expect({ status, body }).toEqual({ status: 200, body: expected(id) });
    expect(headers['etag']).toMatch(/^".+"$/);
  });

  it('leaves everything where it is `*` or empty', async () => {
    const id = await sandbox.upload(grant.accessToken, resource);
    const { body } = await list(id, '');
    expect(body).toMatchObject({ kind: 'youtube#videoListResponse', items: [{ id, snippet: { title: 'A' } }] });
    expect((await list(id, '*')).body).toEqual(body);
  });

  it('chooses of what update and insert answer as well', async () => {
    const { accessToken: token } = grant;
    const start = '/upload/youtube/v3/videos?uploadType=resumable&part=snippet&fields=id';
    const { headers } = await sandbox.youtube('POST', start, { token, json: { snippet: { title: 'A' } } });
    const location = String(headers['location']);
    const { body: inserted } = await send('PUT', location, { body: film(10) });
    expect(inserted).toEqual({ id: expect.stringMatching(/^.{11}$/) as string });
    expect((await send('PUT', location, { body: film(10) })).body).toEqual(inserted);
    const json = { ...inserted, snippet: { title: 'B', categoryId: '22' } };
    const update = '/youtube/v3/videos?part=snippet&fields=snippet(title)';
    expect((await sandbox.youtube('PUT', update, { token, json })).body).toEqual({ snippet: { title: 'B' } });
  });

  it.each(['items(id', 'items)', 'items(,id)', '(id)', 'id,', 'items/', 'items(id)snippet', 'a b', 'a;b'])(
    'is refused where it cannot be read, and nothing has happened: %s',
    async (fields) => {
      const id = await sandbox.upload(grant.accessToken, resource);
      const message = `Invalid field selection ${fields}`;
      const place = { location: 'fields', locationType: 'parameter' };
      const refused = {
        status: 400,
        body: { error: { message, errors: [{ message, domain: 'global', reason: 'invalidParameter', ...place }] } },
      };
      expect(await list(id, fields)).toMatchObject(refused);
      const path = `/youtube/v3/videos?part=status&fields=${encodeURIComponent(fields)}`;
      const json = { id, status: { privacyStatus: 'public' } };
      expect(await sandbox.youtube('PUT', path, { token: grant.accessToken, json })).toMatchObject(refused);
      expect((await sandbox.stateOf('youtube')).videos).toMatchObject([{ status: { privacyStatus: 'private' } }]);
    },
  );
});
