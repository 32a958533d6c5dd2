import { z } from 'zod';

/** A setting: `true` or `false`. Other words, such as `yes` or `1`, are refused, so that none is taken for `false`. */
export const trueOrFalse = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');
