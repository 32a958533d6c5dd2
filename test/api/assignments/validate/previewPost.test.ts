import { imageSize } from 'image-size';
import { parseOutboundAllow } from '../../../../lib/safeFetch/allow';
import type { Json } from '../../../support/actors';
import { startApp } from '../../../support/callers/app';
import { buildConnection } from '../../../support/build/connection';
import { buildMcpGrant } from '../../../support/build/mcpGrant';
import { videoBody } from '../../../support/build/video';
import { buildCaller } from '../../../support/callers/caller';
import type { Caller } from '../../../support/callers/caller';
import { sendMessage } from '../../../support/callers/mcp';
import { buildUser } from '../../../support/callers/people';
import { photo, pngOf } from '../../../support/media/pictures';
import { startMediaSource } from '../../../support/servers/mediaSource';
import { use } from '../../../support/use';

/** contract.md §9: `preview_post`. */

const media = use(async () => startMediaSource());
const app = use(async () => startApp({ outboundAllow: parseOutboundAllow(`127.0.0.1:${media.port}`) }));
const caller = use(async () => buildCaller(app, { credits: 100, connection: { platform: 'facebook' } }));
const videos = use(async () => buildCaller(app, { credits: 100 }));

async function preview(
  of: { workspaceId: string },
  given: Json,
  scopes?: 'mcp.read'[],
): Promise<{ structured: Json; text: string; images: Json[] }> {
  const { accessToken } = await buildMcpGrant(of, ...(scopes ? [{ scopes }] : []));
  const params = { name: 'preview_post', arguments: given };
  const { body } = await sendMessage(app, accessToken, { method: 'tools/call', params });
  const { structuredContent: structured, content } = body.result;
  expect([body.result.isError ?? false, content[0].text]).toEqual([false, content[0].text]);
  return { structured, text: content[0].text, images: content.filter(({ type }: Json) => type === 'image') };
}

const shown = (bytes: Buffer): string => media.serve({ bytes }).url;
const photoPost = (mediaUrl: string): Json => ({
  connectionId: caller.connectionId,
  type: 'image',
  payload: { message: 'Coast path' },
  mediaUrl,
});

it('shows the picture of a photo, small, with its cost and the credits left, to a reader, and makes nothing', async () => {
  app.forget();
  const post = photoPost(shown(pngOf(1200, 900, [10, 20, 30])));
  const { structured, text, images } = await preview(caller, post, ['mcp.read']);
  expect(structured).toMatchObject({
    valid: true,
    credits: { required: expect.any(Number), balance: 100 },
    picture: true,
    times: { scheduledAt: null, local: null, timeZone: 'UTC' },
    next: { tool: 'create_assignment', arguments: post },
  });
  expect(images).toMatchObject([{ type: 'image', mimeType: 'image/jpeg' }]);
  const jpeg = Buffer.from(images[0].data, 'base64');
  expect(jpeg.length).toBeLessThanOrEqual(262_144);
  expect(imageSize(jpeg)).toMatchObject({ type: 'jpg', width: 320, height: 240 });
  expect(text).toContain('It would be published at once.');
  expect((await caller.call('GET', '/api/v1/billing/status')).body.balance).toBe(100);
  expect(app.dispatched).toEqual([]);
});

it('shows the thumbnail that a video names', async () => {
  const post = videoBody(videos.connectionId, { payload: { title: 'Coast path', thumbnailUrl: shown(photo) } });
  const { structured, images } = await preview(videos, post);
  expect([structured.picture, images.length]).toEqual([true, 1]);
});

it.each([
  ['a video without a thumbnail', () => [videos, videoBody(videos.connectionId)]],
  ['a file that is no picture', () => [caller, photoPost(shown(Buffer.from('no picture')))]],
  ['an address within the network', () => [caller, photoPost('http://127.0.0.1:9/x.png')]],
  ['a post that create would refuse', () => [caller, { ...photoPost(shown(photo)), type: 'video' }]],
] as [string, () => [Caller, Json]][])('of %s has no picture, and is no error', async (_what, made) => {
  const [of, post] = made();
  const { structured, images } = await preview(of, post);
  expect([structured.picture, images]).toEqual([false, []]);
});

it('tells the time in UTC and in the zone of the owner of the workspace', async () => {
  const ada = await buildUser(app);
  await app.database.query(`UPDATE users SET timezone = 'Europe/Berlin' WHERE id = $1`, [ada.userId]);
  const { connectionId } = await buildConnection(ada);
  const year = new Date().getUTCFullYear() + 1;
  const scheduledAt = `${year}-01-15T09:00:00.000Z`;
  const { structured, text } = await preview(ada, videoBody(connectionId, { scheduledAt }));
  expect(structured.times).toMatchObject({ scheduledAt, timeZone: 'Europe/Berlin' });
  expect(structured.times.local).toMatch(new RegExp(`^... ${year}-01-15 10:00 \\+01:00 Europe/Berlin$`));
  expect(text).toContain(`${scheduledAt} (${structured.times.local})`);
});
