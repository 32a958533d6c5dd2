import type { Request } from 'express';

/** The query of a request as it was sent, without the question mark; empty if there is none. */
export function rawQueryOf(req: Request): string {
  return /\?(.*)$/.exec(req.originalUrl)?.[1] ?? '';
}

/** The query of a request, repeated parameters included. */
export function queryOf(req: Request): URLSearchParams {
  return new URLSearchParams(rawQueryOf(req));
}

/** A list parameter, written `a,b` or repeated; each value once. */
export function listParameter(req: Request, name: string): string[] {
  const values = queryOf(req)
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim());
  return [...new Set(values)].filter((value) => value !== '');
}
