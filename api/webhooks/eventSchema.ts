import { z } from 'zod';
import { assignmentStatuses } from '../../domain/assignment';
import { isNotified } from '../../domain/webhook';
import { AssignmentError } from '../assignments/schema';
import { Timestamp } from '../http/fields';
import { AssignmentId, ConnectionId, exampleIds } from '../http/ids';
import { PlatformSlug } from '../platforms/schema';

export const exampleEvent = {
  assignmentId: exampleIds.assignment,
  status: 'published',
  platform: 'youtube',
  connectionId: exampleIds.connection,
  platformPostId: 'a1B2c3D4e5F',
  platformUrl: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
  errors: [],
  timestamp: '2026-12-01T09:02:11.000Z',
} as const;

/** The body of every webhook, as `domain/webhook.ts` writes it. */
export const WebhookEvent = z
  .strictObject({
    assignmentId: AssignmentId,
    status: z
      .enum(assignmentStatuses.filter(isNotified))
      .meta({ description: 'The status that the assignment has reached' }),
    platform: PlatformSlug,
    connectionId: ConnectionId,
    platformPostId: z.string().nullable().meta({ description: 'Null unless `published`' }),
    platformUrl: z.string().nullable().meta({ format: 'uri', description: 'Null unless `published`' }),
    errors: z.array(AssignmentError).meta({ description: 'Empty unless `failed`' }),
    timestamp: Timestamp.meta({ description: 'When the assignment reached the status' }),
  })
  .meta({ id: 'WebhookEvent', example: exampleEvent });
