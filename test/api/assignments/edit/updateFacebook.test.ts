import { useFacebookSandbox } from '../../../support/platforms/facebookSandbox';
import type { PageGrant } from '../../../support/platforms/facebookSandbox';
import { startApp } from '../../../support/callers/app';
import { startOperating } from '../../../support/runs/operating';
import { use, useEach } from '../../../support/use';

const sandbox = useFacebookSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));
const page = useEach(async () => openPage());

/** A caller with a page of Facebook. */
async function openPage() {
  const grant: PageGrant = await sandbox.page();
  return { grant, ...(await startOperating(app, { grant, connection: { platform: 'facebook' } })) };
}

/** A public post of the page, and its assignment. */
async function published(type: 'text' | 'link' | 'story', payload: Record<string, string>) {
  const { body } = await page.grant.post(`/${page.grant.channelId}/feed`, { message: 'As it was', ...payload });
  const id = await page.make('published', { platform: 'facebook', type, payload, platformPostId: body.id });
  await app.database.query('UPDATE assignments SET platform_post_id = $2 WHERE id = $1', [id, body.id]);
  app.forget();
  const message = async () => (await page.grant.get(`/${body.id}`, { fields: 'message' })).body.message;
  const update = async (change: object) =>
    page.call('PATCH', `/api/v1/assignments/${id}`, { body: { updatePublished: true, payload: change } });
  return { id, postId: body.id, message, update, credits: async () => (await page.credits(id)).slice(2) };
}

const writes = async (postId: string) =>
  (await sandbox.calls()).filter(({ method, path }) => method === 'POST' && path.endsWith(`/${postId}`));

it('a text is changed on the page before the answer, for one credit', async () => {
  const { id, message, update, credits } = await published('text', { message: 'As it was' });
  const { status, body, headers } = await update({ message: 'As it is' });
  expect([status, body.payload]).toEqual([200, { message: 'As it is' }]);
  expect(headers.get('x-credits-used')).toBe('1');
  expect([await message(), (await page.row(id)).payload]).toEqual(['As it is', { message: 'As it is' }]);
  expect(await credits()).toEqual(['hold', 'charge']);
});

it('a change without an answer is looked for, and made once', async () => {
  const { postId, message, update, credits } = await published('text', { message: 'As it was' });
  await sandbox.control('POST', '/faults', { on: { method: 'POST', path: '/v27.0/*' }, do: { loseAnswer: true } });
  expect((await update({ message: 'As it is' })).status).toBe(200);
  expect([await message(), (await writes(postId)).length]).toEqual(['As it is', 1]);
  expect(await credits()).toEqual(['hold', 'charge']);
});

it('a field that Facebook does not let be changed is 400 with another value, and no change with the same', async () => {
  const link = 'https://example.com/article';
  const { id, postId, message, update, credits } = await published('link', { link, message: 'As it was' });
  const before = await page.all(id);
  expect(await update({ link: 'https://example.com/other', message: 'As it is' })).toMatchObject({
    status: 400,
    body: { details: { 'payload.link': [expect.stringContaining('once the post is published')] } },
  });
  expect([await page.all(id), await writes(postId), await credits()]).toEqual([before, [], []]);
  expect((await update({ link, message: 'As it is' })).status).toBe(200);
  expect(await message()).toBe('As it is');
});

it('a post that is gone is a conflict, for nothing', async () => {
  const { postId, update, credits } = await published('text', { message: 'As it was' });
  await page.grant.remove(`/${postId}`);
  expect(await update({ message: 'As it is' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('no longer has') as string },
  });
  expect(await credits()).toEqual(['hold', 'release']);
});

it('a story is a conflict: nothing of it can be changed', async () => {
  const { postId, update } = await published('story', {});
  expect(await update({})).toMatchObject({
    status: 409,
    body: { message: 'Facebook does not let a published Story be changed.' },
  });
  expect(await writes(postId)).toEqual([]);
});
