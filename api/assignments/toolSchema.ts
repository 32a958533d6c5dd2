import { z } from 'zod';
import { ToolCredits } from '../faces/toolSchema';
import { Timestamp } from '../http/fields';
import { pageOf } from '../http/paging';
import { AssignmentCreated } from './create/createSchema';
import { AssignmentListItem } from './schema';
import { RetriedAssignment, UpdatedAssignment } from './edit/updateSchema';

const ignoredPayloadFields = z
  .array(z.string())
  .meta({ description: 'Fields of the payload that the type does not have: they were dropped' });

export const ToolCreated = z.strictObject({
  ...AssignmentCreated.shape,
  ignoredPayloadFields,
  credits: ToolCredits,
  replayed: z
    .enum(['no', 'of the same request', 'of another request'])
    .meta({ description: 'Whether an earlier call with the same idempotencyKey has made the assignment' }),
});

export const ToolUpdated = z.strictObject({
  ...UpdatedAssignment.shape,
  ignoredPayloadFields,
  credits: ToolCredits.nullable().meta({ description: 'Null where the change was free' }),
});

export const ToolRetried = z.strictObject({ ...RetriedAssignment.shape, credits: ToolCredits });

/** The list of REST, with fields that tell one scheduled post from another. */
export const ToolAssignmentList = pageOf(
  z.strictObject({
    ...AssignmentListItem.shape,
    title: z.string().nullable().meta({ description: 'Or the beginning of the message or the description' }),
    scheduledAt: Timestamp.nullable(),
  }),
);

export const ToolCancelled = z.strictObject({ status: z.literal('cancelled') });
