import { film } from '../support/publishing';
import { useConnecting } from '../support/connecting';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { consoleUrl, openConsole, service } from './consoleReader';

const connecting = useConnecting({}, { consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(connecting.app.url).host }));
const stopping = useStopping();

it('somebody new registers, connects a channel, composes a video with its file, and sees it published', async () => {
  const reader = await openConsole(chromium);
  stopping(reader.context);
  const { page } = reader;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const heading = async (name: string) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();

  await reader.visit(`${consoleUrl}/connections`);
  await heading('Log in');
  await link('Register').click();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada.of.the.story@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
  await button('Register').click();
  await heading('Connections');

  await button('Connect a channel').first().click();
  await page.getByRole('menuitem', { name: 'YouTube' }).click();
  await link('Olive One').click();
  await button('Allow').click();
  await heading('The channel is connected');

  await link('Compose a post').click();
  await page.getByText('Video', { exact: true }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'coast.mp4', mimeType: 'video/mp4', buffer: film });
  await page.getByText('coast.mp4 is uploaded').waitFor();
  await page.getByLabel('Title').fill('Walking the coast path');
  await page.getByText('It can be published.').waitFor();
  await button('Publish').click();

  await heading('Walking the coast path');
  await link('See the post').waitFor();
  const steps = await page.locator('.mantine-Timeline-itemTitle').allInnerTexts();
  expect(steps).toEqual(['Pending', 'Uploading', 'Uploaded', 'Processing', 'Published']);

  const elsewhere = reader.asked.filter(
    (url) => ![consoleUrl, connecting.sandbox.youtubeUrl].includes(new URL(url).origin) && !url.startsWith('blob:'),
  );
  expect(elsewhere).toEqual([]);
  const token = await page.evaluate<string>("JSON.parse(sessionStorage.getItem('session')).token");
  expect([...reader.asked, ...reader.stood].join(' ')).not.toContain(token);
  expect(reader.complaints).toEqual([]);
});
