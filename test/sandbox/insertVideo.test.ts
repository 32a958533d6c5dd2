import { Readable } from 'node:stream';
import { film, send, useCleanSandbox } from '../support/servers/sandbox';
import { useEach } from '../support/use';

const path = '/upload/youtube/v3/videos?part=snippet,status&uploadType=';

describe('videos.insert', () => {
  const sandbox = useCleanSandbox();
  const grant = useEach(async () => sandbox.grant());

  const start = (json: object, options = {}) =>
    sandbox.youtube('POST', `${path}resumable`, { token: grant.accessToken, json, ...options });
  const read = async (id: string, part: string) =>
    (await sandbox.youtube('GET', `/youtube/v3/videos?part=${part}&id=${id}`, { token: grant.accessToken })).body
      .items[0];

  it.each([
    ['invalidTitle', 'body.snippet.title', { snippet: {} }],
    ['invalidTitle', 'body.snippet.title', { snippet: { title: ' ' } }],
    ['invalidTitle', 'body.snippet.title', { snippet: { title: 'a<b' } }],
    ['invalidTitle', 'body.snippet.title', { snippet: { title: 'x'.repeat(101) } }],
    ['invalidTitle', 'body.snippet.title', { snippet: { title: 5 } }],
    ['invalidDescription', 'body.snippet.description', { snippet: { title: 'A', description: 'é'.repeat(2501) } }],
    ['invalidDescription', 'body.snippet.description', { snippet: { title: 'A', description: 'a>b' } }],
    ['invalidTags', 'body.snippet.tags', { snippet: { title: 'A', tags: ['a'.repeat(250), 'b'.repeat(250)] } }],
    ['invalidTags', 'body.snippet.tags', { snippet: { title: 'A', tags: [`${'a'.repeat(250)} ${'b'.repeat(248)}`] } }],
    ['invalidCategoryId', 'body.snippet.categoryId', { snippet: { title: 'A', categoryId: '999' } }],
    [
      'invalidPublishAt',
      'body.status.publishAt',
      { snippet: { title: 'A' }, status: { publishAt: '2030-01-01T00:00:00Z' } },
    ],
  ])('refuses with %s at %s', async (reason, location, resource) => {
    const answer = await start(resource);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 400, errors: [{ domain: 'youtube.video', reason, location, locationType: 'other' }] } },
    });
    expect(answer.body.error.message).toBe(answer.body.error.errors[0].message);
  });

  it('takes what is just within the limits', async () => {
    const tags = ['a'.repeat(249), `${'b'.repeat(100)} ${'c'.repeat(147)}`];
    const snippet = { title: '🎬'.repeat(100), description: 'é'.repeat(2500), tags, categoryId: '29' };
    expect((await start({ snippet })).status).toBe(200);
  });

  it('makes a video public when no privacy is given, also where the part that has it is not named', async () => {
    const id = await sandbox.upload(grant.accessToken, { snippet: { title: 'A' } });
    expect((await read(id, 'status')).status.privacyStatus).toBe('public');
    const answer = await sandbox.youtube('POST', '/upload/youtube/v3/videos?part=snippet&uploadType=resumable', {
      token: grant.accessToken,
      json: { snippet: { title: 'A' } },
    });
    const video = (await send('PUT', String(answer.headers['location']), { body: film(10) })).body;
    expect(video.status).toBeUndefined();
    expect((await read(video.id, 'status')).status.privacyStatus).toBe('public');
  });

  it('refuses a body that is no JSON and media that is no video', async () => {
    const broken = await sandbox.youtube('POST', `${path}resumable`, { token: grant.accessToken, body: '{' });
    expect(broken).toMatchObject({ status: 400, body: { error: { errors: [{ reason: 'parseError' }] } } });
    const text = await start({ snippet: { title: 'A' } }, { headers: { 'x-upload-content-type': 'text/plain' } });
    expect(text).toMatchObject({ status: 400, body: { error: { errors: [{ reason: 'badContent' }] } } });
  });

  it('has neither field about children in its answer; list has both, update always one', async () => {
    const resource = { snippet: { title: 'A' }, status: { privacyStatus: 'private', selfDeclaredMadeForKids: true } };
    const inserted = (await send('PUT', await sandbox.start(grant.accessToken, { resource }), { body: film(10) })).body;
    expect(inserted.status).not.toHaveProperty('selfDeclaredMadeForKids');
    expect(inserted.status).not.toHaveProperty('madeForKids');
    expect((await read(inserted.id, 'status')).status).toMatchObject({
      selfDeclaredMadeForKids: true,
      madeForKids: true,
    });
    const updated = await sandbox.youtube('PUT', '/youtube/v3/videos?part=status', {
      token: grant.accessToken,
      json: { id: inserted.id, status: {} },
    });
    expect(updated.body.status).toHaveProperty('selfDeclaredMadeForKids', false);
    expect(updated.body.status).not.toHaveProperty('madeForKids');
  });

  it('keeps a private video private until its publishAt, then makes it public', async () => {
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    const id = await sandbox.upload(grant.accessToken, {
      snippet: { title: 'A' },
      status: { privacyStatus: 'private', publishAt },
    });
    expect((await read(id, 'status')).status).toMatchObject({ privacyStatus: 'private', publishAt });
    await sandbox.control('POST', '/settings', { clockSkewMs: 3_590_000 });
    expect((await read(id, 'status')).status.privacyStatus).toBe('private');
    await sandbox.control('POST', '/settings', { clockSkewMs: 3_601_000 });
    expect((await sandbox.stateOf('youtube')).videos[0].status).toMatchObject({ privacyStatus: 'public' });
  });

  it.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
  ])('takes a whole film with its resource as multipart/related, lines ending in %s', async (_name, end) => {
    const bytes = film(300_000);
    const resource = '{"snippet":{"title":"Multi"},"status":{"privacyStatus":"private"}}';
    const body = Buffer.concat([
      Buffer.from(
        ['--b1', 'Content-Type: application/json', '', resource, '--b1', 'Content-Type: video/mp4', '', ''].join(end),
      ),
      bytes,
      Buffer.from(`${end}--b1--${end}`),
    ]);
    const headers = { 'content-type': 'multipart/related; boundary=b1' };
    const answer = await sandbox.youtube('POST', `${path}multipart`, {
      token: grant.accessToken,
      headers,
      body: Readable.from([body]),
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { snippet: { title: 'Multi' }, status: { privacyStatus: 'private' } },
    });
    const stored = await fetch(`${sandbox.url}/youtube/media/${answer.body.id}`);
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
    const open = await sandbox.youtube('POST', `${path}multipart`, {
      token: grant.accessToken,
      headers,
      body: body.subarray(0, 200_000),
    });
    expect(open).toMatchObject({ status: 400, text: 'Missing end boundary in multipart body.' });
    expect((await sandbox.stateOf('youtube')).videos).toHaveLength(1);
  });

  it('takes a bare film as uploadType=media, and nothing without one', async () => {
    const headers = { 'content-type': 'video/mp4' };
    const answer = await sandbox.youtube('POST', `${path}media`, { token: grant.accessToken, headers, body: film(50) });
    expect(answer).toMatchObject({ status: 200, body: { snippet: { title: 'unknown' } } });
    for (const url of [`${path}media`, '/upload/youtube/v3/videos?part=snippet', '/youtube/v3/videos?part=snippet']) {
      expect(await sandbox.youtube('POST', url, { token: grant.accessToken, headers })).toMatchObject({
        status: 400,
        body: { error: { errors: [{ reason: 'mediaBodyRequired' }] } },
      });
    }
  });

  it('has 100 uploads a day for the project, until midnight in California', async () => {
    for (let count = 0; count < 100; count += 1) expect((await start({ snippet: { title: 'A' } })).status).toBe(200);
    expect(await start({ snippet: { title: 'A' } })).toMatchObject({
      status: 429,
      body: {
        error: {
          code: 429,
          message: expect.stringContaining("'Video Uploads per day'"),
          errors: [{ domain: 'global', reason: 'rateLimitExceeded' }],
        },
      },
    });
    await sandbox.control('POST', '/settings', { clockSkewMs: 86_400_000 });
    const { accessToken } = await sandbox.grant();
    expect((await start({ snippet: { title: 'A' } }, { token: accessToken })).status).toBe(200);
  });

  it('has a limit a channel of its own', async () => {
    await sandbox.control('POST', '/settings', { quota: { channelUploadsPerDay: 1 } });
    await sandbox.upload(grant.accessToken);
    expect(await start({ snippet: { title: 'A' } })).toMatchObject({
      status: 400,
      body: { error: { errors: [{ domain: 'youtube.video', reason: 'uploadLimitExceeded' }] } },
    });
    const other = await sandbox.grant();
    expect((await start({ snippet: { title: 'A' } }, { token: other.accessToken })).status).toBe(200);
  });

  it.each([
    ['succeeded', { uploadStatus: 'processed' }, { processingStatus: 'succeeded' }],
    ['failed', { uploadStatus: 'failed', failureReason: 'conversion' }, { processingStatus: 'failed' }],
    ['rejected', { uploadStatus: 'rejected', rejectionReason: 'termsOfUse' }, { processingStatus: 'terminated' }],
    ['terminated', { uploadStatus: 'uploaded' }, { processingStatus: 'terminated' }],
    ['stuck', { uploadStatus: 'uploaded' }, { processingStatus: 'processing' }],
  ])('ends processing as the settings say: %s', async (outcome, status, processingDetails) => {
    await sandbox.control('POST', '/settings', { outcome });
    const id = await sandbox.upload(grant.accessToken);
    expect(await read(id, 'status,processingDetails')).toMatchObject({ status, processingDetails });
  });

  it('is processing for as long as the settings say', async () => {
    await sandbox.control('POST', '/settings', { processingMs: 600_000 });
    const id = await sandbox.upload(grant.accessToken);
    const part = 'status,processingDetails,contentDetails';
    expect(await read(id, part)).toMatchObject({
      status: { uploadStatus: 'uploaded' },
      processingDetails: {
        processingStatus: 'processing',
        processingProgress: { partsTotal: '100', partsProcessed: '0' },
      },
      contentDetails: { duration: 'PT0S' },
    });
    await sandbox.control('POST', '/settings', { clockSkewMs: 601_000 });
    expect(await read(id, part)).toMatchObject({ status: { uploadStatus: 'processed' } });
  });

  it('fails what does not look like video', async () => {
    const id = await sandbox.upload(grant.accessToken, undefined, Buffer.alloc(2000, 'not a film'));
    expect((await read(id, 'status')).status).toMatchObject({ uploadStatus: 'failed', failureReason: 'invalidFile' });
    expect(
      (await send('PUT', await sandbox.start(grant.accessToken, { sizeBytes: 10 }), { body: '' })).body.error.errors[0]
        .reason,
    ).toBe('mediaBodyRequired');
  });

  it('reads the play time of a real film', async () => {
    const sample = await fetch(`${sandbox.url}/_sandbox/media/sample.mp4`);
    const id = await sandbox.upload(grant.accessToken, undefined, Buffer.from(await sample.arrayBuffer()));
    expect((await read(id, 'contentDetails')).contentDetails.duration).toBe('PT5S');
  });
});
