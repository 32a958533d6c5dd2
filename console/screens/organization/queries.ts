import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { InvitationList } from '../../../api/invitations/schema';
import type { MemberList } from '../../../api/organizations/schema';
import { get } from '../../http/request';
import { pathOf } from './pathOf';

export const membersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId],
    queryFn: async ({ signal }) => get<z.infer<typeof MemberList>>(`${pathOf(organizationId)}/members`, { signal }),
  });

export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['invitations', organizationId],
    queryFn: async ({ signal }) =>
      get<z.infer<typeof InvitationList>>(`${pathOf(organizationId)}/invitations`, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ mail }) => mail.status === 'pending') ? 2_000 : false),
  });
