import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { unreadCaptions } from '../../../domain/failures/failedExtras';
import type { ImageLimits } from '../../../domain/media';
import { captionBytesMax } from '../../../domain/limits';
import { captionTypes } from '../../../domain/mediaType';
import type { Picture } from '../../../lib/media/picture';
import { sendMedia } from '../../http/sendMedia';
import type { Call } from '../../Call';
import type { CaptionsExtra, FoundCaptions } from '../../Publisher';
import { captionsField } from './extraFields';
import { notFoundYet, reasonOf } from '../failures';
import { callApi, readJson } from '../http';
import type { YouTubeClient } from '../http';
import { spend } from '../quota';

/** The costs of captions (developers.google.com/youtube/v3/determine_quota_cost). */
const listUnits = 50;
const insertUnits = 400;
const updateUnits = 450;

const limits: ImageLimits = { noun: 'file of captions', maxFileSizeBytes: captionBytesMax, formats: captionTypes };

const Wish = z.strictObject({ language: z.string(), url: z.string(), name: z.string().optional() });

/** `trackKind` is `ASR` for captions that YouTube has made of the sound. */
const Captions = z.object({
  id: z.string(),
  snippet: z.object({
    language: z.string().default(''),
    trackKind: z.string().default('standard'),
    status: z.string().optional(),
  }),
});
type Captions = z.infer<typeof Captions>;

/** Captions of a video, one file for a language (YouTube Data API, captions). */
export function createCaptions(client: YouTubeClient): CaptionsExtra {
  return {
    kind: 'captions',
    ...captionsField,
    limits,
    urlOf: (value) => wishOf(value).url,
    find: (call, videoId, value) => findCaptions(client, call, videoId, wishOf(value).language),
    set: (call, videoId, { value, file, earlierId }) =>
      send(client, call, { videoId, earlierId, file, wish: wishOf(value) }),
  };
}

function wishOf(value: string): z.infer<typeof Wish> {
  return Wish.parse(JSON.parse(value));
}

async function findCaptions(
  client: YouTubeClient,
  call: Call,
  videoId: string,
  language: string,
): Promise<FoundCaptions | null> {
  const query = { part: 'snippet', videoId };
  const answer = await callApi(client, call, { method: 'GET', resource: 'captions', query, units: listUnits });
  if (reasonOf(answer) === 'videoNotFound') throw notFoundYet('captions');
  const { items } = readJson(answer, z.object({ items: z.array(Captions).default([]) }), 'a list of captions');
  const found = items.find(
    ({ snippet }) => snippet.trackKind !== 'ASR' && snippet.language.toLowerCase() === language.toLowerCase(),
  );
  return found ? { id: found.id, isRead: !isUnread(found) } : null;
}

interface Sending {
  videoId: string;
  earlierId: string | null;
  file: Picture;
  wish: z.infer<typeof Wish>;
}

/** captions.insert or captions.update, with the file behind its description in one body (multipart/related, RFC 2387). */
async function send(
  client: YouTubeClient,
  call: Call,
  { videoId, earlierId, file, wish: { language, name = '' } }: Sending,
): Promise<string> {
  await spend(call, 'units', earlierId === null ? insertUnits : updateUnits);
  const snippet = { videoId, language, name, isDraft: false };
  const resource = earlierId === null ? { snippet } : { id: earlierId, snippet: { isDraft: false } };
  const { type, body, lengthBytes } = related(JSON.stringify(resource), file);
  const { accessToken, signal, notAfterMs } = call;
  const answer = await sendMedia(client, {
    method: earlierId === null ? 'POST' : 'PUT',
    operation: 'youtube.captions.set',
    url: `${client.settings.uploadBase}/upload/youtube/v3/captions?part=snippet&uploadType=multipart`,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': type },
    body,
    lengthBytes,
    signal,
    notAfterMs,
    secrets: [accessToken],
  });
  if (reasonOf(answer) === 'videoNotFound') throw notFoundYet('captions');
  const made = readJson(answer, Captions, 'captions');
  if (isUnread(made)) throw unreadCaptions();
  return made.id;
}

/** YouTube has the file, and could not make captions of it. */
function isUnread({ snippet: { status } }: Captions): boolean {
  return status === 'failed';
}

function related(resource: string, { contentType, sizeBytes, body: file }: Picture) {
  const boundary = `captions-${randomUUID()}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${resource}\r\n` +
      `--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* body(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* file;
    yield tail;
  }
  const lengthBytes = sizeBytes === null ? null : head.length + sizeBytes + tail.length;
  return { type: `multipart/related; boundary=${boundary}`, body: body(), lengthBytes };
}
