import type { z } from 'zod';
import { isInPlace } from '../../../domain/assignment/allows';
import { derivedKeyMinutes } from '../../../domain/limits';
import { failureKinds, isFailureCode } from '../../../domain/failures/failures';
import { remedyWords } from '../../errors/remedyWords';
import { sayCredits, sayPage } from '../../faces/toolSchema';
import type { Assignment } from '../schema';
import type { ToolAssignmentList, ToolCreated, ToolPreview, ToolRetried, ToolUpdated } from './toolSchema';
import type { UnpublishedAssignment } from '../unpublish/unpublishSchema';
import type { AssignmentValidation } from '../validate/validateSchema';

/** Words about assignments for assistants: the present state, and the next step. */

export function sayCreated({
  id,
  status,
  scheduledAt,
  credits,
  replayed,
  warnings = {},
  ignoredPayloadFields,
}: z.input<typeof ToolCreated>): string {
  const next = `get_assignment with assignmentId ${id} tells what becomes of it.`;
  if (replayed === 'of the same arguments') {
    return (
      `The same post was asked for in the last ${derivedKeyMinutes} minutes: assignment ${id} was made then and is ${status} now, and ` +
      `nothing new was made. To post it twice on purpose, call again with an idempotencyKey of its own. ${next}`
    );
  }
  if (replayed !== 'no') {
    const other =
      replayed === 'of another request' ? ' That call had other arguments: for another post use another key.' : '';
    return `This idempotencyKey was used before: assignment ${id} was made then and is ${status} now, and nothing new was made.${other} ${next}`;
  }
  const when =
    scheduledAt === null ? 'It is published now.' : `It goes live at ${scheduledAt}, or now if that is past.`;
  const made = `Assignment ${id} is made. ${when} ${sayCredits(credits)} ${next}`;
  return [made, ...sayFaults('Warning', warnings), ...sayIgnored(ignoredPayloadFields)].join('\n');
}

export function sayUpdated(updated: z.input<typeof ToolUpdated>): string {
  const { id, status, scheduledAt, credits, warnings = {}, ignoredPayloadFields } = updated;
  const dropped = sayIgnored(ignoredPayloadFields);
  if (credits?.used === 0)
    return [`Nothing was different, so nothing was changed. ${sayCredits(credits)}`, ...dropped].join('\n');
  const cost = credits === null ? 'It cost nothing.' : sayCredits(credits);
  const where =
    status === 'published'
      ? 'The post itself is changed on its platform.'
      : `It is ${status} and goes live ${scheduledAt ?? 'as soon as it can'}.`;
  return [`Assignment ${id} is changed. ${where} ${cost}`, ...sayFaults('Not applied', warnings), ...dropped].join(
    '\n',
  );
}

export function sayRetried({ id, credits }: z.input<typeof ToolRetried>): string {
  return `Assignment ${id} is taken up again. ${sayCredits(credits)} get_assignment tells what becomes of it.`;
}

export function sayUnpublished({ id, removal: { mode, status } }: UnpublishedAssignment): string {
  const what = mode === 'delete' ? 'deleted' : 'made private';
  if (status === 'done') return `The post of assignment ${id} is ${what} already.`;
  return `The post of assignment ${id} is being ${what}. get_assignment tells in \`removal\` when that is done.`;
}

export function sayCancelled(): string {
  return 'The assignment is cancelled for good, and its credits come back. For the same post make a new assignment.';
}

export function sayList(list: z.input<typeof ToolAssignmentList>): string {
  const lines = list.items.map(({ id, status, platform, type, title, scheduledAt, platformUrl }) =>
    [
      `${id}: ${status}`,
      `${platform} ${type}`,
      ...(title === null ? [] : [JSON.stringify(title)]),
      ...(scheduledAt === null ? [] : [`for ${scheduledAt}`]),
      ...(platformUrl === null ? [] : [platformUrl]),
    ].join(', '),
  );
  const next = list.items.length === 0 ? [] : ['get_assignment has the whole of one, and why it failed.'];
  return [sayPage('assignments', list, lines), ...next].join('\n');
}

export function sayAssignment(assignment: Assignment): string {
  const { id, status, platform, type, warnings } = assignment;
  const lines = [`Assignment ${id} (${platform} ${type}) is ${status}.`, sayNext(assignment)];
  return [...lines, ...sayFaults('Not applied', warnings)].join('\n');
}

function sayNext(assignment: Assignment): string {
  const { status, scheduledAt, errors, progress } = assignment;
  if (status === 'published') return sayPublished(assignment);
  if (status === 'cancelled') return 'It stays so. For the same post make a new assignment.';
  if (status === 'failed') return errors.map(sayFailure).join('\n');
  if (status === 'uploading' && progress)
    return `${progress.bytesTransferred} of ${progress.bytesTotal ?? 'an unknown number of'} bytes are sent. Ask again later.`;
  const ways = [
    ...(isInPlace('edit', { status }) ? ['changed with update_assignment'] : []),
    ...(isInPlace('cancel', { status }) ? ['cancelled with cancel_assignment'] : []),
  ];
  if (ways.length === 0) return 'It is being published, and can no longer be changed or cancelled. Ask again later.';
  return scheduledAt === null
    ? 'It goes on by itself. Ask again later.'
    : `It goes live at ${scheduledAt}. Until then it can be ${ways.join(' or ')}.`;
}

function sayPublished({ platformUrl, removal }: Assignment): string {
  if (removal === null) return `It can be seen at ${platformUrl ?? 'its platform'}.`;
  const { mode, status, error } = removal;
  const what = mode === 'delete' ? 'deleted' : 'made private';
  if (status === 'due') return `The post is being ${what}. Ask again later.`;
  if (status === 'done') return `The post is ${what}.`;
  return `The post could not be ${what}. ${error ? sayFailure(error) : ''} unpublish_assignment tries it again.`;
}

function sayFailure({ code, message }: Assignment['errors'][number]): string {
  if (!isFailureCode(code)) return `${code}: ${message}`;
  const { meaning, whoActs, remedy } = failureKinds[code];
  return `${code}: ${message}\n${meaning} Who acts: ${whoActs}. ${remedyWords[remedy]}`;
}

export function sayValidation({
  valid,
  errors,
  warnings,
  credits,
  ignoredPayloadFields,
}: AssignmentValidation): string {
  const verdict = valid
    ? `create_assignment would accept this. It would hold ${credits.required ?? 0} of ${credits.balance} credits.`
    : 'create_assignment would refuse this. Correct it, then validate again:';
  return [
    verdict,
    ...sayFaults('', errors),
    ...sayFaults('Warning', warnings),
    ...sayIgnored(ignoredPayloadFields),
  ].join('\n');
}

export function sayPreview({ times, picture, ...validation }: ToolPreview): string {
  const { scheduledAt } = times;
  const when = scheduledAt === null ? 'It would be published at once.' : `It would go live at ${scheduledAt}.`;
  const shown = picture ? ['Its picture comes with this answer.'] : [];
  return [
    sayValidation(validation),
    ...(validation.valid ? [when, ...shown, 'Show it to the person first.'] : []),
  ].join('\n');
}

/** A line for payload fields that the type does not have, which may be misspelt. */
function sayIgnored(fields: readonly string[]): string[] {
  if (fields.length === 0) return [];
  return [
    `Ignored payload fields, which the type does not have: ${fields.join(', ')}. get_platform_capabilities has its fields.`,
  ];
}

/** A line for each field. */
function sayFaults(label: string, faults: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(faults).map(([field, messages]) =>
    [...(label === '' ? [] : [label]), field, messages.join('; ')].join(': '),
  );
}
