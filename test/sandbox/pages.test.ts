import { send, useCleanSandbox, useSandbox } from '../support/servers/sandbox';
import { useEach } from '../support/use';

describe("The sandbox's pages", () => {
  const sandbox = useCleanSandbox();
  const grant = useEach(async () => sandbox.grant({ name: 'Cats & <Dogs>' }));

  const page = (path: string) => send('GET', sandbox.url + path);

  it('list the channels', async () => {
    const answer = await page('/');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    expect(answer.text).toContain(`<a href="/youtube/channels/${grant.channelId}">Cats &#38; &#60;Dogs&#62;</a>`);
  });

  it('show the videos of a channel, newest first, each with a player', async () => {
    const first = await sandbox.upload(grant.accessToken, { snippet: { title: 'First', description: '"quoted"' } });
    const second = await sandbox.upload(grant.accessToken);
    const { text } = await page(`/youtube/channels/${grant.channelId}`);
    expect(text.indexOf(second)).toBeLessThan(text.indexOf(first));
    expect(text).toContain(`src="/youtube/media/${first}"`);
    expect(text).toContain('&#34;quoted&#34;');
    expect(text).toContain('<span class="badge private">private</span>');
    expect(text).not.toContain('http-equiv="refresh"');
  });

  it('ask for themselves again while something is processing', async () => {
    await sandbox.control('POST', '/settings', { processingMs: 600_000 });
    const id = await sandbox.upload(grant.accessToken);
    for (const path of [`/youtube/channels/${grant.channelId}`, `/youtube/watch?v=${id}`]) {
      expect((await page(path)).text).toContain('<meta http-equiv="refresh" content="2" />');
    }
    await sandbox.control('POST', '/settings', { clockSkewMs: 601_000 });
    expect((await page(`/youtube/watch?v=${id}`)).text).not.toContain('http-equiv="refresh"');
  });

  it('show one video under its own addresses, on both ports, and count the view', async () => {
    const id = await sandbox.upload(grant.accessToken);
    expect((await page(`/youtube/watch?v=${id}`)).text).toContain('<h1>A title</h1>');
    expect((await page(`/youtube/shorts/${id}`)).text).toContain('2 views');
    expect((await sandbox.stateOf('youtube')).videos[0].viewCount).toBe(2);
    expect((await page('/youtube/watch?v=aaaaaaaaaaa')).status).toBe(404);
    expect((await page('/youtube/channels/nobody')).status).toBe(404);
  });

  it('serve the bytes of a video, any range of them', async () => {
    const id = await sandbox.upload(grant.accessToken);
    const part = await send('GET', `${sandbox.url}/youtube/media/${id}`, { headers: { range: 'bytes=4-7' } });
    expect(part).toMatchObject({ status: 206, text: 'ftyp' });
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 4-7/2000', 'content-type': 'video/mp4' });
  });

  it('have a picture for each video', async () => {
    const id = await sandbox.upload(grant.accessToken);
    const { body } = await sandbox.youtube('GET', `/youtube/v3/videos?part=snippet&id=${id}`, {
      token: grant.accessToken,
    });
    const picture = await send('GET', body.items[0].snippet.thumbnails.high.url);
    expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
  });
});

describe('The sample film', () => {
  const sandbox = useSandbox();
  const film = () => `${sandbox.url}/_sandbox/media/sample.mp4`;

  it('has a length, a strong ETag and ranges, and HEAD says the same', async () => {
    const [whole, head] = [await send('GET', film()), await send('HEAD', film())];
    for (const { headers } of [whole, head]) {
      expect(headers).toMatchObject({
        'accept-ranges': 'bytes',
        'content-type': 'video/mp4',
        etag: expect.stringMatching(/^"/),
      });
    }
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect(Number(whole.headers['content-length'])).toBeLessThan(120 * 1024);
  });

  it('honours If-Range: a part while it is unchanged, else the whole', async () => {
    const etag = String((await send('HEAD', film())).headers['etag']);
    const range = (ifRange: string) => send('GET', film(), { headers: { range: 'bytes=0-9', 'if-range': ifRange } });
    expect((await range(etag)).status).toBe(206);
    expect((await range('"other"')).status).toBe(200);
  });
});
