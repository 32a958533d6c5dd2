import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { OrganizationList, OrganizationListItem } from '../../api/organizations/schema';
import type { PlatformList } from '../../api/platforms/schema';
import type { UserProfile } from '../../api/users/schema';
import { queryClient } from '../http/queryClient';
import { get } from '../http/request';
import { chooseOrganization, chosenOrganization } from '../session/session';

const slowMs = 5 * 60_000;

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => get<UserProfile>('/auth/me', { signal }),
  staleTime: slowMs,
});

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async ({ signal }) => get<z.infer<typeof OrganizationList>>('/auth/organizations', { signal }),
  staleTime: slowMs,
});

export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: async ({ signal }) => get<PlatformList>('/console/platforms', { signal }),
  staleTime: slowMs,
});

/**
 * The organization of all requests from now on. The API refuses those for one that the user was removed from: they go on in
 * their own.
 */
export async function readOrganization(): Promise<OrganizationListItem> {
  return actingIn((await queryClient.ensureQueryData(organizationsQuery)).items);
}

/** The chosen organization, if it still is theirs; else one of their own, as the API would take it (contract.md §1). */
export function actingIn(organizations: readonly OrganizationListItem[]): OrganizationListItem {
  const chosen = chosenOrganization();
  const found =
    organizations.find(({ id }) => id === chosen) ??
    organizations.find(({ role }) => role === 'owner') ??
    organizations[0];
  if (!found) throw new Error('The user has no organization.');
  if (found.id !== chosen) chooseOrganization(found.id);
  return found;
}
