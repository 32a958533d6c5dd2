import type { z } from 'zod';
import { failureKinds, isFailureCode } from '../../domain/failures';
import { sayCredits, sayPage } from '../mcp/toolSchema';
import type { Assignment, AssignmentList } from './schema';
import type { ToolCreated, ToolRetried, ToolUpdated } from './toolSchema';
import type { AssignmentValidation } from './validateSchema';

/** Words about assignments for assistants: the present state, and the next step. */

export function sayCreated({ id, scheduledAt, credits, replayed }: z.input<typeof ToolCreated>): string {
  const next = `get_assignment with assignmentId ${id} tells what becomes of it.`;
  if (replayed !== 'no') {
    const other =
      replayed === 'of another request' ? ' That call had other arguments: for another post use another key.' : '';
    return `This idempotencyKey was used before: assignment ${id} was made then, and nothing new was made.${other} ${next}`;
  }
  const when =
    scheduledAt === null ? 'It is published now.' : `It goes live at ${scheduledAt}, or now if that is past.`;
  return `Assignment ${id} is made. ${when} ${sayCredits(credits)} ${next}`;
}

export function sayUpdated({ id, status, scheduledAt, credits, warnings = {} }: z.input<typeof ToolUpdated>): string {
  const cost = credits === null ? 'It cost nothing.' : sayCredits(credits);
  const where =
    status === 'published'
      ? 'The post itself is changed on its platform.'
      : `It is ${status} and goes live ${scheduledAt ?? 'as soon as it can'}.`;
  return [`Assignment ${id} is changed. ${where} ${cost}`, ...sayFaults('Not applied', warnings)].join('\n');
}

export function sayRetried({ id, credits }: z.input<typeof ToolRetried>): string {
  return `Assignment ${id} is taken up again. ${sayCredits(credits)} get_assignment tells what becomes of it.`;
}

export function sayCancelled(): string {
  return 'The assignment is cancelled for good, and its credits come back. For the same post make a new assignment.';
}

export function sayList(list: AssignmentList): string {
  const lines = list.items.map(
    ({ id, status, platform, type, platformUrl }) =>
      `${id}: ${status}, ${platform} ${type}${platformUrl ? `, ${platformUrl}` : ''}`,
  );
  return sayPage('assignments', list, lines);
}

export function sayAssignment(assignment: Assignment): string {
  const { id, status, platform, type, warnings } = assignment;
  const lines = [`Assignment ${id} (${platform} ${type}) is ${status}.`, sayNext(assignment)];
  return [...lines, ...sayFaults('Not applied', warnings)].join('\n');
}

function sayNext(assignment: Assignment): string {
  const { status, scheduledAt, platformUrl, errors, progress } = assignment;
  if (status === 'published') return `It can be seen at ${platformUrl ?? 'its platform'}.`;
  if (status === 'cancelled') return 'It stays so. For the same post make a new assignment.';
  if (status === 'failed') return errors.map(sayFailure).join('\n');
  if (status === 'uploading' && progress)
    return `${progress.bytesTransferred} of ${progress.bytesTotal ?? 'an unknown number of'} bytes are sent. Ask again later.`;
  if (status === 'processing')
    return 'It is being published, and can no longer be changed or cancelled. Ask again later.';
  return scheduledAt === null
    ? 'It goes on by itself. Ask again later.'
    : `It goes live at ${scheduledAt}. Until then it can be changed with update_assignment or cancelled with cancel_assignment.`;
}

function sayFailure({ code, message }: Assignment['errors'][number]): string {
  if (!isFailureCode(code)) return `${code}: ${message}`;
  const { meaning, whoActs } = failureKinds[code];
  return `${code}: ${message}\n${meaning} Who acts: ${whoActs}. retry_assignment takes it up again once that is done.`;
}

export function sayValidation({
  valid,
  errors,
  warnings,
  credits,
  ignoredPayloadFields,
}: AssignmentValidation): string {
  const ignored = ignoredPayloadFields.length > 0 ? [`Ignored payload fields: ${ignoredPayloadFields.join(', ')}`] : [];
  const verdict = valid
    ? `create_assignment would accept this. It would hold ${credits.required ?? 0} of ${credits.balance} credits.`
    : 'create_assignment would refuse this. Correct it, then validate again:';
  return [verdict, ...sayFaults('', errors), ...sayFaults('Warning', warnings), ...ignored].join('\n');
}

/** A line for each field. */
function sayFaults(label: string, faults: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(faults).map(([field, messages]) =>
    [...(label === '' ? [] : [label]), field, messages.join('; ')].join(': '),
  );
}
