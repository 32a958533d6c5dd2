import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { FieldErrors } from '../../domain/payload';
import { formBytesMax, jsonBodyBytesMax } from '../../domain/limits';
import type { RequestSchemas } from './defineRoute';
import { ApiError, invalid } from './errors';

/**
 * Reads those parts of a request that have a schema.
 * @throws ApiError 400 for a missing body and for a query parameter that is repeated or empty, 415 for a body of
 *   another kind; what its parser throws (400, 413, 415) is left to `answerErrors`
 */
export async function readParts(request: Request, response: Response, schemas: RequestSchemas) {
  const parts: Record<string, unknown> = {};
  if (schemas.params) parts.params = request.params;
  if (schemas.query) parts.query = readQuery(request.originalUrl, Object.keys(schemas.query.shape));
  if (schemas.headers) parts.headers = readHeaders(request, Object.keys(schemas.headers.shape));
  if (schemas.body) parts.body = await readBody(request, response, jsonBody);
  if (schemas.form) parts.form = await readBody(request, response, formBody);
  return parts;
}

/** The parameters that the route knows; each may stand there once and not be empty (contract.md §13). */
function readQuery(url: string, names: readonly string[]): Record<string, string> {
  const given = new URLSearchParams(url.split('?').slice(1).join('?'));
  const query: Record<string, string> = {};
  const faults: FieldErrors = {};
  for (const name of names) {
    const [value, ...others] = given.getAll(name);
    if (value === undefined) continue;
    if (others.length > 0) faults[name] = ['must be given once'];
    else if (value === '') faults[name] = ['must not be empty'];
    query[name] = value;
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return query;
}

function readHeaders(request: Request, names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, request.get(name)]));
}

interface BodyKind {
  readonly name: string;
  readonly mediaTypes: string[];
  readonly parse: RequestHandler;
}

const jsonBody: BodyKind = {
  name: 'application/json',
  mediaTypes: ['json', '+json'],
  parse: express.json({ limit: jsonBodyBytesMax, strict: false, type: () => true }),
};
const formBody: BodyKind = {
  name: 'application/x-www-form-urlencoded',
  mediaTypes: ['urlencoded'],
  parse: express.urlencoded({ limit: formBytesMax, extended: false, type: () => true }),
};

async function readBody(request: Request, response: Response, { name, mediaTypes, parse }: BodyKind): Promise<unknown> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) throw invalid({ body: ['is required'] });
  if (!request.is(mediaTypes)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The body must be ${name}.`);
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  return request.body;
}
