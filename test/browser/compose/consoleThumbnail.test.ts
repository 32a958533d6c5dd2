import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/programs';
import { UploadSession } from '../../../models/uploads/UploadSession';
import { faultsOf, overhangOf, tabTo } from '../consoleReader';
import { choose, unfold, useComposing } from './composing';

const { buildPublisher, open } = useComposing();
const film = readFileSync(join(root, 'test', 'media', 'files', 'vp8.webm'));

it('the thumbnail is a frame of the video, by the keyboard, or a picture file', async () => {
  const { page, button } = await open(await buildPublisher(), { viewport: { width: 390, height: 844 } });
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await choose(page, 'Video');
  await page.locator('input[type=file]').setInputFiles({ name: 'coast.webm', mimeType: 'video/webm', buffer: film });
  await page.getByText('coast.webm is uploaded').waitFor();
  await page.getByLabel('Title').fill('Cliffs');
  await unfold(page, 'YouTube');
  const thumbnail = page.getByRole('group', { name: 'Thumbnail' });
  await thumbnail.getByRole('button', { name: 'Use a frame of the video' }).press('Enter');
  const time = thumbnail.getByRole('slider', { name: /^Frame at/ });
  await thumbnail.locator('input[type=range]:enabled').waitFor();
  await time.focus();
  for (let count = 0; count < 5; count += 1) await page.keyboard.press('ArrowRight');
  expect(await time.inputValue()).toBe('0.5');
  expect([await faultsOf(page), await overhangOf(page)]).toEqual([[], 0]);
  await tabTo(page, 'Use this frame');
  await page.keyboard.press('Enter');
  await thumbnail.getByText('frame-0-01.jpg is the thumbnail').or(thumbnail.getByText('frame-0-00.jpg')).waitFor();
  expect(await thumbnail.locator('img').getAttribute('src')).toMatch(/^blob:/);
  expect(await faultsOf(page)).toEqual([]);
  const [frame] = await UploadSession.findAll({ order: [['createdAt', 'DESC']], limit: 1 });
  expect(frame).toMatchObject({ mediaContentType: 'image/jpeg', status: 'complete' });

  await button('Remove thumbnail').click();
  const input = thumbnail.locator('input[type=file]');
  await input.setInputFiles({ name: 'coast.webm', mimeType: 'video/webm', buffer: film });
  await thumbnail.getByText('A thumbnail is a JPEG or PNG file.').waitFor();
  const buffer = readFileSync(join(root, 'test', 'media', 'files', 'photo.jpg'));
  await input.setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer });
  await thumbnail.getByText('cover.jpg is the thumbnail').waitFor();
  await page.getByRole('region', { name: 'Preview' }).getByAltText('Thumbnail').waitFor();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/assignments'));
  await page.route('**/api/v1/console/assignments', async (route) => route.fulfill({ status: 500, body: '{}' }));
  await button('Publish').click();
  expect((await sent).postDataJSON().payload).toEqual({
    title: 'Cliffs',
    thumbnailUrl: expect.stringContaining('/assignment-upload-sessions/'),
  });
});

it('of a video by its address no frame is taken, and nothing of it is fetched', async () => {
  const { page, asked } = await open(await buildPublisher());
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await choose(page, 'Video');
  await page.getByLabel('Or enter a URL').fill('https://media.example/cliffs.mp4');
  await unfold(page, 'YouTube');
  await page.getByText('Frames can be taken from a video that you have chosen as a file on this page.').waitFor();
  await page.getByRole('region', { name: 'Preview' }).getByText('media.example').first().waitFor();
  expect(asked.filter((url) => url.includes('media.example'))).toEqual([]);
});
