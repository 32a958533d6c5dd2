import { z } from 'zod';
import type { NotedExtra } from '../../domain/assignment/extras';
import { sql } from '../database/fragment';

/** The last tries for the extras of an assignment `a`, as JSON. */
export const notedExtras = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('field', x.field, 'item', x.item, 'value', x.value,
           'externalId', x.external_id, 'endedAt', x.ended_at, 'warning', x.warning)), '[]')
  FROM post_extras x WHERE x.assignment_id = a.id)`;

export const NotedExtras = z.array(
  z.strictObject({
    field: z.string(),
    item: z.string(),
    value: z.string(),
    externalId: z.string().nullable(),
    endedAt: z.string().nullable(),
    warning: z.string().nullable(),
  }),
);

/** The same in the terms of their rules. */
export function readNoted(noted: z.infer<typeof NotedExtras>): NotedExtra[] {
  return noted.map((one) => ({ ...one, endedAt: one.endedAt === null ? null : new Date(one.endedAt) }));
}
