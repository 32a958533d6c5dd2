import { queryOptions } from '@tanstack/react-query';
import type { OrganizationListItem, Roles } from '../../api/organizations/schema';
import type { Role } from '../../domain/permissions';
import { query } from '../http/client';
import { queryClient } from '../http/queryClient';
import { chooseOrganization, chosenOrganization } from '../session/session';

const slowMs = 5 * 60_000;

export const profileQuery = queryOptions({ ...query('getMe'), staleTime: slowMs });

export const organizationsQuery = queryOptions({ ...query('listOrganizations'), staleTime: slowMs });

/** The roles in the organization that requests act in, which the answer names, and in the root of its workspace. */
export const rolesQuery = queryOptions({ ...query('getRoles'), staleTime: slowMs });

export const platformsQuery = queryOptions({ ...query('listPlatforms'), staleTime: slowMs });

/** The time zone of the viewer, in which all days are counted. */
export async function readTimezone(): Promise<string> {
  return (await queryClient.ensureQueryData(profileQuery)).timezone;
}

/** The organization that requests act in. */
export interface ActingOrganization extends OrganizationListItem {
  /** The role of the user in the root organization of its workspace; null: no role is known. */
  rootRole: Role | null;
}

/**
 * The organization of all requests from now on. The API refuses requests for an organization that the user was removed
 * from. The user then goes on in their own organization.
 */
export async function readOrganization(): Promise<ActingOrganization> {
  // Both are asked for at once: as a rule, requests act in the same organization before and after the list is known.
  const asked = queryClient.ensureQueryData(rolesQuery).catch(() => null);
  const { items } = await queryClient.ensureQueryData(organizationsQuery);
  const organization = actingIn(items);
  const known = await asked;
  if (known?.organizationId === organization.id) return withRootRole(organization, known);
  return withRootRole(organization, await queryClient.fetchQuery({ ...rolesQuery, staleTime: 0 }));
}

/** Roles that were read for another organization say nothing of this organization. */
export function withRootRole(
  organization: OrganizationListItem,
  { organizationId, rootRole }: Roles,
): ActingOrganization {
  return { ...organization, rootRole: organizationId === organization.id ? rootRole : null };
}

/** The chosen organization if the user is in it; else the organization that the API would take (contract.md §1). */
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
