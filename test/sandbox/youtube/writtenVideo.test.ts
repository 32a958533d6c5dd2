import { film, send, useCleanSandbox } from '../../support/servers/sandbox';
import type { Reply } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';

const insert = '/upload/youtube/v3/videos?uploadType=';

describe('A video as a caller writes it', () => {
  const sandbox = useCleanSandbox();
  const grant = useEach(async () => sandbox.grant());

  /** Sends a resource in each way in which one can be sent, with the same `part`. */
  const write = async (part: string, resource: object): Promise<Reply[]> => {
    const { accessToken: token } = grant;
    const id = await sandbox.upload(token);
    const json = { id, ...resource };
    const parts = ['--b', '', JSON.stringify(resource), '--b', '', film(100).toString('latin1'), '--b--'];
    const headers = { 'content-type': 'multipart/related; boundary=b' };
    const body = parts.join('\r\n');
    return [
      await sandbox.youtube('PUT', `/youtube/v3/videos?part=${part}`, { token, json }),
      await sandbox.youtube('POST', `${insert}resumable&part=${part}`, { token, json: resource }),
      await sandbox.youtube('POST', `${insert}multipart&part=${part}`, { token, headers, body }),
    ];
  };
  const videos = async () => (await sandbox.stateOf('youtube')).videos;
  const snippet = { title: 'B', categoryId: '10' };

  it.each([
    ['status', { snippet, status: { privacyStatus: 'public' } }, "'status'"],
    ['status, sent empty', { snippet, status: {} }, "'status'"],
    ['recordingDetails', { snippet, recordingDetails: {} }, "'recording_details'"],
    ['two at once', { snippet, localizations: {}, statistics: {} }, "'localizations', 'statistics'"],
  ])('may have no part that `part` does not name: %s', async (_name, resource, message) => {
    for (const answer of await write('snippet', resource)) {
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 400, message } } });
      expect(answer.body.error.errors).toEqual([
        { message, domain: 'youtube.part', reason: 'unexpectedPart', location: 'part', locationType: 'parameter' },
      ]);
    }
    expect(await videos()).toMatchObject([{ snippet: { title: 'A title' } }]);
  });

  it('may have what is no part beside those that `part` names', async () => {
    const written = await write('snippet', { kind: 'youtube#video', etag: '"old"', snippet });
    expect(written.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('may have its category as a number', async () => {
    const written = await write('snippet', { snippet: { title: 'B', categoryId: 10 } });
    expect(written.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(written[0]?.body.snippet.categoryId).toBe('10');
    expect(await videos()).toMatchObject([{ snippet: { categoryId: '10' } }, { snippet: { categoryId: '10' } }]);
  });

  it.each([[999], [2.5], [true]])('may not have a category that there is not: %p', async (categoryId) => {
    for (const answer of await write('snippet', { snippet: { title: 'B', categoryId } }))
      expect(answer).toMatchObject({ status: 400, body: { error: { errors: [{ reason: 'invalidCategoryId' }] } } });
  });

  it.each([
    ['privacyStatus', 'secret', 'privacy_status', 'PrivacyStatusWrapper.PrivacyStatus'],
    ['privacyStatus', '', 'privacy_status', 'PrivacyStatusWrapper.PrivacyStatus'],
    ['license', 'mine', 'license', 'LicenseWrapper.License'],
  ])('may have no unknown value of an enumeration: %s "%s"', async (field, value, place, type) => {
    const message = `Invalid value at 'resource.status.${place}' (type.googleapis.com/youtube.api.v3.${type}), "${value}"`;
    for (const answer of await write('status', { status: { [field]: value } })) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: { code: 400, message, errors: [{ message, reason: 'invalid' }], status: 'INVALID_ARGUMENT' },
      });
    }
    expect(await videos()).toMatchObject([{ status: { privacyStatus: 'private', license: 'youtube' } }]);
  });

  it('is refused when its session is started, before a byte is sent', async () => {
    const { accessToken: token } = grant;
    const { headers } = await sandbox.youtube('POST', `${insert}resumable&part=snippet`, { token, json: { snippet } });
    expect((await send('PUT', String(headers['location']), { body: film(100) })).status).toBe(200);
    const [, refused] = await write('snippet', { snippet, status: {} });
    expect(refused?.headers['location']).toBeUndefined();
    expect(
      (await sandbox.stateOf('youtube')).uploadSessions.filter((one: { status: string }) => one.status === 'open'),
    ).toEqual([]);
  });
});
