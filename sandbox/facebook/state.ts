import type { PlatformState } from '../platform';
import type { FacebookContext } from './context';
import { isLive } from './objects';
import { audienceOf } from './publish';
import type { Post, Token, Video } from './records';
import { presentStatus, storedBytesOf } from './video/status';

const iso = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());
const masked = (token: string) => `${token.slice(0, 12)}…${token.slice(-4)}`;

/** The records of the sandbox's Facebook, for people and tests; tokens are masked. */
export function describeState(context: FacebookContext): PlatformState {
  const { store, settings } = context;
  return {
    channels: store.pages
      .values()
      .map(({ createdAtMs, ...page }) => ({ platform: 'facebook', ...page, createdAt: iso(createdAtMs) })),
    videos: store.videos.values().map((video) => describeVideo(context, video)),
    photos: store.photos.values().map(({ madeAtMs, ...photo }) => ({ ...photo, madeAt: iso(madeAtMs) })),
    posts: store.posts.values().map((post) => describePost(context, post)),
    comments: store.comments.values().map(({ madeAtMs, pageId, message, ...comment }) => ({
      platform: 'facebook',
      ...comment,
      channelId: pageId,
      text: message,
      at: iso(madeAtMs),
    })),
    tokens: store.tokens.values().map((token) => describeToken(context, token)),
    uploadSessions: store.sessions.values().map(({ startedAtMs, ...session }) => ({
      ...session,
      fileBytes: storedBytesOf(context, session.videoId),
      startedAt: iso(startedAtMs),
    })),
    quota: settings.read().facebook.usage,
  };
}

function describeVideo(context: FacebookContext, video: Video): object {
  const { processing: _processing, startedAtMs, uploadedAtMs, finishedAtMs, liveAtMs, ...rest } = video;
  return {
    ...rest,
    audience: audienceOf(video),
    isLive: isLive(context, video),
    status: presentStatus(context, video),
    startedAt: iso(startedAtMs),
    uploadedAt: iso(uploadedAtMs),
    finishedAt: iso(finishedAtMs),
    liveAt: iso(liveAtMs),
  };
}

function describePost(context: FacebookContext, { madeAtMs, updatedAtMs, liveAtMs, ...post }: Post): object {
  return {
    ...post,
    audience: audienceOf({ liveAtMs }),
    isLive: isLive(context, { liveAtMs }),
    madeAt: iso(madeAtMs),
    updatedAt: iso(updatedAtMs),
    liveAt: iso(liveAtMs),
  };
}

function describeToken({ store }: FacebookContext, { token, consentId, userId, pageId, expiresAtMs }: Token): object {
  const consent = store.consents.get(consentId);
  return {
    platform: 'facebook',
    kind: pageId === null ? 'user' : 'page',
    token: masked(token),
    channelId: pageId,
    userId,
    scopes: consent?.granted ?? [],
    expiresAt: iso(expiresAtMs),
    isRevoked: consent?.isRevoked ?? true,
  };
}
