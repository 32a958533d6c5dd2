import { channelAccess } from '../../channels/channelAccess';
import { spendingOfReadings } from '../../channels/spendQuota';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { RunChannel } from '../../models/assignments/runSubjects';
import type { DuePicture } from '../../models/pictures/picturesDue';
import { ownPicture } from '../../platforms/ownPicture';
import type { Platform } from '../../platforms/Platform';
import type { ActivityDeps } from '../deps';

export type PictureDeps = Pick<
  ActivityDeps,
  'dueGate' | 'logger' | 'mediaStore' | 'pictureMaker' | 'platforms' | 'safeFetch' | 'secrets'
>;

/** Where the picture of a post comes from. */
export type PictureSource =
  /** `own`: the post's file is at the address; `platform`: the platform shows the picture there, now or soon. */
  | { kind: 'own' | 'platform'; url: string }
  | { kind: 'none' }
  /** The platform did not tell. */
  | { kind: 'untold' }
  /** The platform is not asked now; null: the picture that there is stays for its time, and there will be no other. */
  | { kind: 'later'; pauseMs: number | null };

/** While the quota is kept for publications, a platform is asked again after this time, at the earliest. */
const quotaPauseMs = 3_600_000;

/**
 * The sources of pictures of posts of one connection. A live post has the picture of its platform, or its own where the platform shows
 * none or lets nobody ask.
 */
export async function sourcesOf(
  deps: PictureDeps,
  pictures: readonly [DuePicture, ...DuePicture[]],
  signal: AbortSignal,
): Promise<Map<DuePicture, PictureSource>> {
  const sources = new Map<DuePicture, PictureSource>();
  const [first] = pictures;
  const platform = deps.platforms.get(first.platform);
  if (!platform || first.isOver) return new Map(pictures.map((picture) => [picture, { kind: 'later', pauseMs: null }]));
  for (const picture of pictures) sources.set(picture, ownSource(platform, picture));
  const live = first.hasAccess ? pictures.filter(({ postId }) => postId !== null) : [];
  const { pictures: shown } = platform;
  if (!shown) return sources;
  const channel = new RunChannel(first.connectionId);
  const access = channelAccess(deps, { platform, channel, signal, spends: spendingOfReadings });
  for (let at = 0; at < live.length; at += shown.atOnceMax) {
    const some = live.slice(at, at + shown.atOnceMax);
    const ids = some.flatMap(({ postId }) => postId ?? []);
    const found = await told(deps, signal, async () => access.call(async (call) => shown.read(call, ids)));
    for (const picture of some) {
      if ('kind' in found) sources.set(picture, found);
      else note(sources, picture, found.get(picture.postId ?? ''));
    }
  }
  return sources;
}

function ownSource(platform: Platform, picture: DuePicture): PictureSource {
  const publisher = platform.publishers.get(picture.type);
  const url = publisher ? ownPicture(publisher, picture) : null;
  return url === null ? { kind: 'none' } : { kind: 'own', url };
}

/** @param url undefined: the platform does not have the post, which has no picture then */
function note(sources: Map<DuePicture, PictureSource>, picture: DuePicture, url: string | null | undefined): void {
  if (url === undefined) sources.set(picture, { kind: 'none' });
  else if (url !== null) sources.set(picture, { kind: 'platform', url });
}

async function told(
  { logger }: PictureDeps,
  signal: AbortSignal,
  ask: () => Promise<ReadonlyMap<string, string | null>>,
): Promise<ReadonlyMap<string, string | null> | Extract<PictureSource, { kind: 'later' | 'untold' }>> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PublishFailure)) throw error;
    logger.warn({ err: error }, 'the pictures of some posts could not be asked for');
    if (error.code !== 'QUOTA_EXCEEDED') return { kind: 'untold' };
    return { kind: 'later', pauseMs: Math.max(quotaPauseMs, error.retryAfterMs ?? 0) };
  }
}
