import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { photoBytes, videoBytes } from '../../support/media/media';
import { root } from '../../support/programs';
import { film } from '../../support/runs/publishing';
import { useTempDir } from '../../support/tempDir';
import { until } from '../../support/until';
import { choose, useComposing } from './composing';
import { consoleUrl, faultsOf, overhangOf } from '../consoleReader';

/** Programs call the API below a path of another host, whose proxy takes that path away; the page does not. */
const baseUrl = 'https://programs.example/cds';
const { buildPublisher, open } = useComposing({ baseUrl });
const folder = useTempDir();

const narrow = { viewport: { width: 390, height: 844 } };

it('an upload goes on after a reload where it was, and the draft is still there', async () => {
  const user = await buildPublisher();
  const { page } = await open(user, narrow);
  const path = folder.at('coast.mp4');
  writeFileSync(path, videoBytes(12_000_000));
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await choose(page, 'Short');
  await page.getByLabel('Title').fill('Half way');
  const offsets: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset']!);
  });
  await page.route('**/upload-sessions/*', async (route) => {
    const { 'upload-offset': offset } = route.request().headers();
    if (offset === undefined || offset === '0') await route.continue();
  });
  await page.locator('input[type=file]').setInputFiles(path);
  await until(() => offsets.length === 2);
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();

  await page.getByText('coast.mp4: 8.4 MB of 12.0 MB uploaded. Choose the same file to continue.').waitFor();
  await page.unroute('**/upload-sessions/*');
  expect(await page.getByLabel('Title').inputValue()).toBe('Half way');
  expect(await faultsOf(page)).toEqual([]);
  expect(await overhangOf(page)).toBe(0);
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText('coast.mp4 is uploaded').waitFor();
  expect(offsets).toEqual(['0', '8388608', '8388608']);
});

it('an upload goes on while the types of another platform are read, and after they could not be', async () => {
  const { page, button } = await open(await buildPublisher(), narrow);
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await choose(page, 'Video');
  await page.getByLabel('Title').fill('Meanwhile');
  const sent: Route[] = [];
  await page.route('**/upload-sessions/*', async (route) => {
    if (route.request().method() === 'PATCH') sent.push(route);
    else await route.continue();
  });
  await page.locator('input[type=file]').setInputFiles({ name: 'coast.mp4', mimeType: 'video/mp4', buffer: film });
  await until(() => sent.length === 1);
  const upload = page.getByRole('progressbar', { name: 'Upload progress' });
  const facebook = page.getByRole('region', { name: 'Facebook' });
  const asked: Route[] = [];
  await page.route('**/facebook/capabilities', (route) => void asked.push(route));
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await until(() => asked.length === 1);
  expect(await upload.count()).toBe(1);
  await facebook.getByRole('status', { name: 'Loading' }).waitFor();
  await asked[0]!.fulfill({ status: 500, json: { error: 'INTERNAL', message: 'A fault.' } });
  await facebook.getByRole('alert').waitFor();
  expect(await upload.count()).toBe(1);
  expect(await page.getByLabel('Title').inputValue()).toBe('Meanwhile');
  expect(await faultsOf(page)).toEqual([]);
  expect(await overhangOf(page)).toBe(0);

  await page.unroute('**/facebook/capabilities');
  await button('Try again').click();
  await page.getByText('Type for Facebook').waitFor();
  await sent[0]!.continue();
  await page.getByText('coast.mp4 is uploaded').waitFor();
  expect(sent).toHaveLength(1);
  expect(await page.getByText('Type for Facebook').count()).toBe(1);
});

it('a file is sent to where the page is, wherever programs call the API', async () => {
  const { page, asked } = await open(await buildPublisher());
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await choose(page, 'Video');
  await page.locator('input[type=file]').setInputFiles({ name: 'dunes.mp4', mimeType: 'video/mp4', buffer: film });
  await page.getByText('dunes.mp4 is uploaded').waitFor();
  const sent = asked.filter((url) => url.includes('upload-sessions'));
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.filter((url) => !url.startsWith(`${consoleUrl}/api/v1/console/`))).toEqual([]);
});

/** Notes the news of an upload that a screen reader reads out. */
const noteNews = `window.announced = [];
new MutationObserver(() => {
  for (const { textContent } of document.querySelectorAll('[role=status]'))
    if (textContent.endsWith('% uploaded') && textContent !== announced.at(-1)) announced.push(textContent);
}).observe(document.body, { childList: true, subtree: true, characterData: true })`;

it('the progress of an upload is read out in quarters, not byte by byte', async () => {
  const { page } = await open(await buildPublisher(), narrow);
  const path = folder.at('cliffs.mp4');
  writeFileSync(path, videoBytes(4 * 8 * 1024 * 1024));
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await choose(page, 'Video');
  await page.evaluate(noteNews);
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText('cliffs.mp4 is uploaded').waitFor();
  const quarters = [25, 50, 75, 100];
  expect(await page.evaluate('announced')).toEqual(quarters.map((share) => `${share}% uploaded`));
});

it('a file that does not fit is refused before a byte of it is sent', async () => {
  const { page, asked } = await open(await buildPublisher(), narrow);
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Photo');
  await page.locator('input[type=file]').setInputFiles({ name: 'coast.mp4', mimeType: 'video/mp4', buffer: film });
  await page.getByText('Files of type video/mp4 are not supported for this post.').waitFor();
  expect(asked.filter((url) => url.includes('upload-sessions'))).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
});

it('a file is judged by its first bytes, whatever the browser calls it', async () => {
  const { page } = await open(await buildPublisher(), narrow);
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await choose(page, 'Video');
  const chooseFile = async (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await chooseFile('coast.mp4', 'video/mp4', photoBytes(20_000));
  await page.getByText('Files of type image/jpeg are not supported for this post.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await chooseFile('00017.MTS', '', readFileSync(join(root, 'test', 'media', 'files', 'camera.MTS')));
  await page.getByText('00017.MTS is uploaded').waitFor();
});

/** A user drags a file from elsewhere to this place. */
async function drop(page: Page, place: string, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${film.toString('base64')}'), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], '${name}', { type: 'video/mp4' }));
    return transfer;
  })()`);
  await page.getByText(place).dispatchEvent('drop', { dataTransfer });
}

it('a file is dropped, given back and taken again; what is no longer wanted is removed', async () => {
  const { page, button } = await open(await buildPublisher());
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await choose(page, 'Video');
  await drop(page, 'Drop a file here, or', 'dunes.mp4');
  await page.getByText('dunes.mp4 is uploaded').waitFor();
  await button('Replace').click();
  await page.getByText('dunes.mp4 is uploaded.').waitFor();
  await button('Use file').click();
  await page.getByText('dunes.mp4 is uploaded').waitFor();
  await button('Replace').click();
  await button('Remove dunes.mp4').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('dunes.mp4 is uploaded.').waitFor({ state: 'detached' });

  const path = folder.at('stopped.mp4');
  writeFileSync(path, film);
  const chooseFile = async () => page.locator('input[type=file]').setInputFiles(path);
  const isOffered = async () =>
    page.getByText('stopped.mp4: 0 B of 614 kB uploaded. Choose the same file to continue.').waitFor();
  let isStopped = false;
  const openOnceStopped = async (route: Route) => {
    await until(() => isStopped);
    await route.continue();
  };
  await page.route('**/upload-sessions', openOnceStopped, { times: 1 });
  await chooseFile();
  await button('Stop').click();
  await button('Stop').waitFor({ state: 'detached' });
  isStopped = true;
  await isOffered();

  await page.route('**/upload-sessions/*', async (route) => {
    if (route.request().method() !== 'PATCH') await route.continue();
  });
  const isSending = page.waitForRequest((request) => request.method() === 'PATCH');
  await chooseFile();
  await isSending;
  await button('Stop').click();
  await isOffered();
  await page.unroute('**/upload-sessions/*');
  expect(await page.locator('input[type=file]').count()).toBe(1);
});

it('an upload that runs is offered in no other field of the form', async () => {
  const { page, button } = await open(await buildPublisher());
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await page.getByText('Type for Facebook').waitFor();
  await page.getByText('Type for YouTube').waitFor();
  await choose(page, 'Video');
  await choose(page, 'Carousel');
  const inputs = page.locator('input[type=file]');
  await inputs.nth(1).waitFor({ state: 'attached' });
  const sent: Route[] = [];
  await page.route('**/upload-sessions/*', async (route) => {
    if (route.request().method() === 'PATCH') sent.push(route);
    else await route.continue();
  });
  await inputs.first().setInputFiles({ name: 'coast.mp4', mimeType: 'video/mp4', buffer: film });
  await until(() => sent.length === 1);
  const isRead = page.waitForResponse((response) => response.request().method() === 'GET');
  // As when a user comes back to this tab.
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await isRead;
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  expect(await button('Remove coast.mp4').count()).toBe(0);
  await sent[0]!.continue();
  await page.getByText('coast.mp4 is uploaded').waitFor();
});

it('the photos of a carousel are shown with their limits, added as files and addresses, and removed; all can be begun anew', async () => {
  const { page, button } = await open(await buildPublisher(), narrow);
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Carousel');
  await page.getByText('Image: JPEG, PNG, up to 4.2 MB').waitFor();
  await page.getByLabel('Photos').fill('https://media.example/cliffs.png');
  await page.getByLabel('Photos').press('Enter');
  await page.getByText('1. https://media.example/cliffs.png').waitFor();
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'coast.mp4', mimeType: 'video/mp4', buffer: film });
  await page.getByText('Files of type video/mp4 are not supported for this post.').waitFor();
  await input.setInputFiles({ name: 'dunes.jpg', mimeType: 'image/jpeg', buffer: photoBytes(1000) });
  await page.getByText('2. dunes.jpg').waitFor();
  // With one photo it may not be published. The button is disabled from that judgement to the next, and so has less contrast.
  await page.getByText('Ready to publish.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await overhangOf(page)).toBe(0);
  await button('Remove https://media.example/cliffs.png').click();
  await page.getByText('1. dunes.jpg').waitFor();
  await button('Remove dunes.jpg').click();
  await button('Use file').click();
  await page.getByText('1. dunes.jpg').waitFor();

  const question = page.getByRole('dialog');
  await button('Start over').click();
  await question.getByRole('button', { name: 'Go back' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByText('1. dunes.jpg').waitFor();
  await button('Start over').click();
  await question.getByRole('button', { name: 'Start over' }).click();
  await page.getByText('1. dunes.jpg').waitFor({ state: 'detached' });
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});
