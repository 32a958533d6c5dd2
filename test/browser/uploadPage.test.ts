import { readFileSync, writeFileSync } from 'node:fs';
import type { Route } from 'playwright-core';
import { useApp } from '../support/callers/app';
import { buildMcpGrant } from '../support/build/mcpGrant';
import { buildCaller } from '../support/callers/caller';
import type { Json } from '../support/actors';
import { callTool } from '../support/callers/mcp';
import { photoBytes, videoBytes } from '../support/media/media';
import { useTempDir } from '../support/tempDir';
import { until } from '../support/until';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { expectGoodPage, sitDown } from './reader';
import type { Reader } from './reader';

const app = useApp();
const caller = use(async () => buildCaller(app));
const grant = use(async () => buildMcpGrant(caller));
const chromium = use(async () => launchChromium({}));
const stopping = useStopping();
const folder = useTempDir();

const film = { name: 'coast.mp4', mimeType: 'video/mp4', buffer: videoBytes(20 * 1024 ** 2) };
const title = 'Send a file';

async function open(given: Json = {}): Promise<Json> {
  const file = { fileName: film.name, mediaContentType: film.mimeType, mediaSizeBytes: film.buffer.length, ...given };
  return (await callTool(app, grant.accessToken, 'create_upload', file)).structured;
}
const stand = async ({ uploadId }: Json): Promise<Json> =>
  (await callTool(app, grant.accessToken, 'get_upload', { uploadId })).structured;

async function readerAt({ pageUrl }: Json): Promise<Reader> {
  const one = await sitDown(chromium, { viewport: { width: 390, height: 844 } });
  stopping(one.context);
  // From now on Chromium gives each choice of files to the test: to ask for one choice may come too late for it.
  one.page.on('filechooser', () => undefined);
  await one.visit(pageUrl.replace(app.deps.config.baseUrl, app.url));
  return one;
}

/** By keyboard: the field of the file is the first that takes the focus, and Enter opens the choice of files. */
async function choose({ page }: Reader, file: typeof film | string): Promise<void> {
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').getAttribute('id')).toBe('file');
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(file);
}
const arrived = async ({ page }: Reader): Promise<void> =>
  page.getByRole('heading', { name: 'The file has arrived' }).waitFor();

/** Of axe, all its rules. It runs beside the page's own policy. */
async function faultsOf({ page }: Reader): Promise<unknown> {
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

describe('the page of an upload', () => {
  it('takes a file by keyboard, shows how far it is, and says when it is done', async () => {
    const made = await open();
    const one = await readerAt(made);
    await expectGoodPage(one, title);
    let shown = '';
    await one.page.route('**/api/v1/uploads/*', async (route: Route) => {
      if (route.request().headers()['upload-offset'] !== '0')
        shown = `${await one.page.getByRole('status').innerText()} ${await one.page.locator('#bar').getAttribute('value')}`;
      await route.continue();
    });
    await choose(one, film);
    await arrived(one);
    expect(shown).toMatch(/^Sending coast\.mp4: \d+ %/);
    expect(await one.page.getByRole('status').innerText()).toContain('Go back to your assistant');
    expect(await stand(made)).toMatchObject({ status: 'complete', bytesReceived: film.buffer.length });
    expect(one.complaints).toEqual([]);
    expect([...new Set(one.asked.map((url) => new URL(url).origin))]).toEqual([app.url]);
  });

  it('takes a file of another size than the assistant guessed, dropped anywhere on the page', async () => {
    const made = await open({ mediaSizeBytes: 10 });
    const one = await readerAt(made);
    await one.page.evaluate(`{
      const bytes = new Uint8Array(5000);
      bytes.set([0, 0, 0, 24, ...[...'ftypmp42'].map((letter) => letter.charCodeAt(0))]);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], 'other.mp4', { type: 'video/mp4' }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await arrived(one);
    expect(await stand(made)).toMatchObject({ status: 'complete', mediaSizeBytes: 5000 });
  });

  it('goes on by itself after a lost connection, and after a reload with the same file alone', async () => {
    const made = await open();
    const one = await readerAt(made);
    // Files of a disk: each keeps the time of its last change.
    const [own, other] = [folder.at('coast.mp4'), folder.at('other.mp4')];
    writeFileSync(own, film.buffer);
    writeFileSync(other, film.buffer);
    let parts = 0;
    const lose = async (route: Route): Promise<void> => {
      if (route.request().method() === 'PATCH') parts += 1;
      await ([2, 4].includes(parts) && route.request().method() === 'PATCH' ? route.abort() : route.continue());
    };
    await one.page.route('**/api/v1/uploads/*', lose);
    one.page.on('dialog', (dialog) => void dialog.accept());
    await choose(one, own);
    await one.page.getByText('The connection was interrupted at 40 %').waitFor();
    await until(async () => parts >= 3);
    await one.page.reload();
    expect(await one.page.getByRole('status').innerText()).toMatch(
      /^\d+ % of the file has arrived\. Choose the same file/,
    );
    await choose(one, other);
    await one.page.getByText('This is not the file whose beginning has arrived').waitFor();
    await one.page.locator('#file').setInputFiles(own);
    await arrived(one);
    expect(await stand(made)).toMatchObject({ status: 'complete', bytesReceived: film.buffer.length });
  });

  it('says why a file is not taken, and what to do', async () => {
    const one = await readerAt(await open());
    await one.page.locator('#file').setInputFiles({ ...film, buffer: photoBytes(5000) });
    await one.page.getByText('The first bytes are image/jpeg; the upload session is for video/mp4').waitFor();
    expect(await one.page.getByRole('alert').innerText()).toContain('It has ended.');
    await one.page.reload();
    await one.page.getByText('This upload address is over').waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'gives axe nothing to complain of, at any of its stages: %s',
    async (colorScheme) => {
      const made = await open({ mediaSizeBytes: 1000 });
      const one = await readerAt(made);
      await one.page.emulateMedia({ colorScheme });
      expect(await faultsOf(one)).toEqual([]);
      await one.page.locator('#file').setInputFiles({ ...film, buffer: Buffer.alloc(0) });
      await one.page.getByText('This file is empty').waitFor();
      expect(await faultsOf(one)).toEqual([]);
      await one.page.locator('#file').setInputFiles({ ...film, buffer: videoBytes(1000) });
      await arrived(one);
      expect(await faultsOf(one)).toEqual([]);
    },
  );
});
