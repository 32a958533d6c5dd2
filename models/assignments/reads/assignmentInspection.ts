import { assignmentDetail } from './assignmentDetail';
import type { AssignmentDetail } from './assignmentDetail';
import { CreditEntry } from '../../billing/CreditEntry';
import type { CreditsOfAssignment } from '../../billing/CreditEntry';
import type { Tenant } from '../../database/Tenant';
import { User } from '../../users/User';
import { WebhookDelivery } from '../../webhooks/WebhookDelivery';

/** An assignment with all that happens because of it. */
export interface AssignmentInspection extends AssignmentDetail {
  /** The newest, newest first. */
  deliveries: Omit<WebhookDelivery, 'body'>[];
  credits: CreditsOfAssignment;
  /** The user who has asked for it; null for all others. */
  createdBy: Pick<User, 'id' | 'name'> | null;
  /** The names of the users who have resolved an open outcome, by their ids. */
  resolvers: ReadonlyMap<string, string>;
}

/** An assignment of this tenant as people look into it; a foreign id is null as an unknown one is. */
export async function assignmentInspection(tenant: Tenant, id: string): Promise<AssignmentInspection | null> {
  const detail = await assignmentDetail(tenant, id);
  if (!detail) return null;
  const { createdBy: userId } = detail.assignment;
  const resolverIds = new Set(detail.timeline.flatMap(({ resolution }) => resolution?.userId ?? []));
  const [deliveries, credits, createdBy, resolvers] = await Promise.all([
    WebhookDelivery.ofAssignment(tenant, id),
    CreditEntry.ofAssignment(tenant, id),
    userId === null ? null : User.ofId(userId),
    Promise.all([...resolverIds].map(async (one) => User.ofId(one))),
  ]);
  const names = new Map(resolvers.map(({ id: resolver, name }) => [resolver, name]));
  return { ...detail, deliveries, credits, createdBy, resolvers: names };
}
