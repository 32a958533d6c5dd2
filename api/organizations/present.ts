import type { Member as FoundMember } from '../../models/organizations/Membership';
import type {
  OrganizationDetail as FoundOrganization,
  OrganizationOfUser,
} from '../../models/organizations/Organization';
import type { Member, OrganizationDetail, OrganizationListItem } from './schema';

export function presentOrganization(organization: FoundOrganization): OrganizationDetail {
  return { ...presentListItem(organization), owner: organization.owner };
}

export function presentListItem(organization: OrganizationOfUser): OrganizationListItem {
  const { id, name, slug, role, memberCount, createdAt } = organization;
  return { id, name, slug, role, memberCount, createdAt: createdAt.toISOString() };
}

export function presentMember({ id, userId, name, email, role, joinedAt }: FoundMember): Member {
  return { id, user: { id: userId, name, email }, role, joinedAt: joinedAt.toISOString() };
}
