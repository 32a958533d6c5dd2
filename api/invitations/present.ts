import type { PendingInvitation } from '../../models/Invitation';
import type { Invitation } from './schema';

export function presentInvitation({ id, email, role, expiresAt, createdAt }: PendingInvitation): Invitation {
  return { id, email, role, expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString() };
}
