import { z } from 'zod';
import { PublishFailure, restate } from '../../domain/failures/PublishFailure';
import type { Picture } from '../../lib/media/picture';
import { sendMedia } from '../http/sendMedia';
import type { Call } from '../Call';
import type { Extras, PictureExtra } from '../Publisher';
import { thumbnailLimits } from './capabilities';
import { createFirstComment } from './comments';
import { failureOf, notFoundYet, reasonOf } from './failures';
import { callApi, readJson, requireSuccess } from './http';
import type { YouTubeClient } from './http';
import { changeUnits, spend } from './quota';

/**
 * A custom thumbnail, a place in a playlist of the channel, and the first comment.
 * @param idOf the id of the video, of the objects that were made
 */
export function createExtras(client: YouTubeClient, idOf: PictureExtra['idOf']): Extras {
  return {
    picture: {
      kind: 'picture',
      field: 'thumbnailUrl',
      limits: thumbnailLimits,
      idOf,
      set: (call, videoId, picture) => setThumbnail(client, call, videoId, picture),
    },
    place: {
      kind: 'addition',
      field: 'playlistId',
      isMadeOnce: false,
      find: async (call, videoId, playlistId) => {
        await requireOwn(client, call, playlistId);
        return findItem(client, call, videoId, playlistId);
      },
      add: (call, videoId, playlistId) => addTo(client, call, videoId, playlistId),
    },
    comment: createFirstComment(client),
  };
}

/** thumbnails.set: 50 units of quota. */
async function setThumbnail(
  client: YouTubeClient,
  call: Call,
  videoId: string,
  { body, sizeBytes, contentType }: Picture,
): Promise<void> {
  const { accessToken, signal, notAfterMs } = call;
  await spend(call, 'units', changeUnits);
  const query = new URLSearchParams({ videoId, uploadType: 'media' }).toString();
  const answer = await sendMedia(client, {
    method: 'POST',
    operation: 'youtube.thumbnail.set',
    url: `${client.settings.uploadBase}/upload/youtube/v3/thumbnails/set?${query}`,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': contentType },
    body,
    lengthBytes: sizeBytes,
    signal,
    notAfterMs,
    secrets: [accessToken],
  });
  if (answer.status === 403 && reasonOf(answer) === 'forbidden') throw needsVerification(failureOf(answer));
  requireSuccess(answer);
}

/** The commonest reason: the channel's phone number is not verified (support.google.com/youtube/answer/171664). */
function needsVerification(failure: PublishFailure): PublishFailure {
  const todo =
    'Verify the phone number of the channel at https://www.youtube.com/verify, without which YouTube takes no thumbnails; ' +
    'then set the thumbnail by a PATCH.';
  return restate(failure, { words: { todo } });
}

const PlaylistList = z.object({
  items: z.array(z.object({ snippet: z.object({ channelId: z.string() }) })).default([]),
});

/** YouTube lists the playlists of others, too. */
async function requireOwn(client: YouTubeClient, call: Call, playlistId: string): Promise<void> {
  const query = { part: 'snippet', id: playlistId };
  const answer = await callApi(client, call, { method: 'GET', resource: 'playlists', query });
  const [playlist] = readJson(answer, PlaylistList, 'a list of playlists').items;
  if (playlist?.snippet.channelId === call.channelId) return;
  const seen = `The channel has no playlist ${playlistId}.`;
  throw new PublishFailure('PLATFORM_REJECTED', { seen, todo: 'Name one of its own.' }, { transient: false });
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
