import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openCollection } from '../storage/collection';
import { Code, Comment, Consent, Page, Photo, Post, Token, UploadSession, Video } from './records';

/** All records of the sandbox's Facebook. */
export type FacebookStore = ReturnType<typeof openStore>;

/** Opens the records in `folder`, made if missing. */
export function openStore(folder: string) {
  const mediaFolder = join(folder, 'media');
  mkdirSync(mediaFolder, { recursive: true });
  const at = (name: string) => join(folder, `${name}.jsonl`);
  const collections = {
    pages: openCollection(at('pages'), Page),
    consents: openCollection(at('consents'), Consent),
    tokens: openCollection(at('tokens'), Token),
    codes: openCollection(at('codes'), Code),
    photos: openCollection(at('photos'), Photo),
    videos: openCollection(at('videos'), Video),
    sessions: openCollection(at('uploadSessions'), UploadSession),
    posts: openCollection(at('posts'), Post),
    comments: openCollection(at('comments'), Comment),
  };
  return {
    ...collections,
    /** The file of a photo or video. */
    mediaFile: (id: string) => join(mediaFolder, id),
    async clear() {
      for (const collection of Object.values(collections)) collection.clear();
      await rm(mediaFolder, { recursive: true, force: true });
      mkdirSync(mediaFolder, { recursive: true });
    },
  };
}
