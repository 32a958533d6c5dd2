import { Op } from 'sequelize';
import type { InferAttributes } from 'sequelize';
import { z } from 'zod';
import type { AssignmentStatus } from '../../../domain/assignment';
import type { PlatformSlug } from '../../../domain/platform';
import type { RemovalState } from '../../../domain/assignment/removal';
import { Assignment } from '../Assignment';
import { ShownPicture, shownPicture } from '../../pictures/KeptPicture';
import { param, sql } from '../../database/fragment';
import { statement } from '../../database/statement';
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

type ListedColumn = (typeof listedColumns)[number];
const listedColumns = [
  'id',
  'status',
  'platform',
  'type',
  'title',
  'scheduledAt',
  'platformUrl',
  'publishedAt',
  'createdAt',
] as const;
export type ListedAssignment = Pick<InferAttributes<Assignment>, ListedColumn> & { pictureVersion: string | null };

const readVersions = statement(
  'assignments.readPictures',
  z.strictObject({ id: z.uuid(), pictureVersion: ShownPicture }),
  sql`SELECT a.id, ${shownPicture} FROM unnest(${param('ids', 'uuid[]')}) AS a(id)`,
);

/** One page of a tenant's assignments, newest first, and how many fit the filter. */
export async function pageOfAssignments(
  tenant: Tenant,
  filter: AssignmentFilter,
): Promise<{ items: ListedAssignment[]; total: number }> {
  const { rows, count: total } = await Assignment.findAndCountAll({
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
    attributes: [...listedColumns],
    order: [
      ['createdAt', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: filter.limit,
    offset: (filter.page - 1) * filter.limit,
    raw: true,
  });
  const pictures = rows.length === 0 ? [] : await readVersions.all({ ids: rows.map(({ id }) => id) });
  const versions = new Map(pictures.map(({ id, pictureVersion }) => [id, pictureVersion]));
  const items = rows.map((row) => Object.assign(row, { pictureVersion: versions.get(row.id) ?? null }));
  return { items, total };
}
