import { z } from 'zod';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import type { Call } from '../../Call';
import type { Addition } from '../../Publisher';
import { notFoundYet, reasonOf } from '../failures';
import { callApi, readJson } from '../http';
import type { YouTubeClient } from '../http';

/** A playlist as a payload names it. */
export const PlaylistWish = z.union([z.strictObject({ id: z.string() }), z.strictObject({ name: z.string() })]);
type PlaylistWish = z.infer<typeof PlaylistWish>;

/** A place in a playlist of the channel. A playlist that is named by its title is made where the channel has none of that title. */
export function createPlace(client: YouTubeClient, field: string, wishOf: (value: string) => PlaylistWish): Addition {
  return {
    kind: 'addition',
    field,
    isMadeOnce: false,
    collection: {
      find: async (call, value) => {
        const wish = wishOf(value);
        if ('name' in wish) return findByTitle(client, call, wish.name);
        await requireOwn(client, call, wish.id);
        return wish.id;
      },
      make: async (call, value) => {
        const wish = wishOf(value);
        if ('id' in wish) throw new Error('a playlist that is named by its id is never made');
        return makePlaylist(client, call, wish.name);
      },
    },
    find: (call, videoId, playlistId) => findItem(client, call, videoId, playlistId),
    add: (call, videoId, playlistId) => addTo(client, call, videoId, playlistId),
  };
}

const Playlist = z.object({
  id: z.string(),
  snippet: z.object({ channelId: z.string().default(''), title: z.string().default('') }),
});
const PlaylistList = z.object({ items: z.array(Playlist).default([]), nextPageToken: z.string().optional() });

/** YouTube lists the playlists of others, too. */
async function requireOwn(client: YouTubeClient, call: Call, playlistId: string): Promise<void> {
  const query = { part: 'snippet', id: playlistId };
  const answer = await callApi(client, call, { method: 'GET', resource: 'playlists', query });
  const [playlist] = readJson(answer, PlaylistList, 'a list of playlists').items;
  if (playlist?.snippet.channelId === call.channelId) return;
  const seen = `The channel has no playlist ${playlistId}.`;
  throw new PublishFailure('PLATFORM_REJECTED', { seen, todo: 'Name one of its own.' }, { transient: false });
}

/** A page has 50 at most: 1,000 playlists of a channel are read. */
const pagesMax = 20;

/** playlists.list: 1 unit a page. Of several playlists of one title, the first that YouTube lists. */
async function findByTitle(client: YouTubeClient, call: Call, title: string): Promise<string | null> {
  let pageToken: string | undefined = '';
  for (let page = 0; page < pagesMax && pageToken !== undefined; page += 1) {
    const query = { part: 'snippet', mine: 'true', maxResults: '50', ...(pageToken !== '' && { pageToken }) };
    const answer = await callApi(client, call, { method: 'GET', resource: 'playlists', query });
    const { items, nextPageToken } = readJson(answer, PlaylistList, 'a list of playlists');
    const found = items.find(({ snippet }) => snippet.title.trim() === title.trim());
    if (found) return found.id;
    pageToken = nextPageToken;
  }
  return null;
}

/** playlists.insert: 50 units. It is public, as the posts in it are to be seen. */
async function makePlaylist(client: YouTubeClient, call: Call, title: string): Promise<string> {
  const answer = await callApi(client, call, {
    method: 'POST',
    operation: 'youtube.playlist.make',
    resource: 'playlists',
    query: { part: 'snippet,status' },
    json: { snippet: { title }, status: { privacyStatus: 'public' } },
  });
  return readJson(answer, Playlist, 'a playlist').id;
}

const Item = z.object({ id: z.string() });

async function findItem(
  client: YouTubeClient,
  call: Call,
  videoId: string,
  playlistId: string,
): Promise<string | null> {
  const query = { part: 'id', playlistId, videoId };
  const answer = await callApi(client, call, { method: 'GET', resource: 'playlistItems', query });
  const list = z.object({ items: z.array(Item).default([]) });
  return readJson(answer, list, 'a list of playlist items').items[0]?.id ?? null;
}

/**
 * playlistItems.insert: 50 units of quota. Of a video that is seconds old, YouTube may answer that it does not find it,
 * although it has made the item: that answer leaves the outcome open.
 */
async function addTo(client: YouTubeClient, call: Call, videoId: string, playlistId: string): Promise<string | null> {
  const json = { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } } };
  const answer = await callApi(client, call, {
    method: 'POST',
    operation: 'youtube.playlist.add',
    resource: 'playlistItems',
    query: { part: 'snippet' },
    json,
  });
  const reason = reasonOf(answer);
  if (reason === 'videoAlreadyInPlaylist') return null;
  if (reason === 'videoNotFound') throw notFoundYet('playlist');
  return readJson(answer, Item, 'an item of a playlist').id;
}
