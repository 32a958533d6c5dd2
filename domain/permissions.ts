/** Roles that a user holds in an organization, from the lowest to the highest. */
export const roles = ['member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Scopes of an access token of an MCP client (contract.md §9). */
const mcpScopes = ['mcp.read', 'mcp.write'] as const;
export type McpScope = (typeof mcpScopes)[number];

interface Permission {
  /** The lowest role that may do it. */
  readonly role: Role;
  /** Where that role applies: in the organization that the request acts in, or in the workspace's root (contract.md §1). */
  readonly at: 'organization' | 'root';
  /** The scope that an MCP client needs; null: no client may do it. */
  readonly scope: McpScope | null;
}

/** Every action within a workspace, and what it takes. An API key may do all that has a route for API keys. */
export const permissions = {
  'assignment.read': { role: 'member', at: 'organization', scope: 'mcp.read' },
  'assignment.write': { role: 'member', at: 'organization', scope: 'mcp.write' },
  'connection.read': { role: 'member', at: 'organization', scope: 'mcp.read' },
  'connection.renew': { role: 'member', at: 'organization', scope: 'mcp.write' },
  'connection.manage': { role: 'admin', at: 'organization', scope: 'mcp.write' },
  'platform.read': { role: 'member', at: 'organization', scope: 'mcp.read' },
  'stats.read': { role: 'member', at: 'organization', scope: 'mcp.read' },
  'webhook.read': { role: 'member', at: 'organization', scope: 'mcp.read' },
  'webhook.send': { role: 'member', at: 'organization', scope: 'mcp.write' },
  'billing.read': { role: 'member', at: 'organization', scope: 'mcp.read' },
} as const satisfies Record<string, Permission>;

/** Actions for members alone: they concern the people of an organization, or the workspace's credentials. */
export const memberPermissions = {
  'organization.read': { role: 'member', at: 'organization', scope: null },
  'organization.leave': { role: 'member', at: 'organization', scope: null },
  'organization.create': { role: 'admin', at: 'root', scope: null },
  'member.changeRole': { role: 'admin', at: 'organization', scope: null },
  'member.remove': { role: 'admin', at: 'organization', scope: null },
  'invitation.manage': { role: 'admin', at: 'organization', scope: null },
  'credential.manage': { role: 'admin', at: 'root', scope: null },
} as const satisfies Record<string, Permission>;

export type MemberAction = keyof typeof memberPermissions;
export type TenantAction = keyof typeof permissions;

/** The roles that a member must have so that an admin, or the owner, may do this to them (contract.md §7). */
const targets = {
  'member.changeRole': { admin: ['member'], owner: ['member', 'admin'] },
  'member.remove': { admin: ['member', 'admin'], owner: ['member', 'admin'] },
} as const satisfies Partial<Record<MemberAction, Record<'admin' | 'owner', readonly Role[]>>>;

/**
 * Whether a member with `role` may do this to a member with the role `target`. The answer is `conflict` if the target is
 * the owner, since that role is never changed or removed. Pure.
 */
export function judgeTarget(
  role: Role,
  action: keyof typeof targets,
  target: Role,
): 'permitted' | 'forbidden' | 'conflict' {
  if (role === 'member') return 'forbidden';
  if (target === 'owner') return 'conflict';
  const permitted: readonly Role[] = targets[action][role];
  return permitted.includes(target) ? 'permitted' : 'forbidden';
}

/** Who asks, as far as permissions go. */
export type Claims =
  | { readonly kind: 'apiKey' }
  | { readonly kind: 'member'; readonly role: Role; readonly rootRole: Role | null }
  | { readonly kind: 'mcp'; readonly scopes: readonly McpScope[] };

/** Whether a caller within a workspace may do this there. Pure. */
export function isPermitted(claims: Claims, action: TenantAction | MemberAction): boolean {
  if (isMemberAction(action)) return claims.kind === 'member' && meets(claims, memberPermissions[action]);
  return meets(claims, permissions[action]);
}

export function isMemberAction(action: string): action is MemberAction {
  return Object.hasOwn(memberPermissions, action);
}

function meets(claims: Claims, { role, at, scope }: Permission): boolean {
  if (claims.kind === 'apiKey') return true;
  if (claims.kind === 'mcp') return scope !== null && claims.scopes.includes(scope);
  const ownRole = at === 'root' ? claims.rootRole : claims.role;
  return ownRole !== null && roles.indexOf(ownRole) >= roles.indexOf(role);
}
