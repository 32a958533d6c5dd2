import { queryOptions } from '@tanstack/react-query';
import { query } from '../../http/client';

export const membersQuery = (organizationId: string) => queryOptions(query('listMembers', { organizationId }));

export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    ...query('listInvitations', { organizationId }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ mail }) => mail.status === 'pending') ? 2_000 : false),
  });
