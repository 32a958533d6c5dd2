import type { ResponseConfig } from '@asteasolutions/zod-to-openapi';
import type { RouteDescription } from '../http/Route';
import { headersForScripts, headersNamed } from './headers';
import { describeRefusals } from './refusals';
import { refTo } from './types';
import type { Schemas } from './types';

const json = 'application/json';

/** RFC 6750 §3.1. */
const scopeMissing: Schemas[string] = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: { error: { type: 'string', enum: ['insufficient_scope'] }, error_description: { type: 'string' } },
};

/**
 * The answers of a route behind which the protocol's own server answers: one message, or a stream of them; and refusals, which
 * are ours until that server has the message, and its own from then on.
 */
export function describeJsonRpc(route: RouteDescription): Record<string, ResponseConfig> {
  const { schema } = route.success;
  const headers = headersNamed('X-Request-Id', ...headersForScripts(route), 'RateLimit', 'RateLimit-Policy');
  const ofProtocol = (description: string): ResponseConfig => ({
    description,
    headers,
    content: { [json]: { schema } },
  });
  const either = (description: string, other: Schemas[string]): ResponseConfig => ({
    description,
    headers,
    content: { [json]: { schema: { anyOf: [refTo('schemas', 'Error'), other] } } },
  });
  return {
    ...describeRefusals(route),
    200: {
      description: 'The answer to the message; as a stream of events where notices come before it',
      headers,
      content: {
        [json]: { schema, example: schema.meta()?.['example'] },
        'text/event-stream': { schema: { type: 'string' }, example: 'event: message\n' },
      },
    },
    202: { description: 'The message was a notification, which has no answer', headers },
    400: either('The message is malformed, or of a version that is not spoken', refTo('schemas', 'JsonRpcAnswer')),
    403: either('The origin may not call, or the token lacks the scope that `WWW-Authenticate` names', scopeMissing),
    404: ofProtocol('The method is not known'),
    406: ofProtocol('`Accept` takes neither JSON nor a stream of events'),
  };
}
