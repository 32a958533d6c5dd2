import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import { z } from 'zod';

/** A body that is made while it is sent. */
export type Parts = AsyncIterable<string>;

export function isParts(body: unknown): body is Parts {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** The schema of such a body. For readers of the documentation it is a text. */
export function textInParts(example: string) {
  return z.custom<Parts>((given) => typeof given === 'string' || isParts(given)).meta({ type: 'string', example });
}

/**
 * Sends a body as fast as the caller reads it: the next part is asked for when the one before has gone out. None is after
 * the caller has gone.
 * @throws what a part fails with; the connection is cut then, so that the caller takes nothing incomplete for the whole
 */
export async function sendParts(response: Writable, parts: Parts): Promise<void> {
  try {
    await pipeline(parts, response);
  } catch (error) {
    if (!hasGone(error)) throw error;
  }
}

function hasGone(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
