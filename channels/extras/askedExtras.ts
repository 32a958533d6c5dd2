import { askedItems } from '../../domain/assignment/extras';
import type { AskedItem } from '../../domain/assignment/extras';
import type { FailureWords } from '../../domain/failures/PublishFailure';
import type { FieldErrors, Payload } from '../../domain/payload/payload';
import type { Extra, Extras } from '../../platforms/Publisher';
import type { Assignment } from '../../models/assignments/Assignment';
import type { Transaction } from '../../models/database/transaction';
import { fenceOf } from '../../models/assignments/runSubjects';
import type { KnownAssignment } from '../../models/assignments/runSubjects';
import { PostExtra } from '../../models/assignments/PostExtra';
import type { EndedExtra } from '../../models/assignments/PostExtra';

/** An extra that the payload of a post asks for. */
export interface AskedExtra extends AskedItem {
  extra: Extra;
  /** The whole value of the field, as JSON. */
  wish: string;
  postId: string;
  /** Why the post takes no such extra. */
  obstacle?: FailureWords | undefined;
}

/** The extras that a payload asks for and a run has still to see to. A payload without extras costs no query. */
export async function missingExtras(
  assignment: KnownAssignment,
  extras: Extras,
  payload: Payload,
  postId: string,
): Promise<AskedExtra[]> {
  const asked = askedOf(extras, payload, postId);
  return asked.length === 0 ? [] : without(asked, await PostExtra.settled(fenceOf(assignment).assignmentId));
}

/** The payload that a published post is to have. */
export interface WishedPost {
  extras: Extras | undefined;
  payload: Payload;
  postId: string;
}

/** The extras that a payload asks for and the published post is not known to have, including extras given up. */
export async function lackingExtras(
  assignment: Assignment,
  { extras, payload, postId }: WishedPost,
  transaction?: Transaction,
): Promise<AskedExtra[]> {
  const asked = extras ? askedOf(extras, payload, postId) : [];
  return asked.length === 0 ? [] : without(asked, await PostExtra.done(assignment, transaction));
}

/** A comment comes before all that may take long: it is promised within a minute (contract.md §2). */
function everyExtra({ picture, comment, place, places, captions }: Extras): Extra[] {
  return [picture, comment, place, places, captions].filter((extra) => extra !== undefined);
}

/** The faults of a payload that wants another addition in place of one that is made once, and is made. */
export async function madeFaults(
  assignment: Assignment,
  { extras, payload, postId }: WishedPost,
  transaction: Transaction,
): Promise<FieldErrors> {
  const asked = extras ? askedOf(extras, payload, postId) : [];
  const once = asked.filter(({ extra }) => extra.kind === 'addition' && extra.isMadeOnce);
  if (once.length === 0) return {};
  const done = await PostExtra.done(assignment, transaction);
  const others = once.filter((one) => done.some(({ field, value }) => field === one.field && value !== one.value));
  return Object.fromEntries(others.map(({ field }) => [`payload.${field}`, ['cannot be changed: it is made']]));
}

function askedOf(extras: Extras, payload: Payload, postId: string): AskedExtra[] {
  return everyExtra(extras).flatMap((extra) => {
    const wish = JSON.stringify(payload[extra.field]);
    const obstacle = extra.kind === 'addition' ? extra.obstacle?.(payload) : undefined;
    return askedItems([extra], payload).map((asked) => ({ ...asked, extra, wish, postId, obstacle }));
  });
}

function without(asked: readonly AskedExtra[], ended: readonly EndedExtra[]): AskedExtra[] {
  const isOver = (one: AskedExtra) =>
    ended.some(
      ({ field, item, value, postId }) =>
        field === one.field && item === one.item && value === one.value && postId === one.postId,
    );
  return asked.filter((one) => !isOver(one));
}
