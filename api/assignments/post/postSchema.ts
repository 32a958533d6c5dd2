import { z } from 'zod';
import { extraStatuses } from '../../../domain/assignment/extras';
import { removalCallers, removalStates } from '../../../domain/assignment/removal';
import { failureKinds } from '../../../domain/failures/failures';
import { removalModes } from '../../../domain/platform';
import { Timestamp } from '../../http/fields';

export const FailureCode = z
  .enum(Object.keys(failureKinds))
  .meta({ id: 'FailureCode', description: 'docs/errors.md says what the codes mean' });

export const AssignmentError = z
  .strictObject({ code: FailureCode, message: z.string() })
  .meta({ id: 'AssignmentError', description: 'Why an assignment failed' });

export const exampleRemoval = {
  mode: 'delete',
  status: 'due',
  requestedAt: '2026-12-05T12:00:00.000Z',
  requestedBy: 'user',
  endedAt: null,
  error: null,
} as const;

/** The removal of a public post. */
export const Removal = z
  .strictObject({
    mode: z.enum(removalModes),
    status: z.enum(removalStates),
    requestedAt: Timestamp,
    requestedBy: z.enum(removalCallers),
    endedAt: Timestamp.nullable(),
    error: AssignmentError.nullable().meta({ description: 'Why it has failed; else null' }),
  })
  .meta({ id: 'Removal', description: 'How far the removal of the public post is', example: exampleRemoval });
export type Removal = z.infer<typeof Removal>;

/** An extra that the payload asks for. */
export const Extra = z
  .strictObject({
    field: z.string(),
    item: z.string().nullable().meta({ description: 'Tells the items of a list apart; else null' }),
    status: z.enum(extraStatuses).meta({ description: 'Of `failed`, `warnings` has the reason' }),
    id: z.string().nullable().meta({ description: 'Its id on the platform, where it has one' }),
    at: Timestamp.nullable().meta({ description: 'When it was made or given up' }),
  })
  .meta({
    id: 'Extra',
    description: 'An addition to the post, such as its first comment: no condition of it',
    example: { field: 'firstComment', item: null, status: 'done', id: 'UgzComment', at: '2026-12-01T09:02:13.000Z' },
  });
