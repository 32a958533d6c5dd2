import { z } from 'zod';
import { route } from '../faces/route';
import { changeRole } from './changeRole';
import { createOrganization } from './createOrganization';
import { getOrganization } from './getOrganization';
import { getRoles } from './getRoles';
import { leaveOrganization } from './leaveOrganization';
import { listMembers } from './listMembers';
import { listOrganizations } from './listOrganizations';
import { presentListItem, presentMember, presentOrganization } from './present';
import { removeMember } from './removeMember';
import {
  ChangeRoleBody,
  CreateOrganizationBody,
  MemberList,
  OrganizationDetail,
  OrganizationList,
  RoleChanged,
  Roles,
} from './schema';

export const organizationRoutes = [
  route('identity', listOrganizations, {
    method: 'get',
    path: '/api/v1/auth/organizations',
    success: { status: 200, schema: OrganizationList },
    present: (found) => ({ items: found.map(presentListItem) }),
  }),
  route('organization', createOrganization, {
    method: 'post',
    path: '/api/v1/auth/organizations',
    body: CreateOrganizationBody,
    success: { status: 201, schema: OrganizationDetail },
    present: presentOrganization,
  }),
  route('organization', getOrganization, {
    method: 'get',
    path: '/api/v1/auth/organizations/{id}',
    organization: 'id',
    success: { status: 200, schema: OrganizationDetail },
    present: presentOrganization,
  }),
  route('organization', leaveOrganization, {
    method: 'post',
    path: '/api/v1/auth/organizations/{id}/leave',
    organization: 'id',
    success: { status: 204, schema: z.void() },
    present: () => undefined,
  }),
  route('organization', listMembers, {
    method: 'get',
    path: '/api/v1/auth/organizations/{id}/members',
    organization: 'id',
    success: { status: 200, schema: MemberList },
    present: (found) => ({ items: found.map(presentMember) }),
  }),
  route('organization', changeRole, {
    method: 'patch',
    path: '/api/v1/auth/organizations/{orgId}/members/{memberId}/role',
    organization: 'orgId',
    body: ChangeRoleBody,
    success: { status: 200, schema: RoleChanged },
    present: (changed) => changed,
  }),
  route('organization', removeMember, {
    method: 'delete',
    path: '/api/v1/auth/organizations/{orgId}/members/{memberId}',
    organization: 'orgId',
    success: { status: 204, schema: z.void() },
    present: () => undefined,
  }),
  route('console', getRoles, {
    method: 'get',
    path: '/api/v1/console/roles',
    success: { status: 200, schema: Roles },
    present: (found) => found,
  }),
] as const;
