import { z } from 'zod';
import { assignmentStatuses } from '../../domain/assignment';
import { isNotified } from '../../domain/webhook';
import { AssignmentError } from '../assignments/schema';
import { Timestamp } from '../http/fields';
import { AssignmentId, ConnectionId } from '../http/ids';
import { PlatformSlug } from '../platforms/schema';
import { exampleEvent } from '../webhooks/schema';

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
