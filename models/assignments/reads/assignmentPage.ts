import { Op } from 'sequelize';
import type { AssignmentStatus } from '../../../domain/assignment';
import type { PlatformSlug } from '../../../domain/platform';
import type { RemovalState } from '../../../domain/assignment/removal';
import { Assignment } from '../Assignment';
import type { Tenant } from '../../database/Tenant';

export interface AssignmentFilter {
  status?: AssignmentStatus | undefined;
  platform?: PlatformSlug | undefined;
  connectionId?: string | undefined;
  externalId?: string | undefined;
  dateFrom?: Date | undefined;
  dateTo?: Date | undefined;
  removal?: RemovalState | 'none' | undefined;
  page: number;
  limit: number;
}

/** One page of a tenant's assignments, newest first, and how many fit the filter. */
export async function pageOfAssignments(
  tenant: Tenant,
  filter: AssignmentFilter,
): Promise<{ items: Assignment[]; total: number }> {
  const { rows: items, count: total } = await Assignment.findAndCountAll({
    where: {
      ...tenant.columns,
      ...(filter.status && { status: filter.status }),
      ...(filter.platform && { platform: filter.platform }),
      ...(filter.connectionId && { connectionId: filter.connectionId }),
      ...(filter.externalId && { externalId: filter.externalId }),
      ...(filter.removal && { removal: filter.removal === 'none' ? null : { state: filter.removal } }),
      ...((filter.dateFrom || filter.dateTo) && {
        createdAt: {
          ...(filter.dateFrom && { [Op.gte]: filter.dateFrom }),
          ...(filter.dateTo && { [Op.lt]: filter.dateTo }),
        },
      }),
    },
    attributes: ['id', 'status', 'platform', 'type', 'title', 'scheduledAt', 'platformUrl', 'publishedAt', 'createdAt'],
    order: [
      ['createdAt', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: filter.limit,
    offset: (filter.page - 1) * filter.limit,
    raw: true,
  });
  return { items, total };
}
