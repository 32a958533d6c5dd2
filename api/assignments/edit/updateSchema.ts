import { z } from 'zod';
import { CreditHeaders } from '../../http/creditHeaders';
import { Timestamp } from '../../http/fields';
import { AssignmentId, exampleIds } from '../../http/ids';
import { AssignmentStatus, Payload, PrepareAheadSeconds, ScheduledAt, Warnings } from '../schema';
import { CallbackEvents, CallbackStatuses } from '../../webhooks/schema';

export const UpdateAssignmentInput = z.object({
  assignmentId: AssignmentId,
  payload: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The fields to change; the others stay. The whole is then checked as at creation' }),
  scheduledAt: ScheduledAt.nullable().optional().meta({
    description:
      'Another time, with an offset; a past one means now. Put off until then also when the media is uploaded already',
  }),
  prepareAheadSeconds: PrepareAheadSeconds.nullable().optional(),
  callbackEvents: CallbackEvents.nullable().optional(),
  callbackStatuses: CallbackStatuses.nullable().optional(),
  updatePublished: z.boolean().optional().meta({
    description: 'Of a published post: change it on the platform. Ignored before',
  }),
});
export type AssignmentChanges = Omit<z.output<typeof UpdateAssignmentInput>, 'assignmentId'>;

export const UpdateAssignmentBody = {
  id: 'UpdateAssignmentBody',
  example: { payload: { title: 'Walking the coast path, part 1' }, scheduledAt: '2026-12-02T10:00:00+01:00' },
};

const id = exampleIds.assignment;

export const UpdatedAssignment = z
  .strictObject({
    id: AssignmentId,
    status: AssignmentStatus,
    scheduledAt: Timestamp.nullable(),
    payload: Payload,
    warnings: Warnings.optional(),
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
  .strictObject({ id: AssignmentId, status: z.literal('pending') })
  .meta({ id: 'RetriedAssignment', example: { id, status: 'pending' } });
export type RetriedAssignment = z.infer<typeof RetriedAssignment>;
