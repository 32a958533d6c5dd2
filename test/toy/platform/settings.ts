import { z } from 'zod';
import { baseUrl } from '../../../lib/settings/baseUrl';

/** The client of the toy, and its host. */
export const toySettings = z
  .object({ SANDBOX_URL: baseUrl.optional(), TOY_CLIENT_ID: z.string() })
  .transform((env) => ({ clientId: env.TOY_CLIENT_ID, base: env.SANDBOX_URL ?? 'https://toy.example' }));
export type ToySettings = z.output<typeof toySettings>;
