import { isUtf8 } from 'node:buffer';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { formBytesMax, jsonBodyBytesMax } from '../../../domain/limits';
import { paced } from '../../../domain/pace';
import { ApiError, invalid } from '../errors';
import { bodyTooLarge, bodyTooLate, notDecodable, notOfMediaType } from '../refusals';

/** The time limit for a whole body that is read here, however it progresses. Less than the standstill limit. */
const bodyMs = 20_000;

/** A form of bodies that the service reads. */
export interface BodyKind {
  readonly name: string;
  readonly mediaTypes: string[];
  readonly mediaType: string;
  readonly bytesMax: number;
  readonly parse: RequestHandler;
}

export const jsonBody: BodyKind = {
  name: 'JSON',
  mediaTypes: ['json', '+json'],
  mediaType: 'application/json',
  bytesMax: jsonBodyBytesMax,
  parse: express.json({ limit: jsonBodyBytesMax, strict: false, type: () => true, verify: requireJsonBytes }),
};
export const formBody: BodyKind = {
  name: 'a form',
  mediaTypes: ['urlencoded'],
  mediaType: 'application/x-www-form-urlencoded',
  bytesMax: formBytesMax,
  parse: express.urlencoded({ limit: formBytesMax, extended: false, type: () => true, verify: requireUtf8Form }),
};

/**
 * Reads the body of a request.
 * @throws ApiError 400 for a missing or malformed body, 408 for a body that does not arrive, 413 for a body that is too
 *   large, as soon as that is known, 415 for a body of another kind or character set
 */
export async function readBody(request: Request, response: Response, kind: BodyKind): Promise<unknown> {
  const { 'content-length': length } = request.headers;
  if (!hasBody(request)) throw isMissing();
  if (!request.is(kind.mediaTypes)) throw notOfMediaType.error(kind.mediaType);
  if (!isInUtf8(request)) throw notDecodable.error(kind.name);
  if (Number(length) > kind.bytesMax) throw bodyTooLarge.error();
  await new Promise<void>((resolve, reject) => {
    const refuseLate = (): void => reject(bodyTooLate.errorWith({ headers: { Connection: 'close' } }));
    // After a standstill of the process, the timer runs out before the bytes of the meantime are read: they go first.
    const timer = setTimeout(() => setImmediate(refuseLate), paced(bodyMs));
    refuseLarge(request, kind, reject);
    kind.parse(request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(refusalOfParser(error, kind));
    });
  });
  return request.body;
}

/** Whether a request has a body (RFC 9112 §6.3). */
export function hasBody({ headers }: Request): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

function isMissing(): ApiError {
  return invalid({ body: ['is required'] });
}

function isInUtf8({ headers }: Request): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers['content-type'] ?? '') ?? [];
  return charset.toLowerCase() === 'utf-8';
}

/** Refuses a body as soon as it is too large: the parser would say so only at the end. */
function refuseLarge(request: Request, { bytesMax }: BodyKind, refuse: (error: ApiError) => void): void {
  let sizeBytes = 0;
  const count = (part: Buffer): void => {
    sizeBytes += part.length;
    if (sizeBytes <= bytesMax) return;
    request.off('data', count);
    refuse(bodyTooLarge.error());
  };
  request.on('data', count);
}

/** The parser takes an empty body for `{}`, and replaces bytes that are no UTF-8 (contract.md §13: 400). */
function requireJsonBytes(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (bytes.length === 0) throw isMissing();
  if (!isUtf8(bytes)) throw isNoUtf8();
}

/** The bytes of a form's fields are the bytes that their escapes encode. */
function requireUtf8Form(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw isNoUtf8();
  try {
    decodeURIComponent(bytes.toString());
  } catch {
    throw isNoUtf8();
  }
}

function isNoUtf8(): ApiError {
  return invalid({ body: ['must be valid UTF-8'] });
}

/** The parser marks each of the caller's faults with a status. */
function refusalOfParser(error: unknown, { name }: BodyKind): unknown {
  if (error instanceof ApiError || !(error instanceof Error) || !('status' in error)) return error;
  if (error.status === 413) return bodyTooLarge.error();
  if (error.status === 415) return notDecodable.error(name);
  if (error.status !== 400) return error;
  const isParsed = 'type' in error && error.type === 'entity.parse.failed';
  return invalid({ body: [isParsed ? `is not valid ${name}` : 'is not encoded as the headers say, or not complete'] });
}
