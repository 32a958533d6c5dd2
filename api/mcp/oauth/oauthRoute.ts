import { tooManyRequests } from '../../http/refusals';
import { networkOf } from '../../../lib/networkOf';
import { admit } from '../../faces/admit';
import type { Authenticated, Presented, RawParts, Route, RouteDescription, Success } from '../../http/Route';
import type { McpDeps } from '../deps';
import type { AuthorizationQuery, ConsentForm, RevocationForm, TokenForm } from './schema';
import type { Steps } from './inOrder';

type Parameter =
  | keyof (typeof AuthorizationQuery)['shape']
  | keyof (typeof ConsentForm)['shape']
  | keyof (typeof TokenForm)['shape']
  | keyof (typeof RevocationForm)['shape'];

/** A request to an endpoint of the authorization server, as it came. */
export interface OAuthRequest {
  readonly deps: McpDeps;
  readonly requestId: string;
  /** The address of the caller, as far as trusted proxies tell. */
  readonly address: string;
  /** The parameters that the endpoint knows. A parameter without a value counts as omitted (RFC 6749 §3.1). */
  readonly given: Readonly<Partial<Record<Parameter, string>>>;
  /** The names of repeated parameters, which are forbidden (RFC 6749 §3.1). */
  readonly repeated: readonly string[];
  readonly headers: RawParts['headers'];
  /** The body of an endpoint that reads JSON. */
  readonly body: unknown;
}

interface Endpoint<Answered extends Success> extends Pick<
  RouteDescription,
  'path' | 'summary' | 'description' | 'request' | 'refusals' | 'nextPage'
> {
  readonly method: 'get' | 'post';
  readonly refuses?: RouteDescription['refuses'];
  readonly answerHeaders?: RouteDescription['answerHeaders'];
  readonly success: Answered;
  /** In the order of the endpoint's RFC. */
  readonly steps: Steps<OAuthRequest, { readonly answer: Presented<Answered> }>;
}

/**
 * An endpoint of the authorization server: a plain route, since RFCs say in which order its checks are made and how it
 * refuses. Requests are counted by their network.
 */
export function oauthRoute<Answered extends Success>(endpoint: Endpoint<Answered>): Route<McpDeps> {
  const { steps, refuses = [], answerHeaders, ...description } = endpoint;
  return {
    ...description,
    operationId: steps.name,
    ...(answerHeaders && { answerHeaders }),
    credential: 'public',
    refuses: [...refuses, tooManyRequests],
    answer: async (call) => {
      const { request } = endpoint;
      const quotaKeyOf = async (caller: Authenticated) => `mcp/${networkOf(await addressOf(caller))}`;
      const { caller, parts } = await admit(call, { credential: 'public', request, quotaKeyOf });
      const parameters = parametersOf(parts, request);
      const { headers, body } = parts;
      const { answer } = await steps.run({
        deps: call.deps,
        requestId: call.requestId,
        address: await addressOf(caller),
        ...parameters,
        headers,
        body,
      });
      return answer;
    },
  };
}

async function addressOf(caller: Authenticated): Promise<string> {
  const principal = await caller.principal(undefined);
  return principal.kind === 'public' ? principal.address : 'unknown';
}

/** The parameters of the query or of the form. */
function parametersOf(
  { query, body, faults }: RawParts,
  { form }: RouteDescription['request'],
): Pick<OAuthRequest, 'given' | 'repeated'> {
  if (!form) {
    const repeated = Object.keys(faults).filter((name) => query[name] === undefined);
    return { given: withValues(Object.entries(query)), repeated };
  }
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const known = fields.filter(([name]) => Object.hasOwn(form.shape, name));
  return { given: withValues(known), repeated: known.flatMap(([name, value]) => (Array.isArray(value) ? [name] : [])) };
}

function withValues(entries: readonly [string, unknown][]): OAuthRequest['given'] {
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [[name, value]] : [])),
  );
}
