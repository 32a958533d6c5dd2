import { z } from 'zod';
import type { ChannelLists, ListCall, ListItem } from '../ChannelLists';
import { reasonOf } from './failures';
import { callApi, readJson } from './http';
import type { YouTubeClient } from './http';

/** A thousand playlists; a channel with more shows the first of them. */
const pagesMax = 20;

const Playlists = z.object({
  items: z.array(z.object({ id: z.string(), snippet: z.object({ title: z.string() }) })).default([]),
  nextPageToken: z.string().optional(),
});
const Categories = z.object({
  items: z
    .array(
      z.object({ id: z.string(), snippet: z.object({ title: z.string(), assignable: z.boolean().default(false) }) }),
    )
    .default([]),
});

export function createLists(client: YouTubeClient): ChannelLists {
  return {
    playlists: (call) => listPlaylists(client, call),
    categories: (call, regionCode) => listCategories(client, call, regionCode),
  };
}

/** playlists.list: one unit a page of 50. */
async function listPlaylists(client: YouTubeClient, call: ListCall): Promise<ListItem[]> {
  const found: ListItem[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { part: 'snippet', mine: 'true', maxResults: '50', ...(pageToken !== undefined && { pageToken }) };
    const answer = await callApi(client, call, { method: 'GET', resource: 'playlists', query });
    const { items, nextPageToken } = readJson(answer, Playlists, 'a list of playlists');
    found.push(...items.map(({ id, snippet: { title } }) => ({ id, title })));
    if (nextPageToken === undefined) break;
    pageToken = nextPageToken;
  }
  return found;
}

/** videoCategories.list: one unit. Of the categories of a region, a video can be put into the assignable ones only. */
async function listCategories(client: YouTubeClient, call: ListCall, regionCode: string): Promise<ListItem[] | null> {
  const query = { part: 'snippet', regionCode };
  const answer = await callApi(client, call, { method: 'GET', resource: 'videoCategories', query });
  if (reasonOf(answer) === 'invalidRegionCode') return null;
  const { items } = readJson(answer, Categories, 'a list of categories');
  return items.filter(({ snippet }) => snippet.assignable).map(({ id, snippet: { title } }) => ({ id, title }));
}
