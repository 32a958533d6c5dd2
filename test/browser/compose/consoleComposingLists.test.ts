import { buildConnection } from '../../support/build/connection';
import { consoleUrl, faultsOf } from '../consoleReader';
import { choose, unfold, useComposing } from './composing';

const { buildPublisher, open } = useComposing();
const creation = '**/api/v1/console/assignments';

it('captions and playlists are lists: each of their items has its own inputs, and can be removed', async () => {
  const { page, button } = await open(await buildPublisher());
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await choose(page, 'Video');
  await page.getByLabel('Title').fill('Cliffs');
  await page.getByLabel('Or enter a URL').fill('https://media.example/cliffs.mp4');
  await unfold(page, 'YouTube');

  const captions = page.getByRole('group', { name: 'Captions', exact: true }).first();
  for (const place of [1, 2]) {
    await captions.getByRole('button', { name: /^Add/ }).click();
    const item = captions.getByRole('group', { name: `Captions ${place}` });
    await item.getByLabel('Language').fill(['en', 'de'][place - 1]!);
    await item.getByLabel('File').fill(`https://media.example/${place}.vtt`);
  }
  expect(await faultsOf(page)).toEqual([]);
  await captions.getByRole('button', { name: 'Remove captions 1' }).click();

  const playlists = page.getByRole('group', { name: 'Playlists', exact: true });
  await playlists.getByRole('button', { name: /^Add/ }).click();
  await playlists.getByLabel('Named by').selectOption('Name');
  await playlists.getByLabel('Name', { exact: true }).fill('Walks');

  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/assignments'));
  await page.route(creation, async (route) => route.fulfill({ status: 500, body: '{}' }));
  await button('Publish').click();
  expect((await sent).postDataJSON().payload).toMatchObject({
    captions: [{ language: 'de', url: 'https://media.example/2.vtt' }],
    playlists: [{ name: 'Walks' }],
  });
  expect(page.url()).toContain(consoleUrl);
});

it('of several channels no playlist is asked for by its id: one of a name is made for each', async () => {
  const user = await buildPublisher();
  await buildConnection(user, { name: 'Field Notes Live' });
  const { page } = await open(user);
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await box('Field Notes').check();
  await choose(page, 'Video');
  await unfold(page, 'YouTube');
  const playlists = page.getByRole('group', { name: 'Playlists', exact: true });
  await playlists.getByRole('button', { name: /^Add/ }).click();
  await playlists.getByLabel('Named by').waitFor();
  await page.getByLabel('Playlist', { exact: true }).waitFor();
  await box('Field Notes Live').check();
  await playlists.getByLabel('Name', { exact: true }).waitFor();
  expect(await playlists.getByLabel('Named by').count()).toBe(0);
  expect(await page.getByLabel('Playlist', { exact: true }).count()).toBe(0);
});
