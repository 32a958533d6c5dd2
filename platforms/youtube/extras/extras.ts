import { restate } from '../../../domain/failures/PublishFailure';
import type { PublishFailure } from '../../../domain/failures/PublishFailure';
import type { Picture } from '../../../lib/media/picture';
import { sendMedia } from '../../http/sendMedia';
import type { Call } from '../../Call';
import type { Extras, PictureExtra } from '../../Publisher';
import { thumbnailLimits } from './extraFields';
import { createCaptions } from './captions';
import { createFirstComment } from './comments';
import { failureOf, reasonOf } from '../failures';
import { requireSuccess } from '../http';
import type { YouTubeClient } from '../http';
import { createPlace, PlaylistWish } from './playlists';
import { changeUnits, spend } from '../quota';

/**
 * A custom thumbnail, places in playlists of the channel, the first comment, and captions.
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
    place: createPlace(client, 'playlistId', (id) => ({ id })),
    places: createPlace(client, 'playlists', (value) => PlaylistWish.parse(JSON.parse(value))),
    comment: createFirstComment(client),
    captions: createCaptions(client),
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
