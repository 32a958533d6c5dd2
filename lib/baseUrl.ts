import { z } from 'zod';

const words = 'must be an http(s) URL without query';

/** A setting: an address to which paths are appended. Slashes at its end are dropped. */
export const baseUrl = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/, words)
  .refine((url) => URL.canParse(url), words)
  .transform((url) => url.replace(/\/+$/, ''));
