import type { McpPower, McpScope } from '../../domain/mcp';
import { isMemberAction, isPermitted, permissions } from '../../domain/permissions';
import type { MemberAction, Role, TenantAction } from '../../domain/permissions';
import type { Payer } from '../../models/billing/takeCredits';
import type { OrganizationTenant, Tenant } from '../../models/database/Tenant';

/** A caller by API key: the workspace itself (contract.md §1). */
export interface ApiKeyPrincipal {
  readonly kind: 'apiKey';
  readonly tenant: Tenant;
}

/** A user who acts in an organization. */
export interface MemberPrincipal {
  readonly kind: 'member';
  readonly tenant: OrganizationTenant;
  readonly userId: string;
  readonly role: Role;
  /** The user's role in the workspace's root organization; null if there is none. */
  readonly rootRole: Role | null;
  /** Whether the user administrates this installation, too. */
  readonly isPlatformAdmin: boolean;
  /** When their token expires. */
  readonly sessionEndsAt: Date;
}

/** An MCP client that a workspace has let in, or a person. */
export interface McpPrincipal {
  readonly kind: 'mcp';
  readonly tenant: Tenant;
  readonly grantId: string;
  readonly scopes: readonly McpScope[];
  /** The acts that the consent page has named. */
  readonly powers: readonly McpPower[];
  /** The grant has a limit of credits. */
  readonly isLimited: boolean;
  /** The user for whom the client acts in the organization of the tenant; null: it acts for the workspace. */
  readonly person: Pick<MemberPrincipal, 'userId' | 'role' | 'rootRole'> | null;
}

export type TenantPrincipal = ApiKeyPrincipal | MemberPrincipal | McpPrincipal;

/** A browser on its way through a consent. The use case compares its cookies with the ticket. */
export interface TicketPrincipal {
  readonly kind: 'ticket';
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
}

/** Anybody. */
export interface PublicPrincipal {
  readonly kind: 'public';
  /** The address of the caller, as far as trusted proxies tell. */
  readonly address: string;
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
}

/** A user outside of any organization. */
export interface IdentityPrincipal {
  readonly kind: 'identity';
  readonly userId: string;
  /** As that of `PublicPrincipal`. */
  readonly address: string;
}

/** An administrator of this installation (contract.md §1). */
export interface PlatformAdminPrincipal {
  readonly kind: 'platformAdmin';
  readonly userId: string;
  /** They act in any workspace. */
  readonly tenantOf: (workspaceId: string) => Tenant;
}

export type Principal =
  | TenantPrincipal
  | TicketPrincipal
  | PublicPrincipal
  | IdentityPrincipal
  | PlatformAdminPrincipal;

/** The action of a use case: one within a workspace, or the kind of caller that everything outside of one is for. */
export type Action = TenantAction | MemberAction | 'public' | 'ticket' | 'identity' | 'platformAdmin';

/** The callers who may use a use case with this action. */
export type CallerOf<Wanted extends Action> = Wanted extends MemberAction
  ? MemberPrincipal
  : Wanted extends TenantAction
    ? TenantPrincipal
    : Extract<Principal, { kind: Wanted }>;

/** The user who asks, or for whom an assistant asks; null where the workspace itself asks. */
export function userIdOf(principal: TenantPrincipal): string | null {
  if (principal.kind === 'mcp') return principal.person?.userId ?? null;
  return principal.kind === 'member' ? principal.userId : null;
}

/** The user and the grant whose limits count the credits of a request. */
export function payerOf(principal: TenantPrincipal): Required<Payer> {
  const isLimited = principal.kind === 'mcp' && principal.isLimited;
  return { userId: userIdOf(principal), grantId: isLimited ? principal.grantId : null };
}

/** The grant of an assistant; null for all others. */
export function grantIdOf(principal: TenantPrincipal): string | null {
  return principal.kind === 'mcp' ? principal.grantId : null;
}

/** Tells whether a caller may do this. */
export function mayDo<Wanted extends Action>(
  principal: Principal,
  action: Wanted,
): principal is Principal & CallerOf<Wanted> {
  if (isTenantAction(action)) return 'tenant' in principal && isPermitted(principal, action);
  return principal.kind === action;
}

function isTenantAction(action: Action): action is TenantAction | MemberAction {
  return Object.hasOwn(permissions, action) || isMemberAction(action);
}
