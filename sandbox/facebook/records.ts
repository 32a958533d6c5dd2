import { z } from 'zod';

/** The records of the sandbox's Facebook. Times in milliseconds of the sandbox's clock. */

/** Counters that a control has set; the rest is counted. */
const PageCounts = z.object({ subscriberCount: z.number(), viewCount: z.number() }).partial();

export const Page = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  category: z.string(),
  ownerId: z.string(),
  /** The tasks of its owner. */
  tasks: z.array(z.string()),
  /** The page belongs to a business: apps find it by the permission to manage the business. */
  isOfBusiness: z.boolean().default(false),
  createdAtMs: z.number(),
  counts: PageCounts.default({}),
  /** The drawn picture of the page; null: the picture that all have. */
  picture: z.string().nullable().default(null),
});
export type Page = z.infer<typeof Page>;

/** The consent of a user to our app, with these permissions. Each user has at most one consent that is not revoked. */
export const Consent = z.object({
  id: z.string(),
  userId: z.string(),
  granted: z.array(z.string()),
  declined: z.array(z.string()),
  /** The pages of the consent. */
  pageIds: z.array(z.string()),
  consentedAtMs: z.number(),
  isRevoked: z.boolean(),
});
export type Consent = z.infer<typeof Consent>;

export const Token = z.object({
  token: z.string(),
  consentId: z.string(),
  userId: z.string(),
  /** Null: the user's own. */
  pageId: z.string().nullable(),
  /** The user's token that a page's token was issued for. */
  parent: z.string().nullable(),
  issuedAtMs: z.number(),
  /** Null: the token has no end of its own. */
  expiresAtMs: z.number().nullable(),
});
export type Token = z.infer<typeof Token>;

/** Given to the redirect URI after a consent, good for one exchange. */
export const Code = z.object({
  code: z.string(),
  consentId: z.string(),
  redirectUri: z.string(),
  expiresAtMs: z.number(),
  isUsed: z.boolean(),
});
export type Code = z.infer<typeof Code>;

export const Photo = z.object({
  id: z.string(),
  pageId: z.string(),
  caption: z.string(),
  altText: z.string(),
  madeAtMs: z.number(),
  /** The photo is gone a day later unless a post shows it. */
  isTemporary: z.boolean(),
  sizeBytes: z.number(),
  contentType: z.string(),
  /** The comment in its file. */
  comment: z.string().default(''),
  /** The post or story that shows it. */
  postId: z.string().nullable(),
});
export type Photo = z.infer<typeof Photo>;

/** The end of processing, decided when it begins. */
export const Processing = z.object({
  startsAtMs: z.number(),
  lengthMs: z.number(),
  outcome: z.enum(['succeeded', 'failed', 'stuck']),
  /** Why it failed. */
  error: z.object({ code: z.number(), message: z.string() }).nullable(),
});
export type Processing = z.infer<typeof Processing>;

export const Video = z.object({
  id: z.string(),
  pageId: z.string(),
  use: z.enum(['video', 'reel', 'story']),
  title: z.string(),
  description: z.string(),
  startedAtMs: z.number(),
  /** As its uploader has named it; null: not yet. */
  sizeBytes: z.number().nullable(),
  /** When its last byte came; null: not yet. */
  uploadedAtMs: z.number().nullable(),
  contentType: z.string(),
  /** The play time that the file itself states; null: unknown. */
  durationMs: z.number().nullable(),
  /** The width by the height that the file itself states; null: unknown. */
  aspect: z.number().nullable().default(null),
  /** A video of the feed of which Facebook has made a reel. */
  isTurned: z.boolean().default(false),
  /** True: the bytes are the bytes of a video. */
  isFilm: z.boolean(),
  /** The comment in its file. */
  comment: z.string().default(''),
  finishedAtMs: z.number().nullable(),
  processing: Processing.nullable(),
  publish: z.enum(['none', 'published', 'never', 'draft', 'error', 'scheduled']),
  /** The time at which the video is live, or will be; null: it is not published, or it never will be live. */
  liveAtMs: z.number().nullable(),
  /** The post or story that shows it. */
  postId: z.string().nullable(),
});
export type Video = z.infer<typeof Video>;

/** The classic chunked upload of a video. The number of its stored bytes is the length of its file. */
export const UploadSession = z.object({ id: z.string(), videoId: z.string(), startedAtMs: z.number() });
export type UploadSession = z.infer<typeof UploadSession>;

/** A comment on a post, by a page. */
export const Comment = z.object({
  id: z.string(),
  postId: z.string(),
  pageId: z.string(),
  message: z.string(),
  madeAtMs: z.number(),
});
export type Comment = z.infer<typeof Comment>;

/** A post of a page, or a story, whose id is a plain number. */
export const Post = z.object({
  id: z.string(),
  pageId: z.string(),
  use: z.enum(['text', 'link', 'photo', 'video', 'reel', 'story']),
  message: z.string(),
  link: z.string().nullable(),
  /** Its photos, or its video. */
  mediaIds: z.array(z.string()),
  /** The countries whose people alone see it; empty: everybody does. */
  countries: z.array(z.string()).default([]),
  /** The app that has made it; null: a person. */
  appId: z.string().nullable().default(null),
  madeAtMs: z.number(),
  updatedAtMs: z.number(),
  /** The time at which the post is live, or will be; null: it is a draft. */
  liveAtMs: z.number().nullable(),
  viewCount: z.number(),
  likeCount: z.number(),
  commentCount: z.number(),
  shareCount: z.number(),
});
export type Post = z.infer<typeof Post>;
