import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { bodyOf } from '../../http/exchange';
import { queryOf } from '../../http/query';
import { authorize } from '../accounts/authorize';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { captionParts, readFilter, readParts } from '../parts';
import { readWritten } from '../playlists/playlists';
import { presentTime, withEtag } from '../present';
import { spendUnits } from '../quota';
import type { Captions, Channel } from '../records';
import { sendList, sendResource } from '../send';
import { readRelatedBody } from '../upload/relatedBody';

const nameLengthMax = 150;

const Written = z.looseObject({
  id: z.string().optional(),
  snippet: z
    .looseObject({
      videoId: z.string().optional(),
      language: z.string().optional(),
      name: z.string().optional(),
      isDraft: z.boolean().optional(),
    })
    .default({}),
});

/**
 * captions.insert: 400 units; the description and the file come in one body (multipart/related). A file that is no SubRip and no
 * WebVTT makes captions that have failed.
 * Throws 400 contentRequired, invalidMetadata, nameTooLong; 403 forbidden, insufficientPermissions; 404 videoNotFound; 409
 * captionExists.
 */
export async function insertCaptions(context: YoutubeContext, req: Request, res: Response): Promise<void> {
  const channel = authorize(context, req, 'comment', () => spendUnits(context, 400));
  const parts = readParts(req, captionParts);
  const { written, file } = await readBody(req);
  const { videoId = '', language = '', name = '', isDraft = false } = written.snippet;
  if (!/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(language)) throw refuse('invalidMetadata');
  if (name.length > nameLengthMax) throw refuse('nameTooLong');
  requireOwnVideo(context, channel, videoId);
  const { captions } = context.store;
  const isThere = captions
    .values()
    .some((one) => one.videoId === videoId && one.language === language && one.name === name);
  if (isThere) throw refuse('captionExists');
  const id = `AUieDa${randomBytes(24).toString('base64url')}`;
  const made = { id, videoId, language, name, isDraft, setCount: 1, ...describe(context, file) };
  captions.put(id, made);
  sendResource(req, res, presentCaptions(made, parts));
}

/** captions.update: 450 units; another file in place of the first. Throws as captions.insert, and 404 captionNotFound. */
export async function updateCaptions(context: YoutubeContext, req: Request, res: Response): Promise<void> {
  const channel = authorize(context, req, 'comment', () => spendUnits(context, 450));
  const parts = readParts(req, captionParts);
  const { written, file } = await readBody(req);
  const found = context.store.captions.get(written.id ?? '');
  if (!found) throw refuse('captionNotFound');
  requireOwnVideo(context, channel, found.videoId);
  const changed = { ...found, setCount: found.setCount + 1, ...describe(context, file) };
  context.store.captions.put(found.id, changed);
  sendResource(req, res, presentCaptions(changed, parts));
}

/** captions.list: 50 units. Throws 403 forbidden, insufficientPermissions; 404 videoNotFound. */
export function listCaptions(context: YoutubeContext, req: Request, res: Response): void {
  const channel = authorize(context, req, 'comment', () => spendUnits(context, 50));
  const parts = readParts(req, captionParts);
  readFilter(req, ['videoId']);
  const videoId = queryOf(req).get('videoId') ?? '';
  requireOwnVideo(context, channel, videoId);
  const all = context.store.captions.values().filter((one) => one.videoId === videoId);
  const items = all.map((one) => presentCaptions(one, parts));
  sendList(req, res, 'youtube#captionListResponse', items, { totalResults: all.length, resultsPerPage: all.length });
}

async function readBody(req: Request): Promise<{ written: z.infer<typeof Written>; file: Buffer }> {
  const { metadata, media } = await readRelatedBody(bodyOf(req), req.get('content-type') ?? '');
  const chunks: Buffer[] = [];
  for await (const chunk of media) chunks.push(chunk);
  const file = Buffer.concat(chunks);
  if (file.length === 0) throw refuse('contentRequired');
  return { written: readWritten(metadata, Written), file };
}

function requireOwnVideo({ store, settings, clock }: YoutubeContext, channel: Channel, videoId: string): void {
  const video = store.videos.get(videoId);
  const isYoung = video && clock() - video.uploadedAtMs < settings.read().youngVideoMs;
  if (!video || isYoung) throw refuse('captionVideoNotFound');
  if (video.channelId !== channel.id) throw refuse('forbidden', { location: 'videoId' });
}

function describe({ clock }: YoutubeContext, file: Buffer) {
  const isRead = /^(?:\ufeff)?(?:WEBVTT|\s*\d+\s*\n\d+:\d\d:\d\d)/.test(file.toString('utf8', 0, 200));
  return { isRead, sizeBytes: file.length, sha256: createHash('sha256').update(file).digest('hex'), setAtMs: clock() };
}

function presentCaptions({ id, isRead, setAtMs, ...one }: Captions, parts: readonly string[]): object {
  const { videoId, language, name, isDraft } = one;
  return withEtag({
    kind: 'youtube#caption',
    id,
    ...(parts.includes('snippet') && {
      snippet: {
        videoId,
        lastUpdated: presentTime(setAtMs),
        trackKind: 'standard',
        language,
        name,
        audioTrackType: 'unknown',
        isCC: false,
        isDraft,
        status: isRead ? 'serving' : 'failed',
        ...(!isRead && { failureReason: 'unknownFormat' }),
      },
    }),
  });
}
