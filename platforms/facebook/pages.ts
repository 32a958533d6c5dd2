import { z } from 'zod';
import type { Channel } from '../Platform';
import { callGraph, readGraph } from './http';
import type { FacebookClient, GraphCall } from './http';
import { findObject, listRows } from './objects';

const Page = z.object({
  id: z.string().min(1),
  name: z.string(),
  username: z.string().optional(),
  followers_count: z.number().optional(),
  picture: z.object({ data: z.object({ url: z.string().optional() }) }).optional(),
});
const pageFields = 'id,name,username,followers_count,picture.type(large)';

const ListedPage = Page.extend({ access_token: z.string().min(1).optional(), tasks: z.array(z.string()).default([]) });

/** A page of a user's login. */
export interface ListedPage {
  channel: Channel;
  /** Null where Facebook gives the user no token. */
  pageToken: string | null;
  /** The tasks of the user on the page. */
  tasks: readonly string[];
}

/** Every page on which the user has a task. */
export async function listPages(client: FacebookClient, call: GraphCall): Promise<ListedPage[]> {
  const parameters = { fields: `${pageFields},access_token,tasks`, limit: '100' };
  const pages: ListedPage[] = [];
  for await (const page of listRows(client, call, { path: 'me/accounts', parameters, row: ListedPage })) {
    pages.push({ channel: toChannel(page), pageToken: page.access_token ?? null, tasks: page.tasks });
  }
  return pages;
}

/**
 * A token of the page, by a token of a user who has a task there; null if Facebook gives none. "Not found" (100/33) is
 * no refusal: Facebook says it of a deleted page, of a page that this token may not see, and for a while of an existing
 * page. Then the list of the user's pages decides.
 */
export async function fetchPageToken(client: FacebookClient, call: GraphCall, pageId: string): Promise<string | null> {
  const schema = z.object({ access_token: z.string().min(1).optional() });
  const page = await findObject(client, call, pageId, { fields: 'access_token', schema });
  if (page) return page.access_token ?? null;
  const listed = (await listPages(client, call)).find(({ channel }) => channel.externalPlatformId === pageId);
  return listed?.pageToken ?? null;
}

/** The page that a page's token speaks for. */
export async function fetchPage(client: FacebookClient, call: GraphCall): Promise<Channel> {
  const answer = await callGraph(client, call, { method: 'GET', path: 'me', parameters: { fields: pageFields } });
  return toChannel(readGraph(answer, Page, 'a page'));
}

function toChannel({ id, name, username, followers_count: followers, picture }: z.infer<typeof Page>): Channel {
  return {
    externalPlatformId: id,
    name,
    thumbnailUrl: picture?.data.url ?? null,
    metadata: { subscribers: followers ?? null, views: null, posts: null, handle: username ?? null },
  };
}
