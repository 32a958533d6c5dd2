import { isStorable } from '../../../domain/payload/text';
import { McpClient } from '../../../models/mcp/McpClient';
import { OAuthRefusal } from '../../http/oauthError';
import type { OAuthRequest } from './oauthRoute';

const missing = new OAuthRefusal('invalid_request', (name: string) => `${name} is required.`, 'client_id');
const repeated = new OAuthRefusal('invalid_request', (name: string) => `${name} must be given once.`, 'client_id');
const unreadable = new OAuthRefusal(
  'invalid_request',
  (name: string) => `${name} must not contain a NUL character, and must be well-formed Unicode.`,
  'redirect_uri',
);
const unknownClient = new OAuthRefusal('invalid_client', () => 'The client is not registered.');

/** The errors that all endpoints for registered clients share. */
export const clientErrors = [missing, repeated, unreadable, unknownClient] as const;

/** A request to an endpoint for programs, of a client that is known. */
export interface ClientRequest extends OAuthRequest {
  /** Of its row. */
  readonly clientId: string;
}

/**
 * RFC 6749 §3.2: parameters must not repeat. None that RFC 6749 §A defines has characters that cannot be stored.
 * @throws OAuthError invalid_request
 */
export function requireWellFormed(request: OAuthRequest): OAuthRequest {
  const [twice] = request.repeated;
  if (twice !== undefined) throw repeated.error(twice);
  const wrong = Object.entries(request.given).find(([, value]) => !isStorable(value));
  if (wrong !== undefined) throw unreadable.error(wrong[0]);
  return request;
}

/** A public client has no secret: its id says who it is (RFC 6749 §3.2.1). @throws OAuthError invalid_request, invalid_client */
export async function requireKnownClient(request: OAuthRequest): Promise<ClientRequest> {
  const { client_id: clientId } = request.given;
  if (clientId === undefined) throw missing.error('client_id');
  const client = await McpClient.find(clientId);
  if (!client) throw unknownClient.error();
  return { ...request, clientId: client.id };
}

/** The value of a parameter. @throws OAuthError invalid_request */
export function required({ given }: OAuthRequest, name: keyof OAuthRequest['given']): string {
  const value = given[name];
  if (value === undefined) throw missing.error(name);
  return value;
}
