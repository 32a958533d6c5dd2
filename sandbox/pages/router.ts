import { basename, dirname } from 'node:path';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { queryOf } from '../http/query';
import { assetsFolder } from '../media/sampleMedia';
import type { ChannelView, Platform } from '../platform';
import { html } from './html';
import { sendPage } from './layout';
import { isProcessing, postArticle } from './post';

/** What people look at: the channels, what was published on them, and each post by itself. */
export function pagesRouter(platforms: readonly Platform[], receiverNames: () => readonly string[]): Router {
  const router = Router();
  const assets = assetsFolder();
  router.get('/', (req, res) => showChannels(platforms, receiverNames(), req, res));
  router.get('/channels/:id', (req, res) => showChannel(platforms, req.params.id, res));
  router.get('/watch', (req, res) => showPost(platforms, queryOf(req).get('v') ?? '', req, res));
  router.get('/shorts/:id', (req, res) => showPost(platforms, req.params.id, req, res));
  router.get('/media/:id', (req, res) => sendMedia(platforms, req.params.id, res));
  router.get(['/style.css', '/icon.svg'], (req, res) => res.sendFile(req.path.slice(1), { root: assets }));
  router.get('/vi/:id/:size.jpg', (_req, res) => res.sendFile('thumbnail.jpg', { root: assets }));
  return router;
}

function showChannels(
  platforms: readonly Platform[],
  receiverNames: readonly string[],
  req: Request,
  res: Response,
): void {
  const channels = platforms.flatMap((platform) =>
    platform.channels().map((channel) => ({ channel, posts: platform.posts(channel.id) })),
  );
  const items = channels.map(
    ({ channel, posts }) =>
      html`<li>
        <a href="/channels/${channel.id}">${channel.name}</a>
        <span class="fine">${channel.platform} · ${posts.length} ${posts.length === 1 ? 'post' : 'posts'}</span>
      </li>`,
  );
  const content = html`<h1>Channels</h1>
    ${
      items.length > 0
        ? html`<ul class="list">
            ${items}
          </ul>`
        : html`<p>There is no channel yet. <code>POST /_sandbox/channels</code> makes one:</p>
            <pre><code>curl -d '{"platform":"youtube","name":"My channel"}' ${req.protocol}://${req.get('host') ?? ''}/_sandbox/channels</code></pre>`
    }
    <p class="fine">
      <a href="/_sandbox/state">State</a> · <a href="/_sandbox/calls">Calls</a> ·
      <a href="/_sandbox/media/sample.mp4">Sample video</a>
      ${receiverNames.map((name) => html` · <a href="/receiver/${name}">Webhooks to “${name}”</a>`)}
    </p>`;
  sendPage(res, { title: 'Channels', content });
}

function showChannel(platforms: readonly Platform[], id: string, res: Response): void {
  const found = findChannel(platforms, id);
  if (!found) return sendMissing(res, 'channel');
  const posts = found.platform.posts(id);
  const content = html`<h1>${found.channel.name}</h1>
    <p class="fine">${found.channel.platform} · <code>${id}</code></p>
    ${posts.length > 0 ? posts.map((post) => postArticle(post, 'h2')) : html`<p>Nothing has been published here yet.</p>`}`;
  sendPage(res, { title: found.channel.name, content, refreshes: posts.some(isProcessing) });
}

function showPost(platforms: readonly Platform[], id: string, req: Request, res: Response): void {
  const platform = platforms.find((one) => one.post(id));
  if (req.method === 'GET') platform?.countView(id);
  const post = platform?.post(id);
  if (!post) return sendMissing(res, 'video');
  const channel = findChannel(platforms, post.channelId)?.channel;
  const content = html`${postArticle(post, 'h1')}
    <p>${channel ? html`<a href="/channels/${channel.id}">${channel.name}</a>` : ''}</p>`;
  sendPage(res, { title: post.title, content, refreshes: isProcessing(post) });
}

/** The bytes as they were uploaded; a player may ask for any range. */
function sendMedia(platforms: readonly Platform[], id: string, res: Response): void {
  const post = platforms.map((platform) => platform.post(id)).find((found) => found !== undefined);
  if (!post) return sendMissing(res, 'video');
  const type = /^video\/[\w.+-]+$/.test(post.mediaType) ? post.mediaType : 'video/mp4';
  res.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'" });
  res.sendFile(basename(post.mediaFile), { root: dirname(post.mediaFile), headers: { 'Content-Type': type } });
}

function findChannel(
  platforms: readonly Platform[],
  id: string,
): { platform: Platform; channel: ChannelView } | undefined {
  const found = platforms.map((platform) => ({
    platform,
    channel: platform.channels().find((channel) => channel.id === id),
  }));
  return found.flatMap(({ platform, channel }) => (channel ? [{ platform, channel }] : []))[0];
}

function sendMissing(res: Response, what: string): void {
  sendPage(
    res,
    {
      title: 'Not found',
      content: html`<h1>Not found</h1>
        <p>There is no such ${what} here.</p>`,
    },
    404,
  );
}
