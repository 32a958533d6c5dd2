import type { MediaView, PostView } from '../platform';
import { html } from './html';
import type { Html } from './html';

/** One post: media, texts and state. `root` begins its platform's addresses, `heading` is the level of its title. */
export function postArticle(post: PostView, root: string, heading: 'h1' | 'h2'): Html {
  const title =
    heading === 'h1' ? html`<h1>${post.title}</h1>` : html`<h2><a href="${root}${post.path}">${post.title}</a></h2>`;
  return html`<article>
    ${post.media.length === 0 ? '' : html`<div>${post.media.map((media) => player(media, post, root))}</div>`}
    <div>
      ${title}
      <p class="badges">
        <span class="badge ${post.privacy}">${post.privacy}</span>
        <span class="badge ${stateOf(post)}">${statusText(post)}</span>
      </p>
      <p class="fine">
        ${time(post.createdAtMs)} · ${post.viewCount} ${post.viewCount === 1 ? 'view' : 'views'} ·
        <code>${post.id}</code>
      </p>
      ${post.description === '' ? '' : html`<p class="description">${post.description}</p>`}
      ${post.tags.length === 0 ? '' : html`<p class="fine">Tags: ${post.tags.join(', ')}</p>`}
    </div>
  </article>`;
}

/** A film to be played, or a photo. */
function player({ id, type }: MediaView, { title }: PostView, root: string): Html {
  if (type.startsWith('image/')) return html`<img src="${root}/media/${id}" alt="${title}" />`;
  return html`<video controls preload="metadata" src="${root}/media/${id}" aria-label="${title}"></video>`;
}

/** Tells whether the platform is still working on a post. */
export function isProcessing(post: PostView): boolean {
  return post.processingStatus === 'processing';
}

function stateOf(post: PostView): string {
  if (isProcessing(post)) return 'waiting';
  return post.processingStatus === 'succeeded' ? 'good' : 'bad';
}

function statusText(post: PostView): string {
  if (isProcessing(post)) return `${post.uploadStatus}, processing`;
  return post.problem === undefined ? post.uploadStatus : `${post.uploadStatus}: ${post.problem}`;
}

function time(timeMs: number): Html {
  const iso = new Date(timeMs).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}
