import { z } from 'zod';
import { roles } from '../../domain/permissions';
import { Count, Timestamp } from '../http/fields';
import { exampleIds, MembershipId, OrganizationId, UserId } from '../http/ids';
import { Name } from '../users/fields';

const id = exampleIds.organization;
const memberId = exampleIds.membership;
const createdAt = '2026-12-01T09:00:00.000Z';
const ada = { id: exampleIds.user, name: 'Ada', email: 'ada@example.com' };
const listed = {
  id,
  name: "Ada's organization",
  slug: 'ada-1f0c2b9d',
  role: 'owner',
  memberCount: 2,
  createdAt,
} as const;

export const Role = z.enum(roles);
/** The roles that a member can be given. The owner's role is not among them. */
export const GivenRole = z.enum(['admin', 'member']);

const Person = z.strictObject({ id: UserId, name: z.string(), email: z.string() });

const shape = {
  id: OrganizationId,
  name: z.string(),
  slug: z.string(),
  role: Role.meta({ description: 'Of the user that asks' }),
  memberCount: Count,
  createdAt: Timestamp,
};

export const OrganizationListItem = z.strictObject(shape).meta({ id: 'OrganizationListItem', example: listed });
export type OrganizationListItem = z.infer<typeof OrganizationListItem>;

export const OrganizationList = z
  .strictObject({ items: z.array(OrganizationListItem) })
  .meta({ id: 'OrganizationList', example: { items: [listed] } });

export const OrganizationDetail = z
  .strictObject({ ...shape, owner: Person })
  .meta({ id: 'OrganizationDetail', example: { ...listed, owner: ada } });
export type OrganizationDetail = z.infer<typeof OrganizationDetail>;

export const CreateOrganizationInput = z.object({ name: Name });
export const CreateOrganizationBody = { id: 'CreateOrganizationBody', example: { name: 'Field Notes Berlin' } };

export const Member = z
  .strictObject({
    id: MembershipId,
    user: Person,
    role: Role,
    joinedAt: Timestamp,
  })
  .meta({ id: 'Member', example: { id: memberId, user: ada, role: 'owner', joinedAt: createdAt } });
export type Member = z.infer<typeof Member>;

export const MemberList = z
  .strictObject({ items: z.array(Member) })
  .meta({ id: 'MemberList', example: { items: [{ id: memberId, user: ada, role: 'owner', joinedAt: createdAt }] } });

export const MemberInput = z.object({ memberId: MembershipId });
export const ChangeRoleInput = z.object({ memberId: MembershipId, role: GivenRole });
export const ChangeRoleBody = { id: 'ChangeRoleBody', example: { role: 'admin' } };

export const RoleChanged = z
  .strictObject({ id: MembershipId, role: GivenRole })
  .meta({ id: 'RoleChanged', example: { id: memberId, role: 'admin' } });
export type RoleChanged = z.infer<typeof RoleChanged>;

export const Roles = z
  .strictObject({
    organizationId: OrganizationId.meta({ description: 'The organization of the request' }),
    role: Role.meta({ description: 'Of the user, in this organization' }),
    rootRole: Role.nullable().meta({
      description: 'Of the user, in the root organization of its workspace; null for one who is no member there',
    }),
  })
  .meta({ id: 'Roles', example: { organizationId: id, role: 'admin', rootRole: null } });
export type Roles = z.infer<typeof Roles>;
