import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import { z } from 'zod';

/** A body that is made while it is sent. */
export type Parts = AsyncIterable<string>;

export function isParts(body: unknown): body is Parts {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** The schema of a body in parts. The documentation shows it as a text. */
export function textInParts(example: string) {
  return z.custom<Parts>((given) => typeof given === 'string' || isParts(given)).meta({ type: 'string', example });
}

/**
 * Sends a body as fast as the caller reads: each part is asked for when the part before has gone out, and no part after
 * the caller has gone.
 * @throws the error of a failed part; the connection is cut then, which tells the caller that the body is incomplete
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
