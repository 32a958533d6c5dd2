import type { Page } from 'playwright-core';
import { faultsOf, overhangOf, tabTo } from '../consoleReader';
import { choose, unfold, useComposing } from './composing';

const { buildPublisher, open } = useComposing();
const creation = '**/api/v1/console/assignments';

async function chooseBoth(page: Page, type: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await page.getByText('Type for Facebook').waitFor();
  await page.getByText('Type for YouTube').waitFor();
  await choose(page, type);
  await page.getByLabel('Title').waitFor();
}

const problems = async (page: Page) =>
  page.getByRole('region', { name: 'Review' }).getByRole('listitem').allInnerTexts();

it.each(['light', 'dark'] as const)('fits one screen of 1440 × 900 with all parts folded, %s', async (colorScheme) => {
  const { page, button } = await open(await buildPublisher(), { colorScheme });
  await chooseBoth(page, 'Video');
  await page.getByText('Not ready yet:').waitFor();
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  expect(height).toBeLessThanOrEqual(900);
  for (const name of ['Publish to 2 channels', /^Facebook .*None set$/, /^YouTube .*None set$/, 'Developer options'])
    expect((await button(name).boundingBox())!.y).toBeLessThan(870);
  expect([await faultsOf(page), await overhangOf(page)]).toEqual([[], 0]);
});

it('a text typed once fills all channels until one has its own, and that one takes the common text again', async () => {
  const { page, button } = await open(await buildPublisher());
  await chooseBoth(page, 'Video');
  await page.getByLabel('Or enter a URL').fill('https://media.example/cliffs.mp4');
  await page.getByLabel('Title').fill('Cliffs');
  await page.getByLabel('Description').fill('At dusk');
  await unfold(page, 'Facebook');
  const facebook = page.getByRole('region', { name: 'Facebook' });
  const own = facebook.getByLabel('Title');
  expect(await own.inputValue()).toBe('Cliffs');
  await own.fill('Cliffs of the Page');
  await facebook.getByLabel('Description').fill('');
  await button(/^Facebook .*2 set$/).waitFor();
  const common = page.getByLabel('Title').first();
  await common.fill('Cliffs at dusk');
  expect(await own.inputValue()).toBe('Cliffs of the Page');
  expect(await faultsOf(page)).toEqual([]);
  // The draft keeps which text is whose.
  await page.reload();
  await page.locator('button:enabled', { hasText: 'Publish to 2 channels' }).waitFor();
  const sent: unknown[] = [];
  await page.route(creation, async (route) => {
    sent.push(route.request().postDataJSON().payload);
    await route.fulfill({ status: 500, body: '{}' });
  });
  await button('Publish to 2 channels').click();
  await page.getByRole('region', { name: 'Results' }).waitFor();
  await page.locator('button:enabled', { hasText: 'Publish to 2 channels' }).waitFor();
  expect(sent).toHaveLength(2);
  expect(sent).toEqual(
    expect.arrayContaining([{ title: 'Cliffs of the Page' }, { title: 'Cliffs at dusk', description: 'At dusk' }]),
  );

  await unfold(page, 'Facebook');
  await button('Use the common title').click();
  expect(await own.inputValue()).toBe('Cliffs at dusk');
  await button('Use the common description').click();
  await button(/^Facebook .*None set$/).waitFor();
  expect(await facebook.getByLabel('Description').inputValue()).toBe('At dusk');
});

it('what is missing is said beside its field, and once in the order of the page, where each leads to its field', async () => {
  const { page } = await open(await buildPublisher());
  expect(await problems(page)).toEqual(['Select a channel']);
  await page.getByText('Missing. Select at least one channel').waitFor();
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await page.getByText('Type for Facebook').waitFor();
  await page.getByText('Type for YouTube').waitFor();
  expect((await problems(page)).toSorted()).toEqual(['Facebook: select a type', 'YouTube: select a type']);
  await page.getByRole('radiogroup', { name: 'Type for YouTube' }).getByText('Video', { exact: true }).click();
  await page.getByRole('radiogroup', { name: 'Type for Facebook' }).getByText('Link', { exact: true }).click();
  await page.getByText('Media is required').waitFor();
  await page.getByText('Link is required').waitFor();
  expect(await problems(page)).toEqual(['Media is required', 'Title is required', 'Facebook: Link is required']);
  await page.getByText('Missing.').nth(2).waitFor();
  expect(await page.getByText('Missing.').count()).toBe(3);
  expect(await faultsOf(page)).toEqual([]);

  // The part is closed, and far from the list.
  await page.getByRole('button', { name: /^Facebook .*set$/ }).click();
  await tabTo(page, 'Title is required');
  await page.keyboard.press('Enter');
  await page.locator('input[name=title]:focus').waitFor();
  await tabTo(page, 'Facebook: Link is required');
  await page.keyboard.press('Enter');
  await page.locator('input[name=link]:focus').waitFor();
  await page.keyboard.type('https://media.example/page');
  await page.getByText('Facebook: Link is required').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Facebook .*1 set$/ }).waitFor();
  await page.getByRole('button', { name: 'Media is required' }).click();
  await page.locator('button:focus', { hasText: 'Choose file' }).waitFor();
});
