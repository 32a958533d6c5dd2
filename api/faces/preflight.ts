import { z } from 'zod';
import { AnswerWithHeaders } from '../http/Route';
import { defineUseCase } from '../useCase';

/**
 * The preflight of a path (Fetch standard, CORS protocol): browsers ask before they let a script of another site send a
 * request. Scripts of every site may.
 * @param input the names in the path
 */
export function preflight<Input extends z.ZodObject>(operationId: string, input: Input) {
  return defineUseCase({
    name: `${operationId}Preflight`,
    action: 'public',
    summary: 'For browsers: who may ask this path',
    description: 'The preflight of CORS. Scripts of any site may; no cookie is read here.',
    input,
    refuses: [],
    run: async () => undefined,
  });
}

/** The input of a path without names. */
export const noNames = z.object({});

export const preflightSuccess = {
  status: 204,
  schema: z.void(),
  headers: z.object({
    'Access-Control-Allow-Methods': z.string().meta({ description: 'Those of this path' }),
    'Access-Control-Allow-Headers': z.string().meta({ description: 'Those that a request may have' }),
    'Access-Control-Max-Age': z.string().meta({ description: 'Seconds' }),
  }),
} as const;

/** @param methods of the path @param headers that a script may send */
export function presentPreflight(methods: readonly string[], headers: readonly string[]) {
  return new AnswerWithHeaders(undefined, {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': headers.join(', '),
    'Access-Control-Max-Age': '86400',
  });
}
