import { isPermitted, judgeTarget, memberPermissions, permissions } from '../../domain/permissions';
import { mcpScopes } from '../../domain/mcp';
import type { McpScope } from '../../domain/mcp';
import type { Claims, MemberAction, Role, TenantAction } from '../../domain/permissions';

const actions = Object.keys(permissions) as TenantAction[];
/** Money is no matter of assistants. */
const forAssistants = actions.filter((action) => !action.startsWith('finance.'));
const permitted = (claims: Claims): TenantAction[] => actions.filter((action) => isPermitted(claims, action));

it('an API key may do all that its workspace can', () => {
  expect(permitted({ kind: 'apiKey' })).toEqual(actions);
});

it('a member may do all that concerns assignments, and manage no connection', () => {
  const member = permitted({ kind: 'member', role: 'member', rootRole: 'owner' });

  expect(member).toEqual(expect.arrayContaining(['assignment.read', 'assignment.write', 'connection.renew']));
  expect(member).not.toContain('connection.manage');
});

it.each(['admin', 'owner'] as const)('an %s manages the connections of the organization', (role) => {
  expect(isPermitted({ kind: 'member', role, rootRole: null }, 'connection.manage')).toBe(true);
});

it('a client with mcp.read changes nothing', () => {
  expect(permitted({ kind: 'mcp', scopes: ['mcp.read'], person: null })).toEqual(
    forAssistants.filter((action) => action.endsWith('.read')),
  );
});

it('a client with mcp.write alone reads nothing', () => {
  expect(permitted({ kind: 'mcp', scopes: ['mcp.write'], person: null })).toEqual(
    forAssistants.filter((action) => !action.endsWith('.read')),
  );
});

it('a client for a person does what its scopes and the roles of the person allow', () => {
  const forPerson = (role: Role, rootRole: Role | null, scopes: readonly McpScope[] = mcpScopes) =>
    permitted({ kind: 'mcp', scopes, person: { role, rootRole } });

  expect(forPerson('owner', 'owner')).toEqual(forAssistants);
  expect(forPerson('admin', null)).toContain('connection.manage');
  expect(forPerson('member', 'owner')).toEqual(forAssistants.filter((action) => action !== 'connection.manage'));
  expect(forPerson('owner', 'owner', ['mcp.read'])).not.toContain('assignment.write');
});

it.each(['finance.read', 'finance.manage'] as const)('%s takes an admin of the root organization', (action) => {
  expect(isPermitted({ kind: 'member', role: 'member', rootRole: 'admin' }, action)).toBe(true);
  expect(isPermitted({ kind: 'member', role: 'owner', rootRole: 'member' }, action)).toBe(false);
  expect(isPermitted({ kind: 'member', role: 'owner', rootRole: null }, action)).toBe(false);
});

it('a client without a scope does nothing', () => {
  expect(permitted({ kind: 'mcp', scopes: [], person: null })).toEqual([]);
});

it('only members do what concerns the people of an organization and the credentials of a workspace', () => {
  for (const action of Object.keys(memberPermissions) as MemberAction[]) {
    expect(isPermitted({ kind: 'apiKey' }, action)).toBe(false);
    expect(isPermitted({ kind: 'mcp', scopes: ['mcp.read', 'mcp.write'], person: null }, action)).toBe(false);
    expect(isPermitted({ kind: 'member', role: 'owner', rootRole: 'owner' }, action)).toBe(true);
  }
});

it('everybody may leave an organization but its owner', () => {
  expect(judgeTarget('member', 'organization.leave', 'member')).toBe('permitted');
  expect(judgeTarget('admin', 'organization.leave', 'admin')).toBe('permitted');
  expect(judgeTarget('owner', 'organization.leave', 'owner')).toBe('conflict');
});
