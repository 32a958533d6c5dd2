import { z } from 'zod';
import type { SettingsGroup } from '../settings';

const ListLag = z.int().nonnegative().nullable();
const percent = z.number().nonnegative();

/** The sandbox's Facebook. Behaviour that no source settles can be set both ways; README.md lists it. */
export const FacebookSettings = z.strictObject({
  /** True: calls of the Graph host with a user's or a page's token need `appsecret_proof`. */
  requiresProof: z.boolean(),
  /** The error that every token of a user and of a page meets; null: none. */
  tokenError: z
    .enum(['checkpoint', 'passwordChanged', 'sessionExpired', 'unconfirmed', 'tokenInvalid', 'roleLost'])
    .nullable(),
  /** The share of its limits that is used up: 100 or more, and calls are refused for so many minutes, as the headers tell. */
  usage: z.strictObject({ appPercent: percent, pagePercent: percent, regainMinutes: z.int().nonnegative() }),
  /** Reels that a page may publish by the API in 24 hours. */
  reelsPerDay: z.int().nonnegative(),
  /** At most so many entries a page of a list, whatever is asked for. */
  listMax: z.int().positive(),
  /** True: lists begin with an empty page that has a next page. */
  listsBeginEmpty: z.boolean(),
  /** The outcome of a call that is answered with success: `draft` leaves a draft, `never` leaves nothing. */
  publishOutcome: z.enum(['published', 'never', 'draft', 'error']),
  /** The delay after which a post is live that could be live at once. */
  liveDelayMs: z.int().nonnegative(),
  /** The fate of a vertical video of the feed: a reel that stays a draft, a reel that is published, or a video as any other. */
  verticalVideos: z.enum(['draft', 'reel', 'video']),
  /** True: a reel or a story is processed as soon as its bytes are there. False: once `finish` was called. */
  processesDrafts: z.boolean(),
  /** The form of a processing error: as documented, as the specification has it, or as recorded (nothing has begun). */
  processingErrorForm: z.enum(['error', 'errors', 'notStarted']),
  /** The words of a video's status: as in recorded answers, or as in the documentation. */
  statusWords: z.enum(['recorded', 'documented']),
  /** The parameter that publishes a draft: `is_published` for a post, `published` for a video, or either for both. */
  publishParameter: z.enum(['own', 'either']),
  /** The meaning of `created_time` for a post that was a draft: when it was made, or when it was published. */
  createdTime: z.enum(['made', 'published']),
  /** The lifetime of a post, video or reel that is not published; null: no end. */
  draftLifetimeMs: z.int().positive().nullable(),
  /** The lifetime of a photo that no published post shows; a draft ends with its photos. Null: no end. */
  photoLifetimeMs: z.int().positive().nullable(),
  /** True: an upload that is whole and not finished expires, as an incomplete upload does. */
  wholeUploadsExpire: z.boolean(),
  /** True: a text that equals the page's latest is refused with code 506. */
  refusesDuplicates: z.boolean(),
  /** The maker of the posts that are made now: the app that asks, another app, or a person. */
  postsBy: z.enum(['app', 'otherApp', 'person']),
  /** The bytes that one chunk of a video may have, as `start_offset` and `end_offset` say. */
  chunkBytes: z.int().positive(),
  /** Drafts of feed posts and videos: taken, not permitted (code 200), or kept as drafts for good (code 100 where one is published). */
  drafts: z.enum(['taken', 'refused', 'kept']),
  /** The lists of a page show a post so long after it is live; null: they never do. */
  listLagMs: ListLag,
  /** The lags of single pages, by their ids, in place of that. */
  listLagsMs: z.record(z.string(), ListLag),
  /** A comment is listed so long after it was made. */
  commentLagMs: z.int().nonnegative(),
  /** The status of the rupload host's refusals. */
  ruploadErrorStatus: z.union([z.literal(200), z.literal(400)]),
  photoBytesMax: z.int().positive(),
  /** The address that is told when a user removes the app; null: the app has named none. */
  deauthorizeUrl: z.url().nullable(),
  /** The address that is asked when a user wants their data deleted; null: the app has named none. */
  dataDeletionUrl: z.url().nullable(),
  /** The form of a metric's value: a number, or an object of its parts. */
  insightValues: z.enum(['number', 'parts']),
});
export type FacebookSettings = z.infer<typeof FacebookSettings>;

const dayMs = 24 * 3_600_000;

export const facebookDefaults: FacebookSettings = {
  requiresProof: true,
  tokenError: null,
  usage: { appPercent: 0, pagePercent: 0, regainMinutes: 0 },
  reelsPerDay: 30,
  listMax: 100,
  listsBeginEmpty: false,
  publishOutcome: 'published',
  liveDelayMs: 0,
  verticalVideos: 'draft',
  processesDrafts: false,
  processingErrorForm: 'errors',
  statusWords: 'recorded',
  publishParameter: 'own',
  createdTime: 'made',
  draftLifetimeMs: 30 * dayMs,
  photoLifetimeMs: dayMs,
  wholeUploadsExpire: false,
  refusesDuplicates: true,
  postsBy: 'app',
  chunkBytes: 1024 * 1024,
  drafts: 'taken',
  listLagMs: 0,
  listLagsMs: {},
  commentLagMs: 0,
  ruploadErrorStatus: 400,
  photoBytesMax: 4 * 1024 * 1024,
  deauthorizeUrl: null,
  dataDeletionUrl: null,
  insightValues: 'number',
};

const FacebookGroup = z.object({ facebook: FacebookSettings });
export type FacebookGroup = z.infer<typeof FacebookGroup>;

/** The settings of Facebook, which are told and changed under the slug. */
export const facebookSettings: SettingsGroup<FacebookGroup> = {
  schema: FacebookGroup,
  initial: { facebook: facebookDefaults },
};
