import { z } from 'zod';
import { transitions } from '../../domain/assignment';
import type { Transition } from '../../domain/assignment';
import { AssignmentError } from '../assignments/schema';
import { Timestamp } from '../http/fields';
import { AssignmentId, ConnectionId, exampleIds } from '../http/ids';
import { PlatformSlug } from '../platforms/schema';

/** The statuses for which a webhook is sent. */
const notified = new Set(
  Object.values<Transition>(transitions)
    .filter(({ notify }) => notify)
    .map(({ to }) => to),
);

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
    status: z.enum([...notified]).meta({ description: 'The status that the assignment has reached' }),
    platform: PlatformSlug,
    connectionId: ConnectionId,
    platformPostId: z.string().nullable().meta({ description: 'Null unless `published`' }),
    platformUrl: z.string().nullable().meta({ format: 'uri', description: 'Null unless `published`' }),
    errors: z.array(AssignmentError).meta({ description: 'Empty unless `failed`' }),
    timestamp: Timestamp.meta({ description: 'When the assignment reached the status' }),
  })
  .meta({ id: 'WebhookEvent', example: exampleEvent });
