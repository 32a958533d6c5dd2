import { callbackify } from 'node:util';
import type { Request } from 'express';
import { Passport } from 'passport';
import { Strategy as BearerStrategy } from 'passport-http-bearer';
import type { Session, Sessions } from '../../lib/sessions';
import { mcpAccess } from '../../models/mcp/mcpAccess';
import type { McpAccess } from '../../models/mcp/mcpAccess';
import { Membership } from '../../models/organizations/Membership';
import { OrganizationTenant, Tenant } from '../../models/database/Tenant';
import { User } from '../../models/users/User';
import { Workspace } from '../../models/organizations/Workspace';
import type { BaseDeps } from '../deps';
import { accessTokenNeeded, keyNeeded, noSuchOrganization, tokenNeeded } from '../http/refusals';
import type { Authenticated, CredentialKind } from '../http/Route';
import { challengeOf } from '../mcp/challenge';
import { addressesOf } from '../mcp/oauth/addresses';
import type { MemberPrincipal } from '../auth/Principal';

/** For each kind of credential: who the caller is. Rejects with 401 if the request does not carry a valid one. */
export type Authenticators = { readonly [Kind in CredentialKind]: (request: Request) => Promise<Authenticated> };

/** One passport strategy for each kind of token. Another kind of caller is a line here. */
export function createAuthenticators({
  sessions,
  config,
}: Pick<BaseDeps, 'config'> & { sessions: Sessions }): Authenticators {
  const passport = new Passport();
  passport.use('apiKey', new BearerStrategy(callbackify(verifyApiKey)));
  passport.use('mcp', new BearerStrategy(callbackify(accessVerifier(addressesOf(config).resource))));
  passport.use('session', new BearerStrategy(callbackify(sessionVerifier(sessions))));
  const signedIn = async (request: Request) => {
    const user = await userOf(passport, 'session', request);
    if (!(user instanceof AuthenticatedUser)) throw tokenNeeded.errorWith({ headers: challenge });
    const { userId, isPlatformAdmin, sessionEndsAt } = user;
    return { userId, isPlatformAdmin, sessionEndsAt, quotaKey: `user/${userId}`, address: addressOf(request) };
  };
  return {
    public: async (request) => ({
      quotaKey: null,
      principal: async () => ({ kind: 'public', address: addressOf(request), cookies: request.get('Cookie') }),
    }),
    ticket: async (request) => ({
      quotaKey: null,
      principal: async () => ({ kind: 'ticket', cookies: request.get('Cookie') }),
    }),
    apiKey: async (request) => {
      const tenant = await userOf(passport, 'apiKey', request);
      if (!(tenant instanceof Tenant)) throw keyNeeded.errorWith({ headers: challenge });
      const { workspaceId } = tenant;
      return { quotaKey: workspaceId, workspaceId, principal: async () => ({ kind: 'apiKey', tenant }) };
    },
    mcp: async (request) => assistantOf(await userOf(passport, 'mcp', request), request, config),
    identity: async (request) => {
      const { quotaKey, userId, address } = await signedIn(request);
      return { quotaKey, userId, principal: async () => ({ kind: 'identity', userId, address }) };
    },
    member: async (request) => {
      const { quotaKey, ...user } = await signedIn(request);
      return { quotaKey, userId: user.userId, principal: async (organizationId) => memberOf(user, organizationId) };
    },
    platformAdmin: async (request) => {
      const { quotaKey, userId, address, isPlatformAdmin } = await signedIn(request);
      const principal = isPlatformAdmin
        ? ({ kind: 'platformAdmin', userId, tenantOf: (workspaceId: string) => new Tenant(workspaceId, null) } as const)
        : ({ kind: 'identity', userId, address } as const);
      return { quotaKey, userId, principal: async () => principal };
    },
  };
}

/** RFC 6750 §3. */
const challenge = { 'WWW-Authenticate': 'Bearer' };

/** A user whose token is valid. */
class AuthenticatedUser {
  readonly userId: string;
  readonly isPlatformAdmin: boolean;
  readonly sessionEndsAt: Date;

  constructor({ id, isPlatformAdmin }: Pick<User, 'id' | 'isPlatformAdmin'>, { endsAt }: Session) {
    this.userId = id;
    this.isPlatformAdmin = isPlatformAdmin;
    this.sessionEndsAt = endsAt;
  }
}

/** An assistant whose access token is valid. */
class AuthenticatedAssistant {
  readonly access: McpAccess;

  constructor(access: McpAccess) {
    this.access = access;
  }
}

/** @throws ApiError 401 with the challenge that leads a client to the authorization server */
function assistantOf(assistant: unknown, request: Request, config: BaseDeps['config']): Authenticated {
  if (!(assistant instanceof AuthenticatedAssistant)) {
    const headers = { 'WWW-Authenticate': challengeOf(config, request.get('Authorization') !== undefined) };
    throw accessTokenNeeded.errorWith({ headers });
  }
  const { workspaceId, person, ...allowed } = assistant.access;
  const tenant = person ? new OrganizationTenant(workspaceId, person.organizationId) : new Tenant(workspaceId, null);
  const principal = { kind: 'mcp', tenant, person, ...allowed } as const;
  const whose = { workspaceId, ...(person && { userId: person.userId }) };
  return { quotaKey: `grant/${allowed.grantId}`, ...whose, principal: async () => principal };
}

function accessVerifier(resource: string) {
  return async (token: string): Promise<AuthenticatedAssistant | false> => {
    const access = await mcpAccess(token, resource);
    return access ? new AuthenticatedAssistant(access) : false;
  };
}

function sessionVerifier(sessions: Sessions) {
  return async (token: string): Promise<AuthenticatedUser | false> => {
    const session = await sessions.read(token);
    const user = session && (await User.signedIn(session.userId));
    return user ? new AuthenticatedUser(user, session) : false;
  };
}

/** The role is read at each request: a member who was removed is one no more at the next (contract.md §7). */
async function memberOf(
  { userId, isPlatformAdmin, sessionEndsAt }: AuthenticatedUser,
  organizationId: string | undefined,
): Promise<MemberPrincipal> {
  const acting = await Membership.actingOf(userId, organizationId);
  if (!acting) throw noSuchOrganization.error();
  const { workspaceId, role, rootRole } = acting;
  return {
    kind: 'member',
    tenant: new OrganizationTenant(workspaceId, acting.organizationId),
    userId,
    role,
    rootRole,
    isPlatformAdmin,
    sessionEndsAt,
  };
}

/** Express reads it as `TRUST_PROXY` says. A connection that has ended has none. */
function addressOf({ ip }: Request): string {
  return ip ?? 'unknown';
}

async function verifyApiKey(apiKey: string): Promise<Tenant | false> {
  const workspace = await Workspace.ofApiKey(apiKey);
  return workspace ? new Tenant(workspace.id, null) : false;
}

/**
 * Applies a strategy to the request. The strategy sees the header alone: the other places of RFC 6750 (§2.2 form field,
 * §2.3 query parameter) would put keys into logs and histories. Several spaces may follow the scheme (contract.md §13).
 */
function userOf(
  passport: InstanceType<typeof Passport>,
  strategy: 'apiKey' | 'session' | 'mcp',
  { headers: { authorization } }: Request,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const run = passport.authenticate(strategy, { session: false }, (error: unknown, user: unknown) =>
      error ? reject(error) : resolve(user),
    );
    run({ headers: { authorization: authorization?.replace(/^(\S+) +/, '$1 ') } }, undefined, reject);
  });
}
