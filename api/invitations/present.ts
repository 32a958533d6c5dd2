import type { PendingInvitation } from '../../models/organizations/Invitation';
import { timestampOrNull } from '../http/fields';
import type { Invitation } from './schema';

export function presentInvitation(invitation: PendingInvitation): Invitation {
  const { id, email, role, expiresAt, createdAt, mailStatus, mailEndedAt, mailError } = invitation;
  return {
    id,
    email,
    role,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    mail: { status: mailStatus, at: timestampOrNull(mailEndedAt), error: mailError },
  };
}
