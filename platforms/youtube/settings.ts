import { z } from 'zod';
import { baseUrl } from '../../lib/settings/baseUrl';
import { wholeNumber } from '../../lib/settings/wholeNumber';

/** The app at Google, its quota, and the hosts to talk to; paths are appended to the bases. */
export const youtubeSettings = z
  .object({
    YOUTUBE_CLIENT_ID: z.string(),
    YOUTUBE_CLIENT_SECRET: z.string(),
    GOOGLE_AUTH_BASE: baseUrl.prefault('https://accounts.google.com'),
    GOOGLE_TOKEN_BASE: baseUrl.prefault('https://oauth2.googleapis.com'),
    YOUTUBE_API_BASE: baseUrl.prefault('https://youtube.googleapis.com'),
    YOUTUBE_UPLOAD_BASE: baseUrl.prefault('https://youtube.googleapis.com'),
    YOUTUBE_UPLOADS_PER_DAY: wholeNumber(1).prefault('100'),
    YOUTUBE_UNITS_PER_DAY: wholeNumber(1).prefault('10000'),
    YOUTUBE_WORKSPACE_SHARE_PERCENT: wholeNumber(1, 100).prefault('100'),
  })
  .transform((env) => ({
    clientId: env.YOUTUBE_CLIENT_ID,
    clientSecret: env.YOUTUBE_CLIENT_SECRET,
    authBase: env.GOOGLE_AUTH_BASE,
    tokenBase: env.GOOGLE_TOKEN_BASE,
    apiBase: env.YOUTUBE_API_BASE,
    uploadBase: env.YOUTUBE_UPLOAD_BASE,
    uploadsPerDay: env.YOUTUBE_UPLOADS_PER_DAY,
    unitsPerDay: env.YOUTUBE_UNITS_PER_DAY,
    workspaceSharePercent: env.YOUTUBE_WORKSPACE_SHARE_PERCENT,
  }))
  .readonly();
export type YouTubeSettings = z.output<typeof youtubeSettings>;
