import { useCleanSandbox } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';

describe('X-HTTP-Method-Override', () => {
  const sandbox = useCleanSandbox();
  const grant = useEach(async () => sandbox.grant());

  const post = (path: string, method: string, options: object = {}) =>
    sandbox.youtube('POST', `/youtube/v3/${path}`, {
      token: grant.accessToken,
      headers: { 'x-http-method-override': method },
      ...options,
    });

  it('makes a POST a GET, with its query in the URL, in the body, or in both', async () => {
    const id = await sandbox.upload(grant.accessToken);
    const found = { status: 200, body: { items: [{ id, status: { privacyStatus: 'private' } }] } };
    const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields).toString() });
    expect(await post('videos', 'GET', form({ part: 'status', id }))).toMatchObject(found);
    expect(await post('videos?part=status', 'get', form({ id }))).toMatchObject(found);
    expect(await post(`videos?part=status&id=${id}`, 'GET')).toMatchObject(found);
  });

  it('takes more ids than a URL can have', async () => {
    const ids = Array.from({ length: 50 }, (_one, index) => `${index}`.padEnd(11, 'a'));
    const body = new URLSearchParams({ part: 'id', id: ids.join(), padding: 'x'.repeat(20_000) }).toString();
    expect(await post('videos', 'GET', { body })).toMatchObject({ status: 200, body: { items: [] } });
  });

  it('makes a POST a PUT or a DELETE', async () => {
    const id = await sandbox.upload(grant.accessToken);
    const json = { id, status: { privacyStatus: 'unlisted' } };
    expect(await post('videos?part=status', 'PUT', { json })).toMatchObject({ status: 200, body: json });
    expect((await post(`videos?id=${id}`, 'DELETE')).status).toBe(204);
    expect((await sandbox.stateOf('youtube')).videos).toEqual([]);
  });

  it('leaves other methods, and other values, as they are', async () => {
    const id = await sandbox.upload(grant.accessToken);
    const headers = { 'x-http-method-override': 'DELETE' };
    const path = `/youtube/v3/videos?part=id&id=${id}`;
    expect((await sandbox.youtube('GET', path, { token: grant.accessToken, headers })).body.items).toHaveLength(1);
    expect((await post(`videos?part=id&id=${id}`, 'TEAPOT')).body.error.errors[0].reason).toBe('mediaBodyRequired');
    expect((await post('nonsense', 'PATCH')).status).toBe(404);
  });
});
