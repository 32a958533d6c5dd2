import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/programs';
import { clippedOf, faultsOf, overhangOf } from '../consoleReader';
import { choose, useComposing } from './composing';

const { buildPublisher, open } = useComposing();
const readFile = (name: string) => readFileSync(join(root, 'test', 'media', 'files', name));
const title = 'Walking the coast path from the harbour to the lighthouse and back at low tide';
const text = ['We start at the old boathouse.', '', 'Then the path climbs.', 'The map is at the end.', 'Five', 'Six'];

it.each([
  ['light', 1440],
  ['dark', 390],
] as const)(
  'each type has the look of its platform, and shows where texts are cut: %s, %d px',
  async (colorScheme, width) => {
    const { page } = await open(await buildPublisher(), { colorScheme, viewport: { width, height: 900 } });
    const preview = page.getByRole('region', { name: 'Preview' });
    const looks = async () =>
      expect([await faultsOf(page), await overhangOf(page), await clippedOf(page)]).toEqual([[], 0, []]);
    await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
    await choose(page, 'Video');
    const film = { name: 'coast.webm', mimeType: 'video/webm', buffer: readFile('vp8.webm') };
    await page.locator('input[type=file]').setInputFiles(film);
    await page.getByText('coast.webm is uploaded').waitFor();
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Description').fill(text.join('\n'));
    expect(await preview.locator('video').first().getAttribute('src')).toMatch(/^blob:/);
    await preview.getByText('Behind “...more”:').waitFor();
    await preview.getByText('The map is at the end.').waitFor();
    await preview.getByText('Cut off:').waitFor();
    await preview.getByText('low tide', { exact: true }).waitFor();
    await page.getByText('Ready to publish.').waitFor();
    await looks();
    await choose(page, 'Short');
    await preview.getByText('and back at low tide', { exact: true }).waitFor();

    await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).uncheck();
    await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
    for (const type of ['Video', 'Reel']) {
      await choose(page, type);
      await preview.getByText('Behind “See more”:').waitFor();
      await preview.getByText('Six').waitFor();
    }
    await looks();
    await choose(page, 'Story');
    await preview.getByText('Field Notes Page').waitFor();
    expect(await preview.getByText('Six').count()).toBe(0);
    await choose(page, 'Link');
    await page.locator('input[name=link]').fill('https://media.example/page');
    await preview.getByText('media.example').waitFor();
    await choose(page, 'Carousel');
    const photo = { name: 'cliffs.jpg', mimeType: 'image/jpeg', buffer: readFile('photo.jpg') };
    await page.locator('input[type=file]').setInputFiles(photo);
    await preview.getByAltText('cliffs.jpg').waitFor();
    for (let place = 2; place <= 7; place += 1) {
      await page.getByLabel('Photos').fill(`https://media.example/${place}.jpg`);
      await page.getByLabel('Photos').press('Enter');
    }
    await preview.getByText('+2').waitFor();
    await looks();
  },
);
