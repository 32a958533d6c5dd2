import { z } from 'zod';

/** The records of the sandbox's YouTube. Times in milliseconds of the sandbox's clock. */

/** Counters that a control has set; the rest is counted. */
const ChannelCounts = z
  .object({
    subscriberCount: z.number(),
    hiddenSubscriberCount: z.boolean(),
    viewCount: z.number(),
    videoCount: z.number(),
  })
  .partial();
export type ChannelCounts = z.infer<typeof ChannelCounts>;

export const Channel = z.object({
  id: z.string(),
  name: z.string(),
  createdAtMs: z.number(),
  counts: ChannelCounts,
  /** The drawn picture of the channel; null: the picture that all have. */
  picture: z.string().nullable().default(null),
});
export type Channel = z.infer<typeof Channel>;

/** One consent: an account has let our client act for one channel. */
export const Grant = z.object({
  refreshToken: z.string(),
  /** Null: the account has no channel. */
  channelId: z.string().nullable(),
  scopes: z.array(z.string()),
  createdAtMs: z.number(),
  /** When the refresh token runs out; null: it does not. */
  endsAtMs: z.number().nullable(),
  isRevoked: z.boolean(),
  /** True: the client receives the refresh token. Without it, its access ends with the first access token. */
  isOffline: z.boolean(),
});
export type Grant = z.infer<typeof Grant>;

/** Given to the redirect URI after a consent, good for one exchange. */
export const AuthorizationCode = z.object({
  code: z.string(),
  /** The grant that the code stands for. */
  refreshToken: z.string(),
  redirectUri: z.string(),
  /** RFC 7636; null: the client has sent no challenge. */
  codeChallenge: z.object({ value: z.string(), method: z.enum(['S256', 'plain']) }).nullable(),
  expiresAtMs: z.number(),
});
export type AuthorizationCode = z.infer<typeof AuthorizationCode>;

export const AccessToken = z.object({
  token: z.string(),
  refreshToken: z.string(),
  /** The scopes of the grant that the token was issued for; null: all scopes of the grant. */
  scopes: z.array(z.string()).nullable(),
  expiresAtMs: z.number(),
});
export type AccessToken = z.infer<typeof AccessToken>;

/** The fields of a video that a caller may write, after validation. */
export const VideoMetadata = z.object({
  snippet: z.object({
    title: z.string(),
    description: z.string(),
    tags: z.array(z.string()).optional(),
    categoryId: z.string(),
    defaultLanguage: z.string().optional(),
    defaultAudioLanguage: z.string().optional(),
  }),
  status: z.object({
    privacyStatus: z.enum(['public', 'unlisted', 'private']),
    publishAt: z.string().optional(),
    license: z.enum(['youtube', 'creativeCommon']),
    embeddable: z.boolean(),
    publicStatsViewable: z.boolean(),
    selfDeclaredMadeForKids: z.boolean().optional(),
    containsSyntheticMedia: z.boolean().optional(),
  }),
  recordingDetails: z.object({ recordingDate: z.string().optional() }).optional(),
  paidProductPlacementDetails: z.object({ hasPaidProductPlacement: z.boolean() }),
});
export type VideoMetadata = z.infer<typeof VideoMetadata>;

/** The end of processing, decided when the last byte arrives. */
export const Processing = z.object({
  outcome: z.enum(['succeeded', 'failed', 'rejected', 'terminated', 'stuck']),
  lengthMs: z.number(),
  /** The reasons that `status` and `processingDetails` give once processing has failed, or the video was rejected. */
  failureReason: z.string().nullable(),
  processingFailureReason: z.string(),
  rejectionReason: z.string(),
});
export type Processing = z.infer<typeof Processing>;

/** A picture that `thumbnails.set` has brought. */
const CustomThumbnail = z.object({
  contentType: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  /** The number of times that a thumbnail has been set for the video. */
  setCount: z.number(),
});

export const Video = VideoMetadata.extend({
  id: z.string(),
  channelId: z.string(),
  uploadedAtMs: z.number(),
  /** Since when it has been public; null: never was. */
  publicSinceMs: z.number().nullable(),
  sizeBytes: z.number(),
  contentType: z.string(),
  /** The play time the file itself states; null: unknown. */
  durationMs: z.number().nullable(),
  /** The comment in its file. */
  comment: z.string().default(''),
  processing: Processing,
  viewCount: z.number(),
  /** Null: ratings are not shown. */
  likeCount: z.number().nullable(),
  /** Null: comments are disabled. */
  commentCount: z.number().nullable(),
  /** The custom thumbnail that was set last; null: the thumbnail that YouTube has made. */
  thumbnail: CustomThumbnail.nullable(),
});
export type Video = z.infer<typeof Video>;

/** A playlist that a caller has made; the uploads playlist of a channel is no such playlist. */
export const Playlist = z.object({
  id: z.string(),
  channelId: z.string(),
  title: z.string(),
  privacyStatus: z.enum(['public', 'unlisted', 'private']),
  createdAtMs: z.number(),
});
export type Playlist = z.infer<typeof Playlist>;

/** A video may be in a playlist several times. */
export const PlaylistItem = z.object({
  id: z.string(),
  playlistId: z.string(),
  videoId: z.string(),
  addedAtMs: z.number(),
});
export type PlaylistItem = z.infer<typeof PlaylistItem>;

/** A comment on a video, by a channel. */
export const Comment = z.object({
  id: z.string(),
  videoId: z.string(),
  channelId: z.string(),
  text: z.string(),
  postedAtMs: z.number(),
});
export type Comment = z.infer<typeof Comment>;

/** Captions of a video; their bytes are not kept. */
export const Captions = z.object({
  id: z.string(),
  videoId: z.string(),
  language: z.string(),
  name: z.string(),
  isDraft: z.boolean(),
  /** The file is SubRip or WebVTT. */
  isRead: z.boolean(),
  sizeBytes: z.number(),
  sha256: z.string(),
  setAtMs: z.number(),
  /** The number of times that a file has been set. */
  setCount: z.number(),
});
export type Captions = z.infer<typeof Captions>;

/** A resumable upload. The number of its stored bytes is the length of its file. */
export const UploadSession = z.object({
  id: z.string(),
  /** The video that the upload will become. */
  videoId: z.string(),
  channelId: z.string(),
  metadata: VideoMetadata,
  parts: z.array(z.string()),
  contentType: z.string(),
  /** Null until a request tells it. */
  totalBytes: z.number().nullable(),
  createdAtMs: z.number(),
  isCancelled: z.boolean(),
  /** The answer to the last byte, repeated for as long as the session is asked. */
  finalAnswer: z.string().nullable(),
});
export type UploadSession = z.infer<typeof UploadSession>;

/** The used part of a day's quota; `day` is a date in California. */
export const QuotaUse = z.object({
  day: z.string(),
  uploads: z.number(),
  units: z.number(),
  channelUploads: z.record(z.string(), z.number()),
});
export type QuotaUse = z.infer<typeof QuotaUse>;
