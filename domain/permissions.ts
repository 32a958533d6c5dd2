import type { McpScope } from './mcp';

/** Roles that a user holds in an organization, from the lowest to the highest. */
export const roles = ['member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

interface Permission {
  /** The lowest role that may do it. */
  readonly role: Role;
  /** The organization of that role: the request's own organization, or the workspace's root (contract.md §1). */
  readonly at: 'organization' | 'root';
  /** The scope that an MCP client needs; null: no client may do it. */
  readonly scope: McpScope | null;
}

/** Every action within a workspace, and its requirements. An API key may do all that has a route for API keys. */
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
  'finance.read': { role: 'admin', at: 'root', scope: null },
  'finance.manage': { role: 'admin', at: 'root', scope: null },
} as const satisfies Record<string, Permission>;

/** Actions for members alone: they concern the people of an organization, the workspace's credentials, or their sessions. */
export const memberPermissions = {
  'assignment.watch': { role: 'member', at: 'organization', scope: null },
  'statistics.read': { role: 'member', at: 'organization', scope: null },
  'setting.read': { role: 'member', at: 'organization', scope: null },
  'setting.manage': { role: 'admin', at: 'root', scope: null },
  'organization.read': { role: 'member', at: 'organization', scope: null },
  'organization.leave': { role: 'member', at: 'organization', scope: null },
  'organization.create': { role: 'admin', at: 'root', scope: null },
  'member.changeRole': { role: 'admin', at: 'organization', scope: null },
  'member.remove': { role: 'admin', at: 'organization', scope: null },
  'invitation.manage': { role: 'admin', at: 'organization', scope: null },
  'credential.manage': { role: 'admin', at: 'root', scope: null },
  'grant.manage': { role: 'member', at: 'organization', scope: null },
} as const satisfies Record<string, Permission>;

export type MemberAction = keyof typeof memberPermissions;
export type TenantAction = keyof typeof permissions;

/**
 * The roles of members to whom this action may be done, by the role of the acting member (contract.md §7). A member who
 * leaves does the action to themselves.
 */
const targets = {
  'member.changeRole': { member: [], admin: ['member'], owner: ['member', 'admin'] },
  'member.remove': { member: [], admin: ['member', 'admin'], owner: ['member', 'admin'] },
  'organization.leave': { member: ['member'], admin: ['admin'], owner: [] },
} as const satisfies Partial<Record<MemberAction, Record<Role, readonly Role[]>>>;

/**
 * Tells whether a member with `role` may do this to a member with the role `target`. The answer is `conflict` if the
 * target is the owner, since that role is never changed, removed or left. Pure.
 */
export function judgeTarget(
  role: Role,
  action: keyof typeof targets,
  target: Role,
): 'permitted' | 'forbidden' | 'conflict' {
  const permitted: readonly Role[] = targets[action][role];
  if (permitted.includes(target)) return 'permitted';
  // A member may do nothing to others, so the answer reports no state of theirs.
  return target === 'owner' && role !== 'member' ? 'conflict' : 'forbidden';
}

/** The caller, as far as permissions go. An assistant acts for its workspace, or for a person and as that person may. */
export type Claims =
  | { readonly kind: 'apiKey' }
  | ({ readonly kind: 'member' } & HeldRoles)
  | { readonly kind: 'mcp'; readonly scopes: readonly McpScope[]; readonly person: HeldRoles | null };

/** The roles of a user, in the organization in which they act and in the workspace's root. */
interface HeldRoles {
  readonly role: Role;
  readonly rootRole: Role | null;
}

/** Tells whether a caller within a workspace may do this there. Pure. */
export function isPermitted(claims: Claims, action: TenantAction | MemberAction): boolean {
  if (isMemberAction(action)) return claims.kind === 'member' && meets(claims, memberPermissions[action]);
  return meets(claims, permissions[action]);
}

/** The roles that may do this in an organization. Pure. */
export function rolesFor(action: TenantAction | MemberAction): readonly Role[] {
  return roles.slice(roles.indexOf({ ...permissions, ...memberPermissions }[action].role));
}

export function isMemberAction(action: string): action is MemberAction {
  return Object.hasOwn(memberPermissions, action);
}

function meets(claims: Claims, permission: Permission): boolean {
  if (claims.kind === 'apiKey') return true;
  if (claims.kind === 'member') return isHighEnough(claims, permission);
  const { scope } = permission;
  if (scope === null || !claims.scopes.includes(scope)) return false;
  return claims.person === null || isHighEnough(claims.person, permission);
}

function isHighEnough(held: HeldRoles, { role, at }: Permission): boolean {
  const ownRole = at === 'root' ? held.rootRole : held.role;
  return ownRole !== null && roles.indexOf(ownRole) >= roles.indexOf(role);
}
