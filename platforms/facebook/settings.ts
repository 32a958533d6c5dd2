import { z } from 'zod';
import { baseUrl } from '../../lib/settings/baseUrl';

/** The app at Meta, the version of its Graph API, and the hosts to talk to; paths are appended to the bases. */
export const facebookSettings = z
  .object({
    FACEBOOK_APP_ID: z.string(),
    FACEBOOK_APP_SECRET: z.string(),
    FACEBOOK_GRAPH_VERSION: z
      .string()
      .regex(/^v\d+\.\d+$/, 'must be a version of the Graph API, such as v26.0')
      .prefault('v26.0'),
    FACEBOOK_DIALOG_BASE: baseUrl.prefault('https://www.facebook.com'),
    FACEBOOK_GRAPH_BASE: baseUrl.prefault('https://graph.facebook.com'),
    FACEBOOK_RUPLOAD_BASE: baseUrl.prefault('https://rupload.facebook.com'),
  })
  .transform((env) => ({
    appId: env.FACEBOOK_APP_ID,
    appSecret: env.FACEBOOK_APP_SECRET,
    version: env.FACEBOOK_GRAPH_VERSION,
    dialogBase: env.FACEBOOK_DIALOG_BASE,
    graphBase: env.FACEBOOK_GRAPH_BASE,
    ruploadBase: env.FACEBOOK_RUPLOAD_BASE,
  }))
  .readonly();
export type FacebookSettings = z.output<typeof facebookSettings>;
