import { z } from 'zod';
import type { SettingsGroup } from '../settings';

/** The settings of the sandbox's YouTube, besides the settings of all platforms. */
export const YoutubeSettings = z.object({
  /** The reason of a failure; null: only `processingFailureReason` tells, and `uploadStatus` stays `uploaded`. */
  failureReason: z.enum(['conversion', 'invalidFile', 'emptyFile', 'tooSmall', 'codec', 'uploadAborted']).nullable(),
  processingFailureReason: z.enum(['uploadFailed', 'transcodeFailed', 'streamingFailed', 'other']),
  /** The reason of a rejection. */
  rejectionReason: z.enum([
    'copyright',
    'inappropriate',
    'duplicate',
    'termsOfUse',
    'uploaderAccountSuspended',
    'length',
    'claim',
    'uploaderAccountClosed',
    'trademark',
    'legal',
  ]),
  /** For so long after its upload, YouTube answers that it does not find a video which it puts into a playlist. */
  youngVideoMs: z.int().nonnegative(),
  /** A comment is listed so long after it was made. */
  commentLagMs: z.int().nonnegative(),
  /** Of the app: refresh tokens that are given to an app in testing run out, after 7 days. */
  publishingStatus: z.enum(['inProduction', 'testing']),
  /** The lifetime of the refresh tokens that are given in testing. */
  testingTokenMs: z.int().positive(),
  quota: z.strictObject({
    /** The bucket "Video Uploads" of the project: videos.insert calls a day. */
    uploadsPerDay: z.int().nonnegative(),
    /** All other calls of the project, in units a day. */
    unitsPerDay: z.int().nonnegative(),
    /** Videos a channel may upload a day; null: any number. */
    channelUploadsPerDay: z.int().nonnegative().nullable(),
  }),
});
export type YoutubeSettings = z.infer<typeof YoutubeSettings>;

export const youtubeSettings: SettingsGroup<YoutubeSettings> = {
  schema: YoutubeSettings,
  initial: {
    failureReason: 'conversion',
    processingFailureReason: 'transcodeFailed',
    rejectionReason: 'termsOfUse',
    youngVideoMs: 0,
    commentLagMs: 0,
    publishingStatus: 'inProduction',
    testingTokenMs: 7 * 24 * 3_600_000,
    quota: { uploadsPerDay: 100, unitsPerDay: 10_000, channelUploadsPerDay: null },
  },
};
