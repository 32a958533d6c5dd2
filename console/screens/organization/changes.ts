import type { Invitation } from '../../../api/invitations/schema';
import type { OrganizationDetail, RoleChanged } from '../../../api/organizations/schema';
import { patch, post, remove } from '../../http/request';
import { pathOf } from './pathOf';

export type GivenRole = 'admin' | 'member';

export async function invite(organizationId: string, email: string, role: GivenRole): Promise<void> {
  await post<Invitation>(`${pathOf(organizationId)}/invitations`, { email, role });
}

export async function withdraw(organizationId: string, invitationId: string): Promise<void> {
  return remove(`${pathOf(organizationId)}/invitations/${invitationId}`);
}

export async function changeRole(organizationId: string, memberId: string, role: GivenRole): Promise<void> {
  await patch<RoleChanged>(`${pathOf(organizationId)}/members/${memberId}/role`, { role });
}

export async function removeMember(organizationId: string, memberId: string): Promise<void> {
  return remove(`${pathOf(organizationId)}/members/${memberId}`);
}

export async function leave(organizationId: string): Promise<void> {
  await post<null>(`${pathOf(organizationId)}/leave`);
}

export async function createOrganization(name: string): Promise<OrganizationDetail> {
  return post<OrganizationDetail>('/auth/organizations', { name });
}
