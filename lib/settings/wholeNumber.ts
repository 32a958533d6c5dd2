import { z } from 'zod';

/** A setting: a whole number. Digits only: other forms for `Number` (`0x10`, `1e3`, a blank) are mistakes here. */
export function wholeNumber(min: number, max = 2 ** 31 - 1) {
  const words = `must be a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d+$/, words).transform(Number).pipe(z.number().min(min, words).max(max, words));
}
