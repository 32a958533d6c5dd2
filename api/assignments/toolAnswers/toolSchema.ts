import { z } from 'zod';
import { ToolCredits } from '../../faces/toolSchema';
import { Timestamp } from '../../http/fields';
import { AssignmentId } from '../../http/ids';
import { pageOf } from '../../http/paging';
import { AssignmentCreated } from '../create/createSchema';
import { AssignmentListItem } from '../schema';
import { AssignmentValidation } from '../validate/validateSchema';
import { RetriedAssignment, UpdatedAssignment } from '../edit/updateSchema';

const ignoredPayloadFields = z
  .array(z.string())
  .meta({ description: 'Fields of the payload that the type does not have: they were dropped' });

export const ToolCreated = z.strictObject({
  ...AssignmentCreated.shape,
  ignoredPayloadFields,
  credits: ToolCredits,
  replayed: z
    .enum(['no', 'of the same request', 'of another request', 'of the same arguments'])
    .meta({ description: 'Whether an earlier call with the same idempotencyKey, or the same arguments, has made it' }),
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

export const ToolCancelled = z.strictObject({ id: AssignmentId, status: z.literal('cancelled') });

export const ToolPreview = z.strictObject({
  ...AssignmentValidation.shape,
  times: z.strictObject({
    scheduledAt: Timestamp.nullable().meta({ description: 'Null: it would be published at once' }),
    local: z.string().nullable().meta({ description: 'The same in the zone of the person, or of the workspace' }),
    timeZone: z.string(),
  }),
  picture: z.boolean().meta({ description: 'Whether the picture of the post comes with the answer' }),
});
export type ToolPreview = z.infer<typeof ToolPreview>;
