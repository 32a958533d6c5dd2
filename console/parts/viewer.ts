import { useSuspenseQuery } from '@tanstack/react-query';
import type { OrganizationListItem } from '../../api/organizations/schema';
import type { UserProfile } from '../../api/users/schema';
import { isPermitted } from '../../domain/permissions';
import type { MemberAction, TenantAction } from '../../domain/permissions';
import { actingIn, organizationsQuery, platformsQuery, profileQuery, rolesQuery, withRootRole } from './viewerQueries';
import type { ActingOrganization } from './viewerQueries';

/** The person at the screen, and the organization that they work in. */
export interface Viewer {
  profile: UserProfile;
  organizations: readonly OrganizationListItem[];
  organization: ActingOrganization;
  /** True if their roles allow this. The API judges it again. */
  may: (action: TenantAction | MemberAction) => boolean;
}

/** Suspends until it is known. */
export function useViewer(): Viewer {
  const { data: profile } = useSuspenseQuery(profileQuery);
  const { data } = useSuspenseQuery(organizationsQuery);
  const { data: roles } = useSuspenseQuery(rolesQuery);
  const organization = withRootRole(actingIn(data.items), roles);
  return { profile, organizations: data.items, organization, may: (action) => mayIn(organization, action) };
}

/** Tells whether their roles in this organization, and in the root of its workspace, allow it. */
export function mayIn({ role, rootRole }: ActingOrganization, action: TenantAction | MemberAction): boolean {
  return isPermitted({ kind: 'member', role, rootRole }, action);
}

/** The name of a platform for people. */
export function usePlatformName(): (slug: string) => string {
  const { data } = useSuspenseQuery(platformsQuery);
  return (slug) => data.items.find((platform) => platform.slug === slug)?.name ?? slug;
}
