import { readFileSync } from 'node:fs';
import type { Json } from '../../support/actors';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { startApp } from '../../support/callers/app';
import { buildCaller } from '../../support/callers/caller';
import { handOn } from '../../support/callers/reachableApp';
import { photoBytes, videoBytes } from '../../support/media/media';
import { pngOf } from '../../support/media/pictures';
import { startMediaSource } from '../../support/servers/mediaSource';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { useViewHost } from './viewHost';
import type { ShownView } from './viewHost';

/** contract.md §9: the views of tools (MCP Apps), in a client of the official library. */

const media = use(async () => startMediaSource());
const place = { url: '' };
const front = use(async () => handOn(() => place.url));
const app = use(async () => {
  const config = { baseUrl: front.url, outboundAllow: parseOutboundAllow(`127.0.0.1:${media.port}`) };
  const started = await startApp(config);
  place.url = started.url;
  return started;
});
const caller = use(async () => buildCaller(app, { credits: 100, connection: { platform: 'facebook' } }));
const grant = use(async () => buildMcpGrant(caller, { resource: `${front.url}/_mcp` }));
const chromium = use(async () => launchChromium({}));
const show = useViewHost(app, chromium, () => grant.accessToken);
const stopping = useStopping();

const film = { name: 'coast.mp4', mimeType: 'video/mp4', buffer: videoBytes(9 * 1024 ** 2) };
const upload = {
  tool: 'create_upload',
  given: { fileName: film.name, mediaContentType: film.mimeType, mediaSizeBytes: 1000 },
};
const choose = async ({ frame }: ShownView, file: typeof film): Promise<void> =>
  frame.locator('#file').setInputFiles(file);
const expectTitle = async ({ frame }: ShownView, title: string): Promise<void> => {
  await frame.getByRole('heading', { name: title }).waitFor();
};
const expectWords = async ({ frame }: ShownView, words: string): Promise<void> => frame.getByText(words).waitFor();

async function showing(view: Parameters<typeof show>[0]) {
  const shown = await show(view);
  stopping(shown);
  return shown;
}

/** Of axe, all its rules for content: the page around the view is the client's. */
async function faultsOf({ page }: ShownView): Promise<unknown> {
  const frame = page.frames()[1]!;
  await frame.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await frame.evaluate<{ violations: { id: string }[] }>('axe.run()');
  return found.violations.map(({ id }) => id);
}

describe('the view of an upload', () => {
  it('takes the file in the conversation, and tells the assistant that it is there', async () => {
    const view = await showing(upload);
    await expectTitle(view, 'Your assistant waits for coast.mp4');
    expect(await faultsOf(view)).toEqual([]);
    await choose(view, film);
    await expectTitle(view, 'coast.mp4 has arrived');
    const { uploadId } = view.result.structuredContent;
    expect(view.said).toEqual([`The file coast.mp4 has arrived (uploadId ${uploadId}).`]);
    expect(view.complaints).toEqual([]);
    const [row] = await app.database.query<Json>(
      'SELECT status, media_size_bytes::int AS bytes FROM upload_sessions WHERE id = $1',
      [uploadId],
    );
    expect(row).toEqual({ status: 'complete', bytes: film.buffer.length });
    const again = await showing({ ...upload, result: view.result });
    await expectTitle(again, 'coast.mp4 has arrived');
    expect([again.said, again.called]).toEqual([[], ['get_upload']]);
  });

  it('goes on with what has arrived, and takes no other file for the rest', async () => {
    const first = await showing(upload);
    await first.page.route('**/api/v1/uploads/*', async (route) =>
      route.request().headers()['upload-offset'] === '8388608' ? route.abort() : route.continue(),
    );
    await choose(first, film);
    await expectWords(first, 'The connection was interrupted');
    await first.stop();
    const later = await showing({ ...upload, result: first.result });
    await expectWords(later, '88 % of it has arrived');
    await choose(later, { ...film, name: 'other.mp4' });
    await expectWords(later, 'This is not the file');
    await choose(later, film);
    await expectTitle(later, 'coast.mp4 has arrived');
  });

  it('says what the person can do in a client that passes on no words', async () => {
    const view = await showing({ ...upload, isMute: true });
    await choose(view, film);
    await expectWords(view, 'Tell your assistant so');
  });

  it('says no more than it knows of an upload that is over, in a client that passes on no calls', async () => {
    const { result } = await showing({ ...upload, isMute: true });
    await app.database.query(`UPDATE upload_sessions SET created_at = now() - interval '2 hours' WHERE id = $1`, [
      result.structuredContent.uploadId,
    ]);
    const again = await showing({ ...upload, isMute: true, result });
    await expectTitle(again, 'This upload is over');
    await expectWords(again, 'The file has arrived, or its hour has passed.');
  });

  it('leads to the page of the upload in a client that lets views ask nobody', async () => {
    const view = await showing({ ...upload, isClosed: true });
    const page = view.frame.getByRole('button', { name: 'Send it on a page of its own' });
    await choose(view, film);
    await page.click();
    await until(() => view.opened.length > 0, { wanted: 'the view asks the client to open an address' });
    expect(view.opened).toEqual([view.result.structuredContent.pageUrl]);
  });

  it('says why a file was refused', async () => {
    const view = await showing(upload);
    await choose(view, { ...film, buffer: photoBytes(5000) });
    await view.frame.getByRole('alert').getByText(/./).waitFor();
    expect(await view.frame.getByRole('alert').innerText()).toContain('video');
  });

  it('shows an upload that was refused, and one that came with its file', async () => {
    const refused = await showing({ ...upload, given: { ...upload.given, mediaContentType: 'text/html' } });
    await expectTitle(refused, 'No upload was opened');
    const contentBase64 = photoBytes(5000).toString('base64');
    const small = { fileName: 'coast.jpg', mediaContentType: 'image/jpeg', contentBase64 };
    await expectTitle(await showing({ ...upload, given: small }), 'coast.jpg has arrived');
  });
});

describe('the view of a post', () => {
  const photoPost = () => ({
    connectionId: caller.connectionId,
    type: 'image',
    payload: { message: 'Coast path\n<b>tomorrow</b>' },
    mediaUrl: media.serve({ bytes: pngOf(1200, 900, [10, 120, 30]) }).url,
  });

  it.each(['light', 'dark'] as const)('shows the picture, the channel, the time and the price (%s)', async (theme) => {
    const view = await showing({ tool: 'preview_post', given: photoPost(), theme });
    await view.frame.getByRole('button', { name: 'Publish this' }).waitFor();
    const picture = view.frame.getByRole('img');
    await view.frame.getByText('(facebook)').waitFor();
    expect(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(320);
    const words = await view.frame.locator('main').innerText();
    for (const word of ['<b>tomorrow</b>', 'At once', 'of 100 credits']) expect(words).toContain(word);
    expect(await faultsOf(view)).toEqual([]);
    expect(view.complaints).toEqual([]);
    await view.frame.getByRole('button', { name: 'Publish this' }).click();
    await view.frame.getByRole('button').waitFor({ state: 'hidden' });
    expect(view.said).toEqual([expect.stringMatching(/^Publish this post as it was shown to .+ \(facebook\)\.$/)]);
  });

  it('names what is wrong, and has no button then', async () => {
    const view = await showing({ tool: 'preview_post', given: { ...photoPost(), type: 'poem' } });
    await view.frame.getByText('It cannot be published like this:').waitFor();
    expect(await view.frame.getByRole('button').count()).toBe(0);
  });

  it('has no button in a client that passes on no words', async () => {
    const view = await showing({ tool: 'preview_post', given: photoPost(), isMute: true });
    await view.frame.getByText('At once').waitFor();
    expect(await view.frame.getByRole('button').count()).toBe(0);
  });
});
