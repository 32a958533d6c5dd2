import { queryClient } from '../http/queryClient';
import { chooseOrganization } from '../session/session';
import { organizationsQuery } from './queries';

/** Goes to the overview of another organization. All data here are of the present organization, so the page reloads. */
export function changeOrganization(organizationId: string): void {
  chooseOrganization(organizationId);
  window.location.assign('/');
}

/**
 * Goes to an organization that the user has only just made or joined. It is read into the list first: a screen that is
 * drawn while the list lacks the chosen organization chooses another organization.
 */
export async function enterOrganization(organizationId: string, path: '/' | '/organization'): Promise<void> {
  await queryClient.fetchQuery({ ...organizationsQuery, staleTime: 0 });
  chooseOrganization(organizationId);
  window.location.assign(path);
}
