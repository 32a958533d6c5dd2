import { useSuspenseQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { OrganizationListItem } from '../../api/organizations/schema';
import type { PlatformList } from '../../api/platforms/schema';
import type { UserProfile } from '../../api/users/schema';
import { isPermitted } from '../../domain/permissions';
import type { MemberAction, TenantAction } from '../../domain/permissions';
import { actingIn, organizationsQuery, platformsQuery, profileQuery, rolesQuery, withRootRole } from './queries';
import type { ActingOrganization } from './queries';

/** The person at the screen, the organization that they work in, and the platforms that they may connect. */
export interface Viewer {
  profile: UserProfile;
  organizations: readonly OrganizationListItem[];
  organization: ActingOrganization;
  platforms: PlatformList['items'];
  /** True if their roles allow this. The API judges it again. */
  may: (action: TenantAction | MemberAction) => boolean;
}

const ViewerContext = createContext<Viewer | null>(null);

/** Says who the viewer is to all that it holds: one reader of these queries, however many rows ask. Suspends until it is known. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const { data: profile } = useSuspenseQuery(profileQuery);
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { data: roles } = useSuspenseQuery(rolesQuery);
  const { data: platforms } = useSuspenseQuery(platformsQuery);
  const viewer = useMemo(() => {
    const organization = withRootRole(actingIn(organizations.items), roles);
    const may: Viewer['may'] = (action) => mayIn(organization, action);
    return { profile, organizations: organizations.items, organization, platforms: platforms.items, may };
  }, [profile, organizations, roles, platforms]);
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

/** The viewer, as the shell has read it. @throws Error outside of the shell: there may be no session */
export function useViewer(): Viewer {
  const viewer = use(ViewerContext);
  if (!viewer) throw new Error('useViewer is called outside of the shell.');
  return viewer;
}

/** Tells whether their roles in this organization, and in the root of its workspace, allow it. */
export function mayIn({ role, rootRole }: ActingOrganization, action: TenantAction | MemberAction): boolean {
  return isPermitted({ kind: 'member', role, rootRole }, action);
}

/** Tells whether posts can be made for a platform. The channels of a platform that is not offered stay, and so do their posts. */
export function useIsOffered(): (slug: string) => boolean {
  const { platforms } = useViewer();
  return (slug) => platforms.some((platform) => platform.slug === slug);
}

/** The name of a platform for people. */
export function usePlatformName(): (slug: string) => string {
  const { platforms } = useViewer();
  return (slug) => platforms.find((platform) => platform.slug === slug)?.name ?? slug;
}
