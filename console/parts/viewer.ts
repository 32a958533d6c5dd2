import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { OrganizationList, OrganizationListItem } from '../../api/organizations/schema';
import type { PlatformList } from '../../api/platforms/schema';
import type { UserProfile } from '../../api/users/schema';
import { isPermitted } from '../../domain/permissions';
import type { MemberAction, TenantAction } from '../../domain/permissions';
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

/** The person at the screen, and the organization that they work in. */
export interface Viewer {
  profile: UserProfile;
  organizations: readonly OrganizationListItem[];
  organization: OrganizationListItem;
  /** True if their role allows this. The API judges it again, and alone knows the role in the root organization. */
  may: (action: TenantAction | MemberAction) => boolean;
}

/** Suspends until it is known. */
export function useViewer(): Viewer {
  const { data: profile } = useSuspenseQuery(profileQuery);
  const { data } = useSuspenseQuery(organizationsQuery);
  const organization = actingIn(data.items);
  const { role } = organization;
  return {
    profile,
    organizations: data.items,
    organization,
    may: (action) => isPermitted({ kind: 'member', role, rootRole: role }, action),
  };
}

/** The name of a platform for people. */
export function usePlatformName(): (slug: string) => string {
  const { data } = useSuspenseQuery(platformsQuery);
  return (slug) => data.items.find((platform) => platform.slug === slug)?.name ?? slug;
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
