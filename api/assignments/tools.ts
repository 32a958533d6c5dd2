import type { z } from 'zod';
import { derivedKeyMinutes } from '../../domain/limits';
import { timestampOrNull } from '../http/fields';
import { presentPage } from '../http/paging';
import { changes, destroys, reads, readsOutside } from '../faces/hints';
import { mcpTool } from '../faces/mcpTool';
import { cancelAssignment } from './cancelAssignment';
import { createAssignment } from './create/createAssignment';
import type { CreateOutcome } from './create/newAssignment';
import { getAssignment } from './getAssignment';
import { listAssignments } from './listAssignments';
import { nextOfAssignment, nextOfValidation, readNext } from './toolAnswers/nextCalls';
import {
  bodyOfUnpublished,
  presentAssignment,
  presentCreated,
  presentListItem,
  presentRetried,
  presentUpdated,
} from './present';
import { retryAssignment } from './retryAssignment';
import {
  sayAssignment,
  sayCancelled,
  sayCreated,
  sayList,
  sayPreview,
  sayRetried,
  sayUnpublished,
  sayUpdated,
  sayValidation,
} from './toolAnswers/say';
import { Assignment } from './schema';
import { statusWords } from './statusWords';
import {
  ToolAssignmentList,
  ToolCancelled,
  ToolCreated,
  ToolPreview,
  ToolRetried,
  ToolUpdated,
} from './toolAnswers/toolSchema';
import { unpublishAssignment } from './unpublish/unpublishAssignment';
import { UnpublishedAssignment } from './unpublish/unpublishSchema';
import { updateAssignment } from './edit/updateAssignment';
import { previewPost } from './validate/previewPost';
import { validateAssignment } from './validate/validateAssignment';
import { AssignmentValidation } from './validate/validateSchema';

export const assignmentTools = [
  mcpTool(listAssignments, {
    name: 'list_assignments',
    title: 'List posts',
    description:
      'Lists posts, with their times and where each of them is, newest first. All filters that are given must fit.',
    hints: reads,
    schema: ToolAssignmentList,
    present: (found) =>
      presentPage(found, (assignment) => ({
        ...presentListItem(assignment),
        title: assignment.title,
        scheduledAt: timestampOrNull(assignment.scheduledAt),
      })),
    say: sayList,
    next: ({ items: [first] }) => (first ? readNext(first.id) : null),
  }),
  mcpTool(getAssignment, {
    name: 'get_assignment',
    title: 'Get a post',
    description: 'Tells where one post is, where it can be seen, or why it failed and what to do about it.',
    hints: reads,
    schema: Assignment,
    present: presentAssignment,
    say: sayAssignment,
    next: nextOfAssignment,
  }),
  mcpTool(validateAssignment, {
    name: 'validate_assignment',
    title: 'Check a post',
    description:
      'Tells whether create_assignment would accept these arguments, what they would cost, and what is wrong. It makes ' +
      'nothing and costs nothing. Use it before create_assignment.',
    hints: readsOutside,
    // It answers as create_assignment does, which refuses them.
    ignoresUnknown: false,
    schema: AssignmentValidation,
    present: (validation) => validation,
    say: sayValidation,
    next: nextOfValidation,
  }),
  mcpTool(previewPost, {
    name: 'preview_post',
    title: 'Preview a post',
    description:
      'Shows a post before it is published: whether create_assignment would accept these arguments, what is wrong, its cost and the ' +
      'credits left, its time in UTC and in the zone of the person, and its picture. It makes nothing and costs nothing.',
    hints: readsOutside,
    view: 'post',
    ignoresUnknown: false,
    schema: ToolPreview,
    present: ({ validation, scheduledAt, local, picture }) => ({
      ...validation,
      times: { scheduledAt: timestampOrNull(scheduledAt), local: local.time, timeZone: local.timeZone },
      picture: picture !== null,
    }),
    say: sayPreview,
    next: nextOfValidation,
    picture: ({ picture }) => picture,
  }),
  mcpTool(createAssignment, {
    name: 'create_assignment',
    title: 'Publish a post',
    description:
      'Publishes a post to a connected channel, at scheduledAt or now. The post becomes public and costs credits. The ' +
      'fields of payload depend on platform and type: see get_platform_capabilities. A repeat with the same arguments within ' +
      `${derivedKeyMinutes} minutes makes no second post; to post twice on purpose, give each call an idempotencyKey of its own.`,
    hints: { ...changes, idempotentHint: true },
    power: 'publish',
    schema: ToolCreated,
    present: (outcome) => {
      const { creditsUsed: used, balance, ignoredPayloadFields: ignored } = outcome;
      const credits = { used, balance };
      const replayed = presentReplay(outcome);
      return { ...presentCreated(outcome).body, credits, replayed, ignoredPayloadFields: [...ignored] };
    },
    say: sayCreated,
    next: ({ id }) => readNext(id),
  }),
  mcpTool(updateAssignment, {
    name: 'update_assignment',
    title: 'Change a post',
    description:
      `Changes the payload or the time of a post that is ${statusWords('edit')}, free of charge. With updatePublished it ` +
      `changes a ${statusWords('update')} post on its platform, which everybody sees and which costs credits.`,
    hints: { ...destroys, idempotentHint: true },
    power: 'change',
    schema: ToolUpdated,
    present: (outcome) => ({
      ...presentUpdated(outcome).body,
      credits: outcome.credits ?? null,
      ignoredPayloadFields: [...outcome.ignoredPayloadFields],
    }),
    say: sayUpdated,
    next: ({ id }) => readNext(id),
  }),
  mcpTool(retryAssignment, {
    name: 'retry_assignment',
    title: 'Retry a failed post',
    description: `Takes a ${statusWords('retry')} post up again, and holds its credits anew. A post that was made after all is not repeated.`,
    hints: changes,
    power: 'publish',
    schema: ToolRetried,
    present: (outcome) => {
      const { creditsUsed: used, balance } = outcome;
      return { ...presentRetried(outcome).body, credits: { used, balance } };
    },
    say: sayRetried,
    next: ({ id }) => readNext(id),
  }),
  mcpTool(unpublishAssignment, {
    name: 'unpublish_assignment',
    title: 'Take a post down',
    description:
      `Takes a ${statusWords('takeDown')} post down on its platform: deletes it for good, or makes it private where its platform can. ` +
      'It is free, and nothing is refunded. Ask the person first.',
    hints: { ...destroys, idempotentHint: true },
    power: 'takeDown',
    schema: UnpublishedAssignment,
    present: (outcome) => bodyOfUnpublished(outcome),
    say: sayUnpublished,
    next: ({ id }) => readNext(id),
  }),
  mcpTool(cancelAssignment, {
    name: 'cancel_assignment',
    title: 'Cancel a post',
    description: `Cancels a post that is ${statusWords('cancel')}, for good. Its credits come back. A public post is not removed: see unpublish_assignment.`,
    hints: { ...destroys, idempotentHint: true },
    power: 'cancel',
    schema: ToolCancelled,
    present: (_done, { assignmentId }) => ({ id: String(assignmentId), status: 'cancelled' as const }),
    say: sayCancelled,
    next: () => null,
  }),
];

function presentReplay({ replayed }: CreateOutcome): z.input<typeof ToolCreated>['replayed'] {
  if (!replayed) return 'no';
  if (replayed.isDerived) return 'of the same arguments';
  return replayed.mismatch ? 'of another request' : 'of the same request';
}
