import { z } from 'zod';
import { baseUrl } from '../../lib/settings/baseUrl';

/**
 * The ways to publish texts, links, photos and videos: `staged` makes a draft and publishes it, `direct` makes the post public by the
 * call that makes it, `auto` stages until Facebook refuses drafts on a page.
 */
const publishingWays = ['staged', 'direct', 'auto'] as const;

/** The app at Meta, the version of its Graph API, and the hosts to talk to; paths are appended to the bases. */
export const facebookSettings = z
  .object({
    SANDBOX_URL: baseUrl.optional(),
    FACEBOOK_APP_ID: z.string(),
    FACEBOOK_APP_SECRET: z.string(),
    FACEBOOK_GRAPH_VERSION: z
      .string()
      .regex(/^v\d+\.\d+$/, 'must be a version of the Graph API, such as v27.0')
      .prefault('v27.0'),
    FACEBOOK_PUBLISHING: z.enum(publishingWays).prefault('auto'),
  })
  .transform((env) => ({
    appId: env.FACEBOOK_APP_ID,
    appSecret: env.FACEBOOK_APP_SECRET,
    version: env.FACEBOOK_GRAPH_VERSION,
    publishing: env.FACEBOOK_PUBLISHING,
    dialogBase: env.SANDBOX_URL ?? 'https://www.facebook.com',
    graphBase: env.SANDBOX_URL ?? 'https://graph.facebook.com',
    ruploadBase: env.SANDBOX_URL ?? 'https://rupload.facebook.com',
  }))
  .readonly();
export type FacebookSettings = z.output<typeof facebookSettings>;
