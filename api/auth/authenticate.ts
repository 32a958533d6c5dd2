import { callbackify } from 'node:util';
import type { Request } from 'express';
import { Passport } from 'passport';
import { Strategy as BearerStrategy } from 'passport-http-bearer';
import { Workspace } from '../../models/Workspace';
import { ApiError } from '../http/errors';
import type { ActorOf, AuthKind, WorkspaceClient } from './Actor';

/** For each kind of credential: who the caller is. Rejects with 401 if the request does not carry a valid one. */
export type Authenticators = { [Kind in AuthKind]: (request: Request) => Promise<ActorOf[Kind]> };

/** One passport strategy for each kind of credential. Another kind is a strategy and a line here. */
export function createAuthenticators(): Authenticators {
  const passport = new Passport();
  passport.use('apiKey', new BearerStrategy(callbackify(verifyApiKey)));
  return {
    none: async () => null,
    apiKey: async (request) => {
      const user = await userOf(passport, 'apiKey', request);
      if (isWorkspaceClient(user)) return user;
      throw unauthorized('A valid API key is needed, as in "Authorization: Bearer <API_KEY>".');
    },
  };
}

async function verifyApiKey(apiKey: string): Promise<WorkspaceClient | false> {
  const workspace = await Workspace.ofApiKey(apiKey);
  return workspace ? { kind: 'workspaceClient', workspaceId: workspace.id } : false;
}

/**
 * What a strategy makes of the request. It is shown the header alone: the other places of RFC 6750 (§2.2 form field,
 * §2.3 query parameter) would put keys into logs and histories.
 */
function userOf(
  passport: InstanceType<typeof Passport>,
  strategy: Exclude<AuthKind, 'none'>,
  { headers: { authorization } }: Request,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const run = passport.authenticate(strategy, { session: false }, (error: unknown, user: unknown) =>
      error ? reject(error) : resolve(user),
    );
    run({ headers: { authorization } }, undefined, reject);
  });
}

function isWorkspaceClient(user: unknown): user is WorkspaceClient {
  return typeof user === 'object' && user !== null && 'kind' in user && user.kind === 'workspaceClient';
}

function unauthorized(message: string): ApiError {
  return new ApiError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
