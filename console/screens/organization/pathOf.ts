/** The path of an organization in the API. */
export function pathOf(organizationId: string): string {
  return `/auth/organizations/${organizationId}`;
}
