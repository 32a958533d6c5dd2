import { z } from 'zod';
import { baseUrl } from '../../../lib/settings/baseUrl';

/** The address of the toy. */
export const toySettings = z.object({ TOY_BASE: baseUrl }).transform((env) => ({ base: env.TOY_BASE }));
export type ToySettings = z.output<typeof toySettings>;
