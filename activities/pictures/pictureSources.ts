import { channelAccess } from '../../channels/channelAccess';
import { spendingOfReadings } from '../../channels/spendQuota';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { RunChannel } from '../../models/assignments/runSubjects';
import type { DuePicture } from '../../models/pictures/picturesDue';
import { ownPicture } from '../../platforms/ownPicture';
import type { Channel, ChannelCall, Platform } from '../../platforms/Platform';
import type { ActivityDeps } from '../deps';

export type PictureDeps = Pick<
  ActivityDeps,
  'dueGate' | 'logger' | 'mediaStore' | 'pictureMaker' | 'platforms' | 'safeFetch' | 'secrets'
>;

/** Where a picture comes from. */
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
 * The sources of pictures of one connection. A live post has the picture of its platform, or its own where the platform shows
 * none or lets nobody ask. The channel has the picture that its platform named when it was connected. That address may run out: before
 * the picture is read again, the platform is asked for the present one.
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
  for (const picture of pictures) sources.set(picture, knownSource(platform, picture));
  if (!first.hasAccess) return sources;
  const channel = new RunChannel(first.connectionId);
  const access = channelAccess(deps, { platform, channel, signal, spends: spendingOfReadings });
  for (const { pictures: asked, read } of questionsOf(platform, pictures)) {
    const found = await told(deps, signal, async () => access.call(read));
    for (const [id, picture] of asked) {
      if ('kind' in found) sources.set(picture, found);
      else note(sources, picture, found.get(id));
    }
  }
  return sources;
}

/** The source of a picture as it is known before the platform is asked. */
function knownSource(platform: Platform, { post, channelUrl }: DuePicture): PictureSource {
  if (!post) return channelUrl === null ? { kind: 'none' } : { kind: 'platform', url: channelUrl };
  const publisher = platform.publishers.get(post.type);
  const url = publisher ? ownPicture(publisher, post) : null;
  return url === null ? { kind: 'none' } : { kind: 'own', url };
}

/** One request of the platform. */
interface Question {
  /** The pictures by the ids of the answer. */
  readonly pictures: readonly (readonly [id: string, picture: DuePicture])[];
  /** The addresses of the pictures, as `PostPictures.read` has them. */
  readonly read: (call: ChannelCall) => Promise<ReadonlyMap<string, string | null>>;
}

/** The questions after live posts, and after a channel whose address may have run out: it was read before, or could not be read. */
function questionsOf(platform: Platform, pictures: readonly DuePicture[]): Question[] {
  const again = pictures.filter(({ post, version, failedTries }) => !post && (version !== null || failedTries > 0));
  const ofChannel = again.map((picture): Question => {
    const { id } = picture;
    return { pictures: [[id, picture]], read: async (call) => channelPicture(id, await platform.channel(call)) };
  });
  const { pictures: shown } = platform;
  if (!shown) return ofChannel;
  const live = pictures.flatMap((picture) => (picture.post?.postId ? [[picture.post.postId, picture] as const] : []));
  const ofPosts: Question[] = [];
  for (let at = 0; at < live.length; at += shown.atOnceMax) {
    const asked = live.slice(at, at + shown.atOnceMax);
    const ids = asked.map(([id]) => id);
    ofPosts.push({ pictures: asked, read: async (call) => shown.read(call, ids) });
  }
  return [...ofChannel, ...ofPosts];
}

/** A channel without a picture is left out, as a post is that the platform does not have. */
function channelPicture(id: string, { thumbnailUrl }: Channel): ReadonlyMap<string, string> {
  return new Map(thumbnailUrl === null ? [] : [[id, thumbnailUrl]]);
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
    logger.warn({ err: error }, 'some pictures could not be asked for');
    if (error.code !== 'QUOTA_EXCEEDED') return { kind: 'untold' };
    return { kind: 'later', pauseMs: Math.max(quotaPauseMs, error.retryAfterMs ?? 0) };
  }
}
