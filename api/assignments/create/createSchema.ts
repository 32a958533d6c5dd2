import { z } from 'zod';
import { CreditHeaders } from '../../http/creditHeaders';
import { Timestamp } from '../../http/fields';
import { AssignmentId, ConnectionId, exampleIds } from '../../http/ids';
import { ContentType, PlatformSlug } from '../../platforms/schema';
import { AssignmentStatus, Warnings } from '../schema';

export const CreateAssignmentBody = {
  id: 'CreateAssignmentBody',
  example: {
    connectionId: exampleIds.connection,
    type: 'video',
    payload: { title: 'Walking the coast path', privacy: 'public', tags: ['walking', 'coast'] },
    mediaUrl: 'https://media.example/coast-path.mp4',
    scheduledAt: '2026-12-01T10:00:00+01:00',
    idempotencyKey: 'post-4711',
  },
};

export const AssignmentCreated = z
  .strictObject({
    id: AssignmentId,
    status: AssignmentStatus.meta({ description: '`pending`; of a repeat, the present one' }),
    connectionId: ConnectionId,
    platform: PlatformSlug,
    type: ContentType,
    scheduledAt: Timestamp.nullable(),
    createdAt: Timestamp,
    warnings: Warnings.optional().meta({
      description: 'Why the post will lack what its payload asks for beside it; absent: no reason is known',
    }),
  })
  .meta({
    id: 'AssignmentCreated',
    example: {
      id: exampleIds.assignment,
      status: 'pending',
      connectionId: exampleIds.connection,
      platform: 'youtube',
      type: 'video',
      scheduledAt: '2026-12-01T09:00:00.000Z',
      createdAt: '2026-11-21T09:00:00.000Z',
    },
  });
export type AssignmentCreated = z.infer<typeof AssignmentCreated>;

export const AssignmentCreatedHeaders = CreditHeaders.extend({
  'Idempotent-Replayed': z
    .literal('true')
    .optional()
    .meta({ description: 'An earlier request with this key has made the assignment' }),
  'Idempotency-Mismatch': z.literal('true').optional().meta({ description: 'That request had another body' }),
});
export type AssignmentCreatedHeaders = z.infer<typeof AssignmentCreatedHeaders>;
