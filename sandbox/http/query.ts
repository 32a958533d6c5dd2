import type { Request } from 'express';

/** The query of a request, repeated parameters included. */
export function queryOf(req: Request): URLSearchParams {
  return new URL(req.originalUrl, 'http://sandbox').searchParams;
}

/** A list parameter, written `a,b` or repeated; each value once. */
export function listParameter(req: Request, name: string): string[] {
  const values = queryOf(req)
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim());
  return [...new Set(values)].filter((value) => value !== '');
}
