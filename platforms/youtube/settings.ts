import { z } from 'zod';
import { baseUrl } from '../../lib/settings/baseUrl';
import { wholeNumber } from '../../lib/settings/wholeNumber';

/** The app at Google, its quota, and the hosts to talk to; paths are appended to the bases. */
export const youtubeSettings = z
  .object({
    SANDBOX_URL: baseUrl.optional(),
    YOUTUBE_CLIENT_ID: z.string(),
    YOUTUBE_CLIENT_SECRET: z.string(),
    YOUTUBE_UPLOADS_PER_DAY: wholeNumber(1).prefault('100'),
    YOUTUBE_UNITS_PER_DAY: wholeNumber(1).prefault('10000'),
    YOUTUBE_WORKSPACE_SHARE_PERCENT: wholeNumber(1, 100).prefault('100'),
  })
  .transform((env) => ({
    clientId: env.YOUTUBE_CLIENT_ID,
    clientSecret: env.YOUTUBE_CLIENT_SECRET,
    authBase: env.SANDBOX_URL ?? 'https://accounts.google.com',
    tokenBase: env.SANDBOX_URL ?? 'https://oauth2.googleapis.com',
    apiBase: env.SANDBOX_URL ?? 'https://youtube.googleapis.com',
    uploadBase: env.SANDBOX_URL ?? 'https://youtube.googleapis.com',
    uploadsPerDay: env.YOUTUBE_UPLOADS_PER_DAY,
    unitsPerDay: env.YOUTUBE_UNITS_PER_DAY,
    workspaceSharePercent: env.YOUTUBE_WORKSPACE_SHARE_PERCENT,
  }))
  .readonly();
export type YouTubeSettings = z.output<typeof youtubeSettings>;
