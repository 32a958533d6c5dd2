import type { CredentialKind, RouteDescription } from '../http/Route';
import type { SecurityScheme } from './types';

interface Scheme {
  readonly name: string;
  readonly scheme: SecurityScheme;
}

const user: Scheme = {
  name: 'userToken',
  scheme: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a user who is logged in.' },
};

/** The name and the explanation of each kind of credential in the document; null: none is needed. */
const schemes: Readonly<Record<CredentialKind, Scheme | null>> = {
  public: null,
  apiKey: {
    name: 'apiKey',
    scheme: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'ds_live_…',
      description: 'The API key of the workspace. For servers only: never put it into a browser or an app.',
    },
  },
  ticket: {
    name: 'ticketCookie',
    scheme: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-browser',
      description:
        'Ties tickets to the browser that opened their `authUrl`. Browsers get it there and send it by themselves. ' +
        'A service without https calls it `browser`.',
    },
  },
  member: user,
  identity: user,
  platformAdmin: user,
  mcp: {
    name: 'mcpToken',
    scheme: { type: 'http', scheme: 'bearer', description: 'The access token of an assistant (OAuth 2.1).' },
  },
};

/** The signature that a receiver of webhooks checks. */
const webhookSignature: Scheme = {
  name: 'webhookSignature',
  scheme: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Webhook-Signature',
    description: 'HMAC-SHA256 of the raw body in lowercase hex. The key is the webhook secret of the workspace.',
  },
};

/** The schemes that these routes and their webhooks need, by name. */
export function securitySchemes(routes: readonly RouteDescription[]): Record<string, SecurityScheme> {
  const needed = [...routes.map(({ credential }) => schemes[credential]), webhookSignature];
  return Object.fromEntries(needed.flatMap((one) => (one ? [[one.name, one.scheme]] : [])));
}

/** The credential that a route needs. The route that gives the cookie of a ticket is open to every browser. */
export function securityOf({ credential, success }: RouteDescription): Record<string, string[]>[] {
  const needed = schemes[credential];
  const givesIt = success.headers !== undefined && 'Set-Cookie' in success.headers.shape;
  return needed && !givesIt ? [{ [needed.name]: [] }] : [];
}

export const webhookSecurity: Record<string, string[]>[] = [{ [webhookSignature.name]: [] }];
