import { z } from 'zod';
import type { Call } from '../Call';
import type { FoundDraft, LostDrafts } from '../Publisher';
import { readPayload } from './capabilities';
import type { FacebookPayload } from './capabilities';
import type { FacebookClient } from './http';
import { listRows } from './objects';
import { attachmentUrls, Attachments } from './posts';

/** A post of the page's list of promotable posts, which has unpublished posts, too (Page, promotable_posts). */
const Listed = z.object({
  id: z.string().min(1),
  created_time: z.string().default(''),
  is_published: z.boolean(),
  message: z.string().default(''),
  application: z.object({ id: z.string() }).optional(),
  attachments: Attachments,
});
type Listed = z.infer<typeof Listed>;

const fields = 'id,created_time,is_published,message,application{id},attachments{unshimmed_url,url}';

/** The drafts of posts without photos. Only their text and their link lead to them. */
export function lostDraftsOf(client: FacebookClient): LostDrafts {
  return {
    contentOf: (payload) => readPayload(payload).message,
    find: (call, payload, since) => findDrafts(client, call, readPayload(payload), since),
  };
}

async function findDrafts(
  client: FacebookClient,
  call: Call,
  content: FacebookPayload,
  since: Date,
): Promise<FoundDraft[]> {
  const found: FoundDraft[] = [];
  const sinceSeconds = String(Math.floor(since.getTime() / 1000));
  const parameters = { is_published: 'false', since: sinceSeconds, fields, limit: '100' };
  for await (const post of listRows(client, call, {
    path: `${call.channelId}/promotable_posts`,
    parameters,
    row: Listed,
  })) {
    const isOurs = !post.is_published && post.application?.id === client.settings.appId;
    const madeAt = new Date(post.created_time);
    if (isOurs && madeAt >= since && shows(post, content)) found.push({ draftId: post.id, madeAt });
  }
  return found;
}

/** Tells whether a listed post has the content. An address in the text of a post is shown like a link. */
function shows({ message, attachments }: Listed, content: FacebookPayload): boolean {
  if (message !== content.message) return false;
  const urls = attachmentUrls(attachments);
  return content.link === undefined ? urls.every((url) => message.includes(url)) : urls.includes(content.link);
}
