import { z } from 'zod';
import { CreditHeaders } from '../http/creditHeaders';
import { Timestamp } from '../http/fields';
import { AssignmentId, AssignmentStatus, PrepareAheadSeconds, ScheduledAt } from './schema';

export const UpdateAssignmentBody = z
  .object({
    payload: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'The fields to change; the others stay. The whole is then checked as at creation' }),
    scheduledAt: ScheduledAt.nullable().optional().meta({
      description:
        'Another time, with an offset; null: now. Put off until then also when the media is uploaded already',
    }),
    prepareAheadSeconds: PrepareAheadSeconds.nullable().optional(),
    updatePublished: z.boolean().optional().meta({
      description: 'Of a published post: change it on the platform. Ignored before',
    }),
  })
  .meta({
    id: 'UpdateAssignmentBody',
    example: { payload: { title: 'Walking the coast path, part 1' }, scheduledAt: '2026-12-02T10:00:00+01:00' },
  });
export type UpdateAssignmentBody = z.output<typeof UpdateAssignmentBody>;

const id = '0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a';

export const UpdatedAssignment = z
  .object({
    id: AssignmentId,
    status: AssignmentStatus,
    scheduledAt: Timestamp.nullable(),
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({
    id: 'UpdatedAssignment',
    example: {
      id,
      status: 'pending',
      scheduledAt: '2026-12-02T09:00:00.000Z',
      payload: { title: 'Walking the coast path, part 1', privacy: 'public', tags: [], madeForKids: false },
    },
  });
export type UpdatedAssignment = z.infer<typeof UpdatedAssignment>;

/** Only updates of published posts cost something. */
export const UpdatedAssignmentHeaders = CreditHeaders.partial();
export type UpdatedAssignmentHeaders = z.infer<typeof UpdatedAssignmentHeaders>;

export const RetriedAssignment = z
  .object({ id: AssignmentId, status: z.literal('pending') })
  .meta({ id: 'RetriedAssignment', example: { id, status: 'pending' } });
export type RetriedAssignment = z.infer<typeof RetriedAssignment>;
