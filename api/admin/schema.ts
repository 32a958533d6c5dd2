import { z } from 'zod';
import { interventions } from '../../domain/assignment/interventions';
import { stuckCauses } from '../../models/assignments/reads/stuckAssignments';
import { AssignmentStatus } from '../assignments/schema';
import { AssignmentError } from '../assignments/post/postSchema';
import { Count, Timestamp } from '../http/fields';
import { AssignmentId, exampleIds, WorkspaceId } from '../http/ids';
import { ContentType, PlatformSlug } from '../platforms/schema';

export const ClientSecretRotated = z
  .strictObject({
    id: WorkspaceId,
    webhookSecret: z.string(),
    rotatedAt: Timestamp,
    previousSecretExpiresAt: Timestamp,
  })
  .meta({
    id: 'ClientSecretRotated',
    example: {
      id: exampleIds.workspace,
      webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
      rotatedAt: '2026-12-01T09:00:00.000Z',
      previousSecretExpiresAt: '2026-12-02T09:00:00.000Z',
    },
  });

const StuckAssignment = z
  .strictObject({
    id: AssignmentId,
    workspaceId: WorkspaceId,
    channel: z.string().meta({ description: 'Name of the channel' }),
    platform: PlatformSlug,
    type: ContentType,
    status: AssignmentStatus,
    since: Timestamp.meta({ description: 'When the assignment came to its status' }),
    waitsFor: z.enum(stuckCauses).meta({
      description:
        'The cause: a `place` in the line of its workspace, `temporal`, the next `try`, the `platform`, a slow `source`, or a `worker`',
    }),
    error: AssignmentError.nullable().meta({ description: 'Why the last try failed' }),
    nextAt: Timestamp.nullable().meta({ description: 'When its next work is due; null: now' }),
    interventions: z.array(z.enum(interventions)).meta({ description: 'What an administrator can do now' }),
    runUrl: z
      .string()
      .nullable()
      .meta({ description: 'Its run in the Temporal UI; null where no setting names the UI' }),
  })
  .meta({ id: 'StuckAssignment' });

const SilentReceiver = z
  .strictObject({
    workspaceId: WorkspaceId,
    host: z.string().meta({ description: 'Host of the address for webhooks', example: 'hooks.example.com' }),
    count: Count.meta({ description: 'Number of webhooks that wait' }),
    since: Timestamp.meta({ description: 'Time of the oldest of them' }),
    assignmentId: AssignmentId.meta({ description: 'The assignment of the oldest' }),
    httpStatusCode: z.int().nullable().meta({ description: 'The last answer to the oldest; null: none' }),
    lastError: z.string().nullable(),
    nextAttemptAt: Timestamp.nullable(),
  })
  .meta({ id: 'SilentReceiver' });

export const StuckList = z
  .strictObject({
    total: Count.meta({ description: 'Number of stuck assignments, listed or not' }),
    assignments: z.array(StuckAssignment),
    receivers: z.array(SilentReceiver),
  })
  .meta({ id: 'StuckList', example: { total: 0, assignments: [], receivers: [] } });
export type StuckList = z.infer<typeof StuckList>;

export const HelpedAssignment = z
  .strictObject({ id: AssignmentId, status: AssignmentStatus })
  .meta({ id: 'HelpedAssignment', example: { id: exampleIds.assignment, status: 'failed' } });
