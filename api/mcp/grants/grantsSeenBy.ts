import { isPermitted } from '../../../domain/permissions';
import type { MemberPrincipal } from '../../auth/Principal';

/** Whose grants a member sees and ends: their own; null for owner and admin of the root organization, who see all. */
export function grantsSeenBy(member: MemberPrincipal): string | null {
  return isPermitted(member, 'credential.manage') ? null : member.userId;
}
