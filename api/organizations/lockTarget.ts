import { judgeTarget } from '../../domain/permissions';
import type { Transaction } from '../../models/database/transaction';
import { Membership } from '../../models/organizations/Membership';
import type { MemberPrincipal } from '../auth/Principal';
import { noSuchMember, ownerStays, roleTooLow } from './refusals';

/**
 * Holds a member to whom something is to be done, until the end of the transaction.
 * @throws ApiError 404 for an unknown member; 409 for the owner; 403 where the caller's role is too low for the member's
 */
export async function lockTarget(
  { tenant, role }: MemberPrincipal,
  action: Parameters<typeof judgeTarget>[1],
  { memberId, transaction }: { memberId: string; transaction: Transaction },
): Promise<void> {
  const target = await Membership.lockRole(tenant, memberId, transaction);
  if (target === null) throw noSuchMember.error();
  const judgement = judgeTarget(role, action, target);
  if (judgement === 'conflict') throw ownerStays.error();
  if (judgement === 'forbidden') throw roleTooLow.error();
}

/** Refusals of `lockTarget`. */
export const targetRefusals = [noSuchMember, ownerStays, roleTooLow] as const;
