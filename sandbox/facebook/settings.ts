import { z } from 'zod';

const percent = z.number().nonnegative();

/** How the sandbox's Facebook behaves. Behaviour that no source settles can be set both ways; README.md lists it. */
export const FacebookSettings = z.strictObject({
  /** Whether calls of the Graph host with a user's or a page's token need `appsecret_proof`. */
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
  /** Lists begin with a page that is empty and has a next one. */
  listsBeginEmpty: z.boolean(),
  /** What comes of a call that publishes and is answered with success: a draft is what stays of `draft`, nothing of `never`. */
  publishOutcome: z.enum(['published', 'never', 'draft', 'error']),
  /** How much later than it could be a post is live. */
  liveDelayMs: z.int().nonnegative(),
  /** Whether a reel or a story is processed as soon as its bytes are there, or once `finish` was called. */
  processesDrafts: z.boolean(),
  /** How a processing error is given: as documented, as the specification has it, or as recorded (nothing has begun). */
  processingErrorForm: z.enum(['error', 'errors', 'notStarted']),
  /** The words of a video's status: those of recorded answers, or those of the documentation. */
  statusWords: z.enum(['recorded', 'documented']),
  /** Which parameter makes a draft public: `is_published` for a post and `published` for a video only, or either for both. */
  publishParameter: z.enum(['own', 'either']),
  /** Whether `created_time` of a post that was a draft is when it was made, or when it was published. */
  createdTime: z.enum(['made', 'published']),
  /** How long a draft that is not published stays; null: for good. */
  draftLifetimeMs: z.int().positive().nullable(),
  /** Whether an upload that is whole and not finished expires as one does that lacks bytes. */
  wholeUploadsExpire: z.boolean(),
  /** Whether a text that equals the page's latest is refused with code 506. */
  refusesDuplicates: z.boolean(),
  /** How many bytes one chunk of a video may have, as `start_offset` and `end_offset` say. */
  chunkBytes: z.int().positive(),
  /** The status of the rupload host's refusals. */
  ruploadErrorStatus: z.union([z.literal(200), z.literal(400)]),
  photoBytesMax: z.int().positive(),
  /** How the value of a metric is given: as a number, or as an object of its parts. */
  insightValues: z.enum(['number', 'parts']),
});
export type FacebookSettings = z.infer<typeof FacebookSettings>;

export const facebookDefaults: FacebookSettings = {
  requiresProof: true,
  tokenError: null,
  usage: { appPercent: 0, pagePercent: 0, regainMinutes: 0 },
  reelsPerDay: 30,
  listMax: 100,
  listsBeginEmpty: false,
  publishOutcome: 'published',
  liveDelayMs: 0,
  processesDrafts: false,
  processingErrorForm: 'errors',
  statusWords: 'recorded',
  publishParameter: 'own',
  createdTime: 'made',
  draftLifetimeMs: null,
  wholeUploadsExpire: false,
  refusesDuplicates: true,
  chunkBytes: 1024 * 1024,
  ruploadErrorStatus: 400,
  photoBytesMax: 4 * 1024 * 1024,
  insightValues: 'number',
};
