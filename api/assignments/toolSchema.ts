import { z } from 'zod';
import { ToolCredits } from '../mcp/toolSchema';
import { AssignmentCreated } from './schema';
import { RetriedAssignment, UpdatedAssignment } from './updateSchema';

export const ToolCreated = z.strictObject({
  ...AssignmentCreated.shape,
  credits: ToolCredits,
  replayed: z
    .enum(['no', 'of the same request', 'of another request'])
    .meta({ description: 'Whether this is the answer of an earlier call with the same idempotencyKey' }),
});

export const ToolUpdated = z.strictObject({
  ...UpdatedAssignment.shape,
  credits: ToolCredits.nullable().meta({ description: 'Null where the change was free' }),
});

export const ToolRetried = z.strictObject({ ...RetriedAssignment.shape, credits: ToolCredits });

export const ToolCancelled = z.strictObject({ status: z.literal('cancelled') });
