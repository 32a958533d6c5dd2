import { z } from 'zod';
import { baseUrl } from '../../lib/baseUrl';

/** The app at Google and the hosts to talk to; paths are appended to the bases. */
export const youtubeSettings = z
  .object({
    YOUTUBE_CLIENT_ID: z.string(),
    YOUTUBE_CLIENT_SECRET: z.string(),
    GOOGLE_AUTH_BASE: baseUrl.prefault('https://accounts.google.com'),
    GOOGLE_TOKEN_BASE: baseUrl.prefault('https://oauth2.googleapis.com'),
    YOUTUBE_API_BASE: baseUrl.prefault('https://youtube.googleapis.com'),
    YOUTUBE_UPLOAD_BASE: baseUrl.prefault('https://youtube.googleapis.com'),
  })
  .transform((env) => ({
    clientId: env.YOUTUBE_CLIENT_ID,
    clientSecret: env.YOUTUBE_CLIENT_SECRET,
    authBase: env.GOOGLE_AUTH_BASE,
    tokenBase: env.GOOGLE_TOKEN_BASE,
    apiBase: env.YOUTUBE_API_BASE,
    uploadBase: env.YOUTUBE_UPLOAD_BASE,
  }))
  .readonly();
export type YouTubeSettings = z.output<typeof youtubeSettings>;
