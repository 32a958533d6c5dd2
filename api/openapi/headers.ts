import { z } from 'zod';
import type { RouteDescription } from '../http/Route';
import { isOpenToScripts, readableHeaders } from '../mcp/oauth/reach';
import { refTo } from './types';
import type { Headers } from './types';

export const exampleRequestId = '0b0f9d0e-6f0a-4f0e-9a3c-0d6f7a1c2b3d';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** The headers that answers have in common. A header of a single success is in the schema of that success. */
export const commonHeaders = {
  'X-Request-Id': {
    description: "The caller's own `X-Request-Id` if it is well-formed, else a new id. The log has it, too.",
    required: true,
    schema: { ...text, pattern: '^[A-Za-z0-9._-]{1,64}$' },
    example: exampleRequestId,
  },
  RateLimit: {
    description: 'What is left of the quota, and in how many seconds it is whole again. With a valid credential alone.',
    schema: text,
    example: '"api";r=5999;t=60',
  },
  'RateLimit-Policy': {
    description: 'The quota, and its window in seconds. With a valid credential alone.',
    schema: text,
    example: '"api";q=6000;w=60',
  },
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { ...count, minimum: 1 }, example: 30 },
  'WWW-Authenticate': {
    description: 'The scheme that the credential needs (RFC 6750)',
    required: true,
    schema: text,
    example: 'Bearer',
  },
  Connection: { description: '`close`: the connection ends with this answer', schema: text, example: 'close' },
  'X-Credits-Required': { description: 'Credits that the request needs', required: true, schema: count, example: 10 },
  'X-Credits-Balance': { description: 'Credits that are left', required: true, schema: count, example: 4 },
  Location: {
    description: 'Where the browser is sent',
    required: true,
    schema: { ...text, format: 'uri' },
    example: 'https://app.example/connected?status=error&error=ticket_expired',
  },
  'Access-Control-Allow-Origin': {
    description: 'Scripts of every site may read the answer. Absent if the request cannot be parsed.',
    schema: text,
    example: '*',
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that these scripts may read. Absent if the request cannot be parsed.',
    schema: text,
    example: readableHeaders,
  },
} as const satisfies Headers;

export type HeaderName = keyof typeof commonHeaders;

/** The headers of CORS that the answers of a route have, if scripts of every site may read them (contract.md §9). */
export function headersForScripts({ path }: Pick<RouteDescription, 'path'>): HeaderName[] {
  return isOpenToScripts(path) ? ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] : [];
}

/** References to some of the common headers. */
export function headersNamed(...names: readonly HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
}

/** The headers of a success, as its schema has them. */
export function headersOf({ shape }: z.ZodObject): Headers {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, headerOf(field)]));
}

/** A header is a whole number, a text, or a text that never varies. */
function headerOf(field: z.core.$ZodType): Headers[string] {
  const { description = '', type, format, minimum, const: only } = z.toJSONSchema(field);
  return {
    description,
    required: !z.safeParse(field, undefined).success,
    schema: {
      type: type === 'integer' ? 'integer' : 'string',
      ...(format !== undefined && { format }),
      ...(minimum !== undefined && { minimum }),
      ...(typeof only === 'string' && { enum: [only] }),
    },
  };
}
