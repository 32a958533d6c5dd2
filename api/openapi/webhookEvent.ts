import { z } from 'zod';
import { nameOfEvent, notifiedStatuses } from '../../domain/webhook';
import { AssignmentError, Extra, Removal } from '../assignments/post/postSchema';
import { Timestamp } from '../http/fields';
import { AssignmentId, ConnectionId } from '../http/ids';
import { PlatformSlug } from '../platforms/schema';
import { exampleEvent, exampleExtrasEvent, exampleRemovalEvent } from '../webhooks/schema';

/** The body of a webhook about a transition, as `domain/webhook.ts` writes it. */
export const WebhookEvent = z
  .strictObject({
    assignmentId: AssignmentId,
    status: z.enum(notifiedStatuses).meta({ description: 'The status that the assignment has reached' }),
    platform: PlatformSlug,
    connectionId: ConnectionId,
    platformPostId: z.string().nullable().meta({ description: 'Null unless `published`' }),
    platformUrl: z.string().nullable().meta({ format: 'uri', description: 'Null unless `published`' }),
    errors: z.array(AssignmentError).meta({ description: 'Empty unless `failed`' }),
    timestamp: Timestamp.meta({ description: 'When the assignment reached the status' }),
  })
  .meta({ id: 'WebhookEvent', example: exampleEvent });

const ofPost = {
  assignmentId: AssignmentId,
  connectionId: ConnectionId,
  platform: PlatformSlug,
  platformPostId: z.string().meta({ description: 'Of the post, also when it is gone' }),
  platformUrl: z.string().meta({ format: 'uri' }),
};

/** The body of a webhook about the end of the last extra. */
export const ExtrasEvent = z
  .strictObject({
    event: z.literal(nameOfEvent('extras')),
    ...ofPost,
    extras: z
      .array(Extra.extend({ status: Extra.shape.status.exclude(['pending']) }))
      .meta({ description: 'How each of them has ended' }),
    timestamp: Timestamp.meta({ description: 'When the last of them ended' }),
  })
  .meta({ id: 'ExtrasEvent', example: exampleExtrasEvent });

/** The body of a webhook about the end of a removal. */
export const RemovalEvent = z
  .strictObject({
    event: z.literal(nameOfEvent('removal')),
    ...ofPost,
    removal: Removal.extend({ status: Removal.shape.status.exclude(['due']), endedAt: Timestamp }).meta({
      description: 'How the removal has ended',
    }),
    timestamp: Timestamp.meta({ description: 'When the removal ended' }),
  })
  .meta({ id: 'RemovalEvent', example: exampleRemovalEvent });
