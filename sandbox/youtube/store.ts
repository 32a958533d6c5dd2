import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openCollection } from '../storage/collection';
import {
  AccessToken,
  AuthorizationCode,
  Captions,
  Channel,
  Comment,
  Grant,
  Playlist,
  PlaylistItem,
  QuotaUse,
  UploadSession,
  Video,
} from './records';

/** All records of the sandbox's YouTube. */
export type YoutubeStore = ReturnType<typeof openStore>;

/** Opens the records in `folder`, made if missing. */
export function openStore(folder: string) {
  const mediaFolder = join(folder, 'media');
  mkdirSync(mediaFolder, { recursive: true });
  const collections = {
    channels: openCollection(join(folder, 'channels.jsonl'), Channel),
    grants: openCollection(join(folder, 'grants.jsonl'), Grant),
    accessTokens: openCollection(join(folder, 'accessTokens.jsonl'), AccessToken),
    authorizationCodes: openCollection(join(folder, 'authorizationCodes.jsonl'), AuthorizationCode),
    sessions: openCollection(join(folder, 'uploadSessions.jsonl'), UploadSession),
    videos: openCollection(join(folder, 'videos.jsonl'), Video),
    playlists: openCollection(join(folder, 'playlists.jsonl'), Playlist),
    playlistItems: openCollection(join(folder, 'playlistItems.jsonl'), PlaylistItem),
    captions: openCollection(join(folder, 'captions.jsonl'), Captions),
    comments: openCollection(join(folder, 'comments.jsonl'), Comment),
    quotaUse: openCollection(join(folder, 'quotaUse.jsonl'), QuotaUse),
  };
  return {
    ...collections,
    /** The file of a video, or of the upload that will become it. */
    mediaFile: (videoId: string) => join(mediaFolder, videoId),
    /** The picture that was set for a video. */
    thumbnailFile: (videoId: string) => join(mediaFolder, `${videoId}.thumbnail`),
    async clear() {
      for (const collection of Object.values(collections)) collection.clear();
      await rm(mediaFolder, { recursive: true, force: true });
      mkdirSync(mediaFolder, { recursive: true });
    },
  };
}

/** The videos of a channel, newest first. */
export function videosOf(store: YoutubeStore, channelId: string): Video[] {
  const videos = store.videos.values().filter((video) => video.channelId === channelId);
  // The later of two videos from the same millisecond comes first as well.
  return videos.reverse().sort((a, b) => b.uploadedAtMs - a.uploadedAtMs);
}

/** The items of a playlist, the first one first. */
export function itemsOf(store: YoutubeStore, playlistId: string): PlaylistItem[] {
  return store.playlistItems.values().filter((item) => item.playlistId === playlistId);
}
