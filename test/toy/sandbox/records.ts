import { join } from 'node:path';
import { z } from 'zod';
import { openCollection } from '../../../sandbox/storage/collection';

const Channel = z.object({ id: z.string(), name: z.string(), account: z.string() });
const Grant = z.object({
  id: z.string(),
  channelId: z.string(),
  scopes: z.array(z.string()),
  refreshToken: z.string(),
});
const AccessToken = z.object({ grantId: z.string(), expiresAtMs: z.number() });
const Code = z.object({ grantId: z.string(), challenge: z.string(), redirectUri: z.string() });
const Session = z.object({ id: z.string(), channelId: z.string(), sizeBytes: z.number(), receivedBytes: z.number() });
const Medium = z.object({ id: z.string(), channelId: z.string(), sizeBytes: z.number(), processedAtMs: z.number() });
const Post = z.object({
  id: z.string(),
  channelId: z.string(),
  message: z.string(),
  media: z.array(z.string()),
  /** When others see it; null: it is a draft. */
  liveAtMs: z.number().nullable(),
});
export type Post = z.infer<typeof Post>;
export type Medium = z.infer<typeof Medium>;

/** The records of the toy, in `folder`. */
export function openStore(folder: string) {
  const at = (name: string) => join(folder, `${name}.jsonl`);
  const store = {
    channels: openCollection(at('channels'), Channel),
    grants: openCollection(at('grants'), Grant),
    accessTokens: openCollection(at('accessTokens'), AccessToken),
    codes: openCollection(at('codes'), Code),
    sessions: openCollection(at('sessions'), Session),
    media: openCollection(at('media'), Medium),
    posts: openCollection(at('posts'), Post),
  };
  return { ...store, clear: () => Object.values(store).forEach((collection) => collection.clear()) };
}
export type Store = ReturnType<typeof openStore>;
