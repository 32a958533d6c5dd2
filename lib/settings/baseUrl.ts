import { z } from 'zod';
import { parseUrl } from '../../domain/parseUrl';

const words = 'must be an http(s) URL without query';

/**
 * A setting: an address to which paths are appended, in the form in which programs write it (WHATWG URL). Its host is in
 * lower case. It has no port that its scheme implies, and no slashes at its end.
 */
export const baseUrl = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/i, words)
  .refine((url) => parseUrl(url) !== undefined, words)
  .transform((url) => new URL(url).href.replace(/\/+$/, ''));
