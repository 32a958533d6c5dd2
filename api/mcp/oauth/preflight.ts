import { z } from 'zod';
import { defineUseCase } from '../../useCase';

/** The headers of each answer to a preflight, besides its methods (Fetch standard, CORS protocol). */
export const preflightHeaders = {
  'Access-Control-Allow-Headers':
    'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id',
  'Access-Control-Max-Age': '86400',
} as const;

/** The preflight of a path: scripts of every site may send requests. */
export function preflight(operationId: string) {
  return defineUseCase({
    name: `${operationId}Preflight`,
    action: 'public',
    summary: 'For browsers: who may ask this path',
    description: 'The preflight of CORS. Scripts of any site may; no cookie is read here.',
    input: z.object({}),
    refuses: [],
    run: async () => undefined,
  });
}
