import { isUtf8 } from 'node:buffer';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { FieldErrors } from '../../domain/payload';
import { formBytesMax, jsonBodyBytesMax } from '../../domain/limits';
import { paced } from '../../domain/pace';
import { invalid } from './errors';
import { bodyTooLate, notOfMediaType } from './refusals';
import type { RawParts, RequestSchemas } from './Route';

/**
 * Reads those parts of a request that have a schema.
 * @throws ApiError 400 for a missing body, 415 for a body of another kind; what its parser throws (400, 413, 415) is
 *   left to `answerErrors`
 */
export async function readParts(request: Request, response: Response, schemas: RequestSchemas): Promise<RawParts> {
  const { query, faults } = readQuery(request.originalUrl, namesOf(schemas.query));
  const parts = { params: readParams(request), query, headers: readHeaders(request, namesOf(schemas.headers)), faults };
  if (schemas.body) return { ...parts, body: await readBody(request, response, jsonBody) };
  if (schemas.form) return { ...parts, body: await readBody(request, response, formBody) };
  return parts;
}

function namesOf(schema: RequestSchemas['query']): readonly string[] {
  return Object.keys(schema?.shape ?? {});
}

function readParams({ params }: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value].flat().join('/')]));
}

/** The parameters that the route knows; each may stand there once and not be empty (contract.md §13). */
function readQuery(url: string, names: readonly string[]): { query: Record<string, string>; faults: FieldErrors } {
  const given = new URLSearchParams(url.split('?').slice(1).join('?'));
  const query: Record<string, string> = {};
  const faults: FieldErrors = {};
  for (const name of names) {
    const [value, ...others] = given.getAll(name);
    if (value === undefined) continue;
    if (others.length > 0) faults[name] = ['must be given once'];
    else query[name] = value;
    if (query[name] === '') faults[name] = ['must not be empty'];
  }
  return { query, faults };
}

function readHeaders(request: Request, names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, request.get(name)]));
}

/** A body that is read here has arrived by then, however it progresses. Less than a connection may stand still. */
const bodyMs = 20_000;

interface BodyKind {
  readonly name: string;
  readonly mediaTypes: string[];
  readonly parse: RequestHandler;
}

const jsonBody: BodyKind = {
  name: 'application/json',
  mediaTypes: ['json', '+json'],
  parse: express.json({ limit: jsonBodyBytesMax, strict: false, type: () => true, verify: requireUtf8 }),
};
const formBody: BodyKind = {
  name: 'application/x-www-form-urlencoded',
  mediaTypes: ['urlencoded'],
  parse: express.urlencoded({ limit: formBytesMax, extended: false, type: () => true, verify: requireUtf8Form }),
};

/** The parsers would replace what is no UTF-8 (contract.md §13: 400). */
function requireUtf8(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw invalid({ body: ['must be valid UTF-8'] });
}

/** The bytes of a form's fields are those that its escapes stand for. */
function requireUtf8Form(request: unknown, response: unknown, bytes: Buffer): void {
  requireUtf8(request, response, bytes);
  try {
    decodeURIComponent(bytes.toString());
  } catch {
    throw invalid({ body: ['must be valid UTF-8'] });
  }
}

async function readBody(request: Request, response: Response, { name, mediaTypes, parse }: BodyKind): Promise<unknown> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) throw invalid({ body: ['is required'] });
  if (!request.is(mediaTypes)) throw notOfMediaType.error(name);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(bodyTooLate.errorWith({ headers: { Connection: 'close' } })), paced(bodyMs));
    parse(request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(error);
    });
  });
  return request.body;
}
