import { basename, dirname } from 'node:path';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { assetsFolder } from '../media/drawnPictures';
import type { MediaView, Platform } from '../platform';
import { html } from './html';
import { sendPage } from './layout';
import { isProcessing, postArticle } from './post';

/** The pages for people: the channels, their posts, and each post by itself, under the slug of its platform. */
export function pagesRouter(platforms: readonly Platform[], receiverNames: () => readonly string[]): Router {
  const router = Router();
  const assets = assetsFolder();
  router.get('/', (req, res) => showChannels(platforms, receiverNames(), req, res));
  for (const platform of platforms) router.use(rootOf(platform), platformPages(platform));
  router.get(['/style.css', '/icon.svg'], (req, res) => res.sendFile(req.path.slice(1), { root: assets }));
  router.get('/vi/:id/:size.jpg', (req, res) => {
    const given = platforms.map((platform) => platform.picture?.(req.params.id)).find((one) => one !== undefined);
    if (given) sendFile(given, given.type, res);
    else res.sendFile('thumbnail.jpg', { root: assets });
  });
  return router;
}

/** The pages of one platform; any other path is left to whatever comes next. */
function platformPages(platform: Platform): Router {
  const router = Router();
  router.get('/channels/:id', (req, res) => showChannel(platform, req.params.id, res));
  router.get('/media/:id', (req, res) => sendMedia(platform, req.params.id, res));
  for (const [path, idOf] of Object.entries(platform.postPages))
    router.get(path, (req, res) => showPost(platform, idOf(req), req, res));
  return router;
}

/** The path under which its pages are. */
function rootOf({ slug }: Pick<Platform, 'slug'>): string {
  return `/${slug}`;
}

function showChannels(
  platforms: readonly Platform[],
  receiverNames: readonly string[],
  req: Request,
  res: Response,
): void {
  const channels = platforms.flatMap((platform) =>
    platform.channels().map((channel) => ({
      channel,
      slug: platform.slug,
      page: `${rootOf(platform)}/channels/${channel.id}`,
      posts: platform.posts(channel.id),
    })),
  );
  const items = channels.map(
    ({ channel, slug, page, posts }) =>
      html`<li>
        <a href="${page}">${channel.name}</a>
        <span class="fine">${slug} · ${posts.length} ${posts.length === 1 ? 'post' : 'posts'}</span>
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
      <a href="/_sandbox/media/sample.mp4">Sample video</a> · <a href="/mailbox">Mailbox</a> ·
      <a href="/stripe">Payments</a>
      ${receiverNames.map((name) => html` · <a href="/receiver/${name}">Webhooks to “${name}”</a>`)}
    </p>`;
  sendPage(res, { title: 'Channels', content });
}

function showChannel(platform: Platform, id: string, res: Response): void {
  const channel = platform.channels().find((one) => one.id === id);
  if (!channel) return sendMissing(res, 'channel');
  const posts = platform.posts(id);
  const articles = posts.map((post) => postArticle(post, rootOf(platform), 'h2'));
  const content = html`<h1>${channel.name}</h1>
    <p class="fine">${platform.slug} · <code>${id}</code></p>
    ${articles.length > 0 ? articles : html`<p>Nothing has been published here yet.</p>`}`;
  sendPage(res, { title: channel.name, content, refreshes: posts.some(isProcessing) });
}

function showPost(platform: Platform, id: string, req: Request, res: Response): void {
  if (req.method === 'GET') platform.countView(id);
  const post = platform.post(id);
  if (!post) return sendMissing(res, 'post');
  const root = rootOf(platform);
  const channel = platform.channels().find((one) => one.id === post.channelId);
  const content = html`${postArticle(post, root, 'h1')}
    <p>${channel ? html`<a href="${root}/channels/${channel.id}">${channel.name}</a>` : ''}</p>`;
  sendPage(res, { title: post.title, content, refreshes: isProcessing(post) });
}

/** The bytes as they were uploaded; a player may ask for any range. */
function sendMedia(platform: Platform, id: string, res: Response): void {
  const media = platform.media(id);
  if (!media) return sendMissing(res, 'post');
  const type = /^(video|image)\/[\w.+-]+$/.test(media.type) ? media.type : 'video/mp4';
  sendFile(media, type, res);
}

function sendFile({ file }: MediaView, type: string, res: Response): void {
  res.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'" });
  res.sendFile(basename(file), { root: dirname(file), headers: { 'Content-Type': type } });
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
