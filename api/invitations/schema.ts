import { z } from 'zod';
import { mailStatuses } from '../../domain/mail';
import { Count, Timestamp } from '../http/fields';
import { exampleIds, InvitationId, OrganizationId } from '../http/ids';
import { GivenRole } from '../organizations/schema';
import { Email } from '../users/fields';

const example = {
  id: exampleIds.invitation,
  email: 'grace@example.com',
  role: 'member',
  expiresAt: '2026-12-08T09:00:00.000Z',
  createdAt: '2026-12-01T09:00:00.000Z',
  mail: { status: 'sent', at: '2026-12-01T09:00:01.000Z', error: null },
} as const;

export const CreateInvitationInput = z.object({
  email: Email.meta({ description: 'With which the invited person registers or has registered' }),
  role: GivenRole,
});
export const CreateInvitationBody = {
  id: 'CreateInvitationBody',
  example: { email: example.email, role: example.role },
};

const Mail = z.strictObject({
  status: z.enum(mailStatuses),
  at: Timestamp.nullable().meta({ description: 'When the mail server took it, or refused it for good' }),
  error: z.string().nullable().meta({ description: 'The words of the mail server, if it refused it' }),
});

export const Invitation = z
  .strictObject({
    id: InvitationId,
    email: z.string(),
    role: GivenRole,
    expiresAt: Timestamp,
    createdAt: Timestamp,
    mail: Mail,
  })
  .meta({ id: 'Invitation', example });
export type Invitation = z.infer<typeof Invitation>;

export const InvitationList = z
  .strictObject({ items: z.array(Invitation), total: Count })
  .meta({ id: 'InvitationList', example: { items: [example], total: 1 } });

export const InvitationInput = z.object({ invitationId: InvitationId });
export const AcceptInvitationInput = z.object({
  token: z.string().meta({ description: 'The last part of the link in the mail' }),
});

export const InvitationAccepted = z
  .strictObject({ organizationId: OrganizationId, role: GivenRole })
  .meta({ id: 'InvitationAccepted', example: { organizationId: exampleIds.organization, role: example.role } });
export type InvitationAccepted = z.infer<typeof InvitationAccepted>;
