import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import type { PageGrant } from '../../support/platforms/facebookSandbox';
import type { Json } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';
import { commentedPhoto, photoBytes } from '../../support/media/media';

const jpeg = (sizeBytes = 1000): Buffer => photoBytes(sizeBytes);
const png = (): Buffer => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), photoBytes(1000)]);
const gif = (): Buffer => Buffer.concat([Buffer.from('GIF89a'), photoBytes(1000)]);
const draft = { published: 'false' };

describe('A post on a Facebook page', () => {
  const sandbox = useFacebookSandbox();
  const page = useEach(async () => sandbox.page());
  const make = async (params: Record<string, string>) => (await page.post(`/${page.channelId}/feed`, params)).body;
  const feed = async (edge = 'published_posts') => (await page.get(`/${page.channelId}/${edge}`)).body.data as Json[];
  const effects = async () => (await sandbox.calls()).flatMap(({ effect }) => effect ?? []);

  it('is public at once, and is found on the page', async () => {
    const { id } = await make({ message: 'Hello' });
    expect(id).toMatch(new RegExp(`^${page.channelId}_\\d+$`));
    expect(await feed()).toEqual([{ created_time: expect.stringMatching(/\+0000$/), message: 'Hello', id }]);
    const fields = 'is_published,permalink_url,status_type,from';
    expect((await page.get(`/${id}`, { fields })).body).toMatchObject({
      is_published: true,
      permalink_url: expect.stringMatching(/^https:\/\/www\.facebook\.com\//),
      from: { id: page.channelId },
    });
    expect(await effects()).toMatchObject([{ resource: id, title: 'Hello', from: null, to: 'public' }]);
  });

  const spec = (...countries: string[]) => ({ geo_locations: { countries } });

  it('is for those whom `targeting` names, and `feed_targeting` keeps nobody out', async () => {
    const seen = async (params: Record<string, string>) => {
      const { id } = await make({ message: 'Hello', ...params });
      return (await page.get(`/${id}`, { fields: 'targeting' })).body.targeting;
    };
    expect(await seen({ targeting: JSON.stringify(spec('DE', 'US')) })).toEqual(spec('DE', 'US'));
    expect(await seen({ targeting: '{}' })).toBeUndefined();
    expect(await seen({ feed_targeting: JSON.stringify(spec('DE')) })).toBeUndefined();
  });

  it.each([
    ['a country that does not exist', spec('QQ')],
    ['small letters', spec('de')],
    ['26 countries', spec(...Array.from({ length: 26 }, () => 'DE'))],
    ['a list', []],
  ])('is refused with code 100 for the targeting of %s', async (_what, targeting) => {
    const { error } = await make({ message: 'Hello', targeting: JSON.stringify(targeting) });
    expect(error).toMatchObject({ code: 100 });
  });

  it('is a draft with published=false, and public with is_published=true', async () => {
    const { id } = await make({ message: 'Later', ...draft });
    expect(await feed()).toEqual([]);
    expect((await page.post(`/${id}`, { message: 'Now' })).body).toEqual({ success: true });
    for (let count = 0; count < 2; count += 1)
      expect((await page.post(`/${id}`, { is_published: 'true' })).body).toEqual({ success: true });
    expect(await feed()).toMatchObject([{ message: 'Now', id }]);
    expect(await effects()).toMatchObject([
      { from: null, to: 'draft' },
      { from: 'draft', to: 'draft' },
      { from: 'draft', to: 'public' },
    ]);
  });

  it('is listed with what can be promoted, a draft or not, with the app that has made it', async () => {
    const { id: live } = await make({ message: 'Live' });
    const { id: drafted } = await make({ message: 'Drafted', ...draft });
    await sandbox.control('POST', '/settings', { facebook: { postsBy: 'person' } });
    const { id: byPerson } = await make({ message: 'By hand', ...draft });
    await sandbox.control('POST', '/settings', { facebook: { postsBy: 'app' } });
    const listed = async (params: Record<string, string>) =>
      (await page.get(`/${page.channelId}/promotable_posts`, { fields: 'id,application', ...params })).body.data;
    const ids = async (params: Record<string, string>) => new Set((await listed(params)).map(({ id }: Json) => id));
    expect(await ids({})).toEqual(new Set([live, drafted, byPerson]));
    expect(await ids({ is_published: 'true' })).toEqual(new Set([live]));
    const made = (await listed({ is_published: 'false' })).map(({ id, application }: Json) => [id, typeof application]);
    expect(new Map(made)).toEqual(
      new Map([
        [drafted, 'object'],
        [byPerson, 'undefined'],
      ]),
    );
  });

  it('is removed, and is then unknown', async () => {
    const { id } = await make({ message: 'Gone soon', ...draft });
    expect((await page.remove(`/${id}`)).body).toEqual({ success: true });
    const { status, body } = await page.get(`/${id}`);
    expect({ status, ...body.error }).toMatchObject({ status: 400, code: 100, error_subcode: 33 });
    expect((await page.remove(`/${id}`)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
  });

  it('is refused with 506 where it equals the latest, and not where a setting says so', async () => {
    await make({ message: 'Twice' });
    const { id } = await make({ message: 'Twice', ...draft });
    expect((await make({ message: 'Twice' })).error).toMatchObject({ code: 506, error_user_msg: expect.any(String) });
    expect((await page.post(`/${id}`, { is_published: 'true' })).body.error.code).toBe(506);
    await sandbox.change({ refusesDuplicates: false });
    expect((await page.post(`/${id}`, { is_published: 'true' })).body).toEqual({ success: true });
  });

  it('goes live at the time it is scheduled for, 10 minutes to 30 days ahead', async () => {
    const at = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);
    for (const seconds of [60, 31 * 86_400])
      expect((await make({ message: 'x', ...draft, scheduled_publish_time: at(seconds) })).error.code).toBe(100);
    const { id } = await make({ message: 'At noon', ...draft, scheduled_publish_time: at(900) });
    expect(await feed()).toEqual([]);
    expect(await feed('scheduled_posts')).toMatchObject([{ id }]);
    await sandbox.control('POST', '/settings', { clockSkewMs: 901_000 });
    expect(await feed()).toMatchObject([{ id }]);
  });

  it('may be live later than it is said, or never', async () => {
    await sandbox.change({ liveDelayMs: 5000 });
    const { id } = await make({ message: 'Late' });
    expect((await page.get(`/${id}`, { fields: 'is_published' })).body.is_published).toBe(false);
    await sandbox.control('POST', '/settings', { clockSkewMs: 5001 });
    expect((await page.get(`/${id}`, { fields: 'is_published' })).body.is_published).toBe(true);
    const other = await make({ message: 'Never', ...draft });
    await sandbox.change({ publishOutcome: 'never', liveDelayMs: 0 });
    expect((await page.post(`/${other.id}`, { is_published: 'true' })).body).toEqual({ success: true });
    expect((await page.get(`/${other.id}`, { fields: 'is_published' })).body.is_published).toBe(false);
  });

  it('heeds the other parameter, tells another created_time, and ends as a draft where settings say so', async () => {
    const { id } = await make({ message: 'A', ...draft });
    await page.post(`/${id}`, { published: 'true' });
    expect(await feed()).toEqual([]);
    await sandbox.change({ publishParameter: 'either', createdTime: 'published', draftLifetimeMs: 60_000 });
    const gone = await make({ message: 'B', ...draft });
    await sandbox.control('POST', '/settings', { clockSkewMs: 59_000 });
    const publishedAtMs = Date.now();
    await page.post(`/${id}`, { published: 'true' });
    const [{ created_time: time }] = (await feed()) as [Json];
    expect(Date.parse(time)).toBeGreaterThan(publishedAtMs + 50_000);
    await sandbox.control('POST', '/settings', { clockSkewMs: 61_000 });
    expect((await page.get(`/${gone.id}`)).body.error.code).toBe(100);
    expect(await feed()).toHaveLength(1);
  });

  it('deletes after 24 hours the photos that no published post shows, with the drafts that show them', async () => {
    const photo = async () =>
      (await page.post(`/${page.channelId}/photos`, { source: photoBytes(2000), ...draft })).body.id;
    const [alone, drafted, shown] = [await photo(), await photo(), await photo()];
    const showing = (id: string) => ({ attached_media: JSON.stringify([{ media_fbid: id }]) });
    const withPhoto = await make({ ...showing(drafted), ...draft });
    const live = await make(showing(shown));
    const text = await make({ message: 'Draft', ...draft });
    const left = async (hours: number) => {
      await sandbox.control('POST', '/settings', { clockSkewMs: hours * 3_600_000 });
      const all = [alone, drafted, shown, withPhoto.id, live.id, text.id];
      const statuses = await Promise.all(all.map(async (id) => (await page.get(`/${id}`)).status));
      return statuses.map((status) => status === 200);
    };
    expect(await left(23)).toEqual([true, true, true, true, true, true]);
    expect(await left(24)).toEqual([false, false, true, false, true, true]);
    expect(await left(30 * 24)).toEqual([false, false, true, false, true, false]);
  });

  it.each([
    ['nothing', {}, { code: 100 }],
    ['a text that is too long', { message: '字'.repeat(63_207) }, { code: 100 }],
    ['a link to this machine', { link: 'http://127.0.0.1/a' }, { code: 1609005 }],
    ['a link to Facebook', { link: 'https://www.facebook.com/a' }, { code: 1609008 }],
    ['no link', { link: 'nonsense' }, { code: 100 }],
    ['attachments that are no list', { attached_media: '{"a":1}' }, { code: 100 }],
    ['a foreign photo', { attached_media: '[{"media_fbid":"1"}]' }, { code: 100 }],
    ['an unknown draft type', { message: 'x', ...draft, unpublished_content_type: 'SECRET' }, { code: 100 }],
  ])('is refused for %s', async (_name, params, error) => {
    expect((await make(params as Record<string, string>)).error).toMatchObject(error);
    expect(await feed()).toEqual([]);
  });

  it('takes the longest text there may be, in any script', async () => {
    expect(await make({ message: '字'.repeat(63_206) })).toMatchObject({ id: expect.any(String) });
  });

  it.each([
    ['the permission to publish', { scopes: ['pages_show_list', 'pages_read_engagement'] }, 200],
    ['the task to create content', { tasks: ['ANALYZE'] }, 200],
  ])('needs %s', async (_name, request, code) => {
    const other = await sandbox.page(request);
    const answer = await other.post(`/${other.channelId}/feed`, { message: 'x' });
    expect(answer).toMatchObject({ status: 403, body: { error: { code, type: 'OAuthException' } } });
  });

  it('needs the token of its own page', async () => {
    const other: PageGrant = await sandbox.page();
    const { id } = await make({ message: 'Mine' });
    for (const answer of [
      await other.get(`/${id}`),
      await other.remove(`/${id}`),
      await other.post(`/${page.channelId}/feed`, { message: 'x' }),
    ])
      expect(answer.body.error).toMatchObject({ code: 100, error_subcode: 33 });
    const asUser = await sandbox.graph('POST', `/${page.channelId}/feed`, page.refreshToken, { message: 'x' });
    expect(asUser.body.error.code).toBe(210);
  });

  it('is shown on the pages of the sandbox, with its photo', async () => {
    const { id, post_id: postId } = (await page.post(`/${page.channelId}/photos`, { source: jpeg(), message: 'A <b>' }))
      .body;
    const shown = await fetch(`${sandbox.url}/facebook/posts/${postId}`);
    expect(await shown.text()).toContain(`<img src="/facebook/media/${id}" alt="A &#60;b&#62;" />`);
    expect((await fetch(`${sandbox.url}/facebook/media/${id}`)).headers.get('content-type')).toBe('image/jpeg');
    expect(await (await fetch(`${sandbox.url}/facebook/channels/${page.channelId}`)).text()).toContain('A &#60;b&#62;');
  });
});

describe('Photos on a Facebook page', () => {
  const sandbox = useFacebookSandbox();
  const page = useEach(async () => sandbox.page());
  const send = async (params: Record<string, string | Buffer>) =>
    (await page.post(`/${page.channelId}/photos`, params)).body;
  const unseen = async (): Promise<string> => (await send({ source: jpeg(), ...draft })).id;

  it('are shown by a post that attaches them, in either form, and only once', async () => {
    const ids = [await unseen(), await unseen()];
    const list = JSON.stringify(ids.map((id) => ({ media_fbid: id })));
    const { id } = (await page.post(`/${page.channelId}/feed`, { message: 'Two', attached_media: list, ...draft }))
      .body;
    expect(
      (await page.get(`/${id}`, { fields: 'attachments{subattachments}' })).body.attachments.data[0],
    ).toMatchObject({
      type: 'album',
      subattachments: { data: ids.map((photo) => ({ target: { id: photo } })) },
    });
    const again = await page.post(`/${page.channelId}/feed`, { 'attached_media[0]': `{"media_fbid":"${ids[0]}"}` });
    expect(again.body.error).toMatchObject({ code: 100, error_subcode: 1366051 });
    const third = `{"media_fbid":"${await unseen()}"}`;
    expect((await page.post(`/${page.channelId}/feed`, { 'attached_media[0]': third })).status).toBe(200);
  });

  it('are published with a post of their own', async () => {
    expect(await send({ source: png(), caption: 'A picture' })).toEqual({
      id: expect.stringMatching(/^\d+$/),
      post_id: expect.stringMatching(/^\d+_\d+$/),
    });
    expect((await page.get(`/${page.channelId}/photos`)).body.data).toMatchObject([{ name: 'A picture' }]);
  });

  it('become stories', async () => {
    const photoId = await unseen();
    const { success, post_id: postId } = (await page.post(`/${page.channelId}/photo_stories`, { photo_id: photoId }))
      .body;
    expect({ success, postId }).toEqual({ success: true, postId: expect.stringMatching(/^\d+$/) });
    const stories = async () => (await page.get(`/${page.channelId}/stories`)).body.data;
    expect(await stories()).toMatchObject([
      {
        post_id: postId,
        status: 'PUBLISHED',
        media_type: 'photo',
        media_id: photoId,
        creation_time: expect.stringMatching(/^\d+$/),
      },
    ]);
    expect((await page.post(`/${page.channelId}/photo_stories`, { photo_id: photoId })).body.error.error_subcode).toBe(
      1366051,
    );
    await sandbox.control('POST', '/settings', { clockSkewMs: 86_400_000 });
    expect(await stories()).toMatchObject([{ status: 'ARCHIVED' }]);
  });

  it('are known in the record of a story by the comment in their files, for a story has no text', async () => {
    const { id } = await send({ source: commentedPhoto(jpeg(), 'Wish you were here'), ...draft });
    expect((await sandbox.facebookState()).photos).toMatchObject([{ id, comment: 'Wish you were here' }]);
    await page.post(`/${page.channelId}/photo_stories`, { photo_id: id });
    await page.post(`/${page.channelId}/photo_stories`, { photo_id: await unseen() });
    const effects = (await sandbox.calls()).flatMap(({ effect }) => effect ?? []);
    expect(effects.map(({ title }: Json) => title)).toEqual(['Wish you were here', '']);
  });

  it.each([
    ['no file', {}, { code: 324 }],
    ['no image', { source: Buffer.from('text of a page') }, { code: 324 }],
    ['a GIF', { source: gif() }, { code: 100, error_subcode: 1366046 }],
    ['more than 4 MiB', { source: jpeg(4 * 1024 * 1024 + 1) }, { code: 100, error_subcode: 1366046 }],
    ['an address', { url: 'https://example.com/a.jpg' }, { code: 100 }],
  ])('are refused for %s', async (_name, params, error) => {
    expect((await send(params)).error).toMatchObject(error);
  });

  it('that are temporary are gone a day later unless a post shows them', async () => {
    const { id } = await send({ source: jpeg(), ...draft, temporary: 'true' });
    expect((await page.get(`/${id}`)).status).toBe(200);
    await sandbox.control('POST', '/settings', { clockSkewMs: 86_400_000 });
    expect((await page.get(`/${id}`)).body.error.code).toBe(100);
  });

  it('are removed', async () => {
    const id = await unseen();
    expect((await page.remove(`/${id}`)).body).toEqual({ success: true });
    expect((await page.get(`/${id}`)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
  });
});
