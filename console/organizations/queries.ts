import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Invitation, InvitationList } from '../../api/invitations/schema';
import type { MemberList, OrganizationDetail, RoleChanged } from '../../api/organizations/schema';
import { get, patch, post, remove } from '../http/request';

export type GivenRole = 'admin' | 'member';

const at = (organizationId: string) => `/auth/organizations/${organizationId}`;

export const membersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId],
    queryFn: async ({ signal }) => get<z.infer<typeof MemberList>>(`${at(organizationId)}/members`, { signal }),
  });

export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['invitations', organizationId],
    queryFn: async ({ signal }) => get<z.infer<typeof InvitationList>>(`${at(organizationId)}/invitations`, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ mail }) => mail.status === 'pending') ? 2_000 : false),
  });

export async function invite(organizationId: string, email: string, role: GivenRole): Promise<void> {
  await post<Invitation>(`${at(organizationId)}/invitations`, { email, role });
}

export async function withdraw(organizationId: string, invitationId: string): Promise<void> {
  return remove(`${at(organizationId)}/invitations/${invitationId}`);
}

export async function changeRole(organizationId: string, memberId: string, role: GivenRole): Promise<void> {
  await patch<RoleChanged>(`${at(organizationId)}/members/${memberId}/role`, { role });
}

export async function removeMember(organizationId: string, memberId: string): Promise<void> {
  return remove(`${at(organizationId)}/members/${memberId}`);
}

export async function leave(organizationId: string): Promise<void> {
  await post<null>(`${at(organizationId)}/leave`);
}

export async function createOrganization(name: string): Promise<OrganizationDetail> {
  return post<OrganizationDetail>('/auth/organizations', { name });
}
