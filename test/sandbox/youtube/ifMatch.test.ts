import { film, send, useCleanSandbox } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';

describe('If-Match', () => {
  const sandbox = useCleanSandbox();
  const grant = useEach(async () => sandbox.grant());

  const etagOf = async (id: string, part: string): Promise<string> => {
    const path = `/youtube/v3/videos?part=${part}&id=${id}`;
    return (await sandbox.youtube('GET', path, { token: grant.accessToken })).body.items[0].etag;
  };
  const change = (etag: string, json: object) =>
    sandbox.youtube('PUT', '/youtube/v3/videos?part=status', {
      token: grant.accessToken,
      headers: { 'if-match': etag },
      json,
    });
  const remove = (id: string, etag: string) =>
    sandbox.youtube('DELETE', `/youtube/v3/videos?id=${id}`, {
      token: grant.accessToken,
      headers: { 'if-match': etag },
    });
  const status = { privacyStatus: 'unlisted' };
  const failed = {
    status: 412,
    body: {
      error: {
        code: 412,
        message: 'Precondition Failed',
        errors: [{ domain: 'global', reason: 'conditionNotMet', location: 'If-Match', locationType: 'header' }],
      },
    },
  };

  it('lets a change through with the latest ETag, and none with one that another change has made old', async () => {
    const id = await sandbox.upload(grant.accessToken);
    const etag = await etagOf(id, 'status');
    const changed = await change(etag, { id, status });
    expect(changed.status).toBe(200);
    expect(changed.body.etag).not.toBe(etag);
    expect(changed.body.etag).toBe(await etagOf(id, 'status'));
    expect(await change(etag, { id, status: { privacyStatus: 'public' } })).toMatchObject(failed);
    expect(await remove(id, etag)).toMatchObject(failed);
    expect((await sandbox.stateOf('youtube')).videos).toMatchObject([{ id, status }]);
    expect((await remove(id, changed.body.etag)).status).toBe(204);
  });

  it('takes the ETag of the insert, and of any parts, as long as nothing has changed', async () => {
    const { body } = await send('PUT', await sandbox.start(grant.accessToken), { body: film(10) });
    for (const part of ['id', 'snippet,statistics', 'processingDetails'])
      expect(await etagOf(body.id, part)).toBe(body.etag);
    expect((await change(body.etag, { id: body.id, status })).status).toBe(200);
  });

  it('takes one of several ETags, one without its quotation marks, and any by an asterisk', async () => {
    const id = await sandbox.upload(grant.accessToken);
    const etag = await etagOf(id, 'status');
    const unchanged = { id, status: { privacyStatus: 'private' } };
    for (const sent of [`"old", ${etag}`, etag.slice(1, -1), '*'])
      expect((await change(sent, unchanged)).status).toBe(200);
  });

  it('does not hide that there is no such video, or that it is another’s', async () => {
    expect((await change('"old"', { id: 'aaaaaaaaaaa', status })).status).toBe(404);
    const { accessToken } = await sandbox.grant();
    expect((await change('"old"', { id: await sandbox.upload(accessToken), status })).status).toBe(403);
  });
});
