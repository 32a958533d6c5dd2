import { statSync } from 'node:fs';
import type { PlatformState } from '../platform';
import type { YoutubeContext } from './context';
import { quotaUsedToday } from './quota';
import type { UploadSession, Video } from './records';
import { itemsOf } from './store';
import { privacyAt, statusAt } from './videoStatus';

const iso = (timeMs: number) => new Date(timeMs).toISOString();
const masked = (token: string) => `${token.slice(0, 16)}…${token.slice(-4)}`;

/** The records of the sandbox's YouTube, for people and tests; tokens are masked. */
export function describeState(context: YoutubeContext): PlatformState {
  const { store, settings, clock } = context;
  const now = clock();
  const offline = store.grants.values().filter(({ isOffline }) => isOffline);
  const { day, uploads, units, channelUploads } = quotaUsedToday(context);
  return {
    channels: store.channels
      .values()
      .map(({ id, name, createdAtMs }) => ({ platform: 'youtube', id, name, createdAt: iso(createdAtMs) })),
    videos: store.videos.values().map((video) => describeVideo(video, now)),
    posts: [],
    playlists: store.playlists.values().map(({ createdAtMs, ...playlist }) => ({
      platform: 'youtube',
      ...playlist,
      createdAt: iso(createdAtMs),
      items: itemsOf(store, playlist.id).map(({ id, videoId, addedAtMs }) => ({
        id,
        videoId,
        addedAt: iso(addedAtMs),
      })),
    })),
    ...describeBeside(context),
    tokens: [
      ...offline.map(({ refreshToken, channelId, scopes, isRevoked }) => {
        return { platform: 'youtube', kind: 'refresh', token: masked(refreshToken), channelId, scopes, isRevoked };
      }),
      ...store.accessTokens.values().map(({ token, refreshToken, expiresAtMs }) => {
        const { channelId, isRevoked } = store.grants.get(refreshToken) ?? { isRevoked: true };
        return {
          platform: 'youtube',
          kind: 'access',
          token: masked(token),
          channelId,
          expiresAt: iso(expiresAtMs),
          isRevoked,
        };
      }),
    ],
    uploadSessions: store.sessions
      .values()
      .map((session) => describeSession(session, store.mediaFile(session.videoId))),
    quota: { day, uploads, units, channelUploads, limits: settings.read().quota },
  };
}

/** Comments and captions. */
function describeBeside({ store }: YoutubeContext) {
  return {
    captions: store.captions
      .values()
      .map(({ setAtMs, ...captions }) => ({ platform: 'youtube', ...captions, setAt: iso(setAtMs) })),
    comments: store.comments.values().map(({ postedAtMs, videoId, ...comment }) => ({
      platform: 'youtube',
      postId: videoId,
      ...comment,
      at: iso(postedAtMs),
    })),
  };
}

function describeVideo(video: Video, nowMs: number): object {
  const { uploadedAtMs, processing: _processing, durationMs, publicSinceMs, ...rest } = video;
  const { publishAt: _publishAt, ...fixed } = video.status;
  const { timeLeftMs: _timeLeftMs, ...status } = statusAt(video, nowMs);
  return {
    platform: 'youtube',
    ...rest,
    status: { ...fixed, ...privacyAt(video, nowMs), ...status },
    durationMs,
    uploadedAt: iso(uploadedAtMs),
    publicSince: publicSinceMs === null ? null : iso(publicSinceMs),
  };
}

function describeSession(session: UploadSession, file: string): object {
  const { id, videoId, channelId, totalBytes, isCancelled, finalAnswer, createdAtMs } = session;
  return {
    platform: 'youtube',
    id,
    videoId,
    channelId,
    totalBytes,
    fileBytes: statSync(file, { throwIfNoEntry: false })?.size ?? 0,
    status: finalAnswer === null ? (isCancelled ? 'cancelled' : 'open') : 'finished',
    createdAt: iso(createdAtMs),
  };
}
