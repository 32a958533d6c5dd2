import type { Request, Response } from 'express';
import type { FieldErrors } from '../../../domain/payload/payload';
import { formBody, hasBody, jsonBody, readBody } from './readBody';
import type { RawParts, RequestSchemas } from '../Route';

/**
 * Reads the parts of a request that have a schema.
 * @throws ApiError for a body that cannot be read: see `readBody`
 */
export async function readParts(request: Request, response: Response, schemas: RequestSchemas): Promise<RawParts> {
  const { query, faults } = readQuery(request.originalUrl, namesOf(schemas.query));
  const headers = readHeaders(request, namesOf(schemas.headers), faults);
  const parts = { params: readParams(request), query, headers, faults };
  if (schemas.body) {
    const isLeftOut = schemas.isBodyOptional === true && !hasBody(request);
    return { ...parts, body: isLeftOut ? {} : await readBody(request, response, jsonBody) };
  }
  if (schemas.form) return { ...parts, body: await readBody(request, response, formBody) };
  return parts;
}

function namesOf(schema: RequestSchemas['query']): readonly string[] {
  return Object.keys(schema?.shape ?? {});
}

function readParams({ params }: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value].flat().join('/')]));
}

/** The parameters that the route knows. Each may be given once, and not empty (contract.md §13). */
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

/** The headers that the route knows. Node joins the values of a repeated header: two keys would become a third key. */
function readHeaders(
  request: Request,
  names: readonly string[],
  faults: FieldErrors,
): Record<string, string | undefined> {
  for (const name of names) {
    const values = request.headersDistinct[name.toLowerCase()] ?? [];
    if (values.length > 1) faults[name] = ['must be given once'];
  }
  return Object.fromEntries(names.map((name) => [name, request.get(name)]));
}
