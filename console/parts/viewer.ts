import { useSuspenseQuery } from '@tanstack/react-query';
import type { OrganizationListItem } from '../../api/organizations/schema';
import type { UserProfile } from '../../api/users/schema';
import { isPermitted } from '../../domain/permissions';
import type { MemberAction, TenantAction } from '../../domain/permissions';
import { actingIn, organizationsQuery, platformsQuery, profileQuery } from './viewerQueries';

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
  return { profile, organizations: data.items, organization, may: (action) => mayIn(organization, action) };
}

/** Tells whether their role in this organization allows it. */
export function mayIn({ role }: OrganizationListItem, action: TenantAction | MemberAction): boolean {
  return isPermitted({ kind: 'member', role, rootRole: role }, action);
}

/** The name of a platform for people. */
export function usePlatformName(): (slug: string) => string {
  const { data } = useSuspenseQuery(platformsQuery);
  return (slug) => data.items.find((platform) => platform.slug === slug)?.name ?? slug;
}
