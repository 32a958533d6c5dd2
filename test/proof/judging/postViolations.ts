/** Violations of one assignment's posts, by the platform's objects and its record; each as the end of a sentence. */
import { kindOf } from '../../kinds';
import type { SeenPost } from '../../kinds';
import type { SeenAssignment, SeenEffect, Snapshot } from './snapshot';

/** The post was deleted, as somebody wished. */
const isDeleted = ({ removal }: SeenAssignment): boolean => removal?.state === 'done' && removal.mode === 'delete';

const isUnsure = ({ errors }: SeenAssignment): boolean => errors.some(({ code }) => code === 'OUTCOME_UNKNOWN');

/**
 * A draft or video whose id the assignment has never noted: the answer to the call that made it was lost. The object is
 * invisible and cannot be removed.
 */
function isOrphan(assignment: SeenAssignment, { id, audience }: SeenPost): boolean {
  const { isVisible, canBePrivate } = kindOf(assignment);
  return !canBePrivate && !isVisible(audience) && ![...assignment.draftIds, assignment.platformPostId].includes(id);
}

/**
 * The posts as they are now. Beside the post of the assignment, a post may stay whose removal the platform has refused,
 * whatever became of the assignment. A failed assignment keeps the post that a retry goes on with. Both are invisible.
 */
export function wrongPosts(assignment: SeenAssignment, { posts }: Snapshot): (string | false)[] {
  const kind = kindOf(assignment);
  const own = posts.filter((post) => post.title.includes(assignment.idempotencyKey) && !isOrphan(assignment, post));
  const post = assignment.status === 'published' && (own.find(({ id }) => id === assignment.platformPostId) ?? own[0]);
  const others = own.filter((each) => each !== post);
  const ofRetry = assignment.status === 'failed' && assignment.cleanup !== 'done';
  const mayStay = Number(ofRetry) + Number(assignment.cleanup === 'failed');
  const wrongOthers = [
    others.length > mayStay &&
      `has ${own.length} posts: ${own.map(({ id, audience }) => `${id} ${audience}`).join(', ')}`,
    others.some(({ audience }) => kind.isVisible(audience)) &&
      !isUnsure(assignment) &&
      'has a post that others can see',
  ];
  if (post === false) return wrongOthers;
  if (isDeleted(assignment)) return [...wrongOthers, post !== undefined && 'has a post that was deleted'];
  return [...wrongOthers, ...(post ? wrongTraits(assignment, post) : ['has no post'])];
}

/** Differences of a published post from its request. */
function wrongTraits(assignment: SeenAssignment, post: SeenPost): (string | false)[] {
  const kind = kindOf(assignment);
  const [audience, title] = [kind.audienceOf(assignment.payload), assignment.payload[kind.titleField]];
  return [
    post.id !== assignment.platformPostId && `names the post ${assignment.platformPostId}, the platform ${post.id}`,
    assignment.platformUrl !== kind.addressOf(post.id) && `has the URL ${assignment.platformUrl}`,
    post.audience !== audience && `is ${post.audience}, not ${String(audience)}`,
    kind.titleField !== '' && post.title !== title && `is called "${post.title}", not "${title as string}"`,
  ];
}

/**
 * An invisible object that an assignment has noted is gone, unless the assignment says that the object may be there: a
 * retry of the failed assignment goes on with the object, or the clean-up was given up.
 */
export function leftovers(assignment: SeenAssignment, { left }: Snapshot): (string | false)[] {
  const own = assignment.draftIds.filter((id) => left.includes(id));
  const mayStay = assignment.cleanup !== 'done' && (assignment.cleanup !== 'none' || assignment.status === 'failed');
  return [!mayStay && own.length > 0 && `has left ${own.join(', ')} behind`];
}

/** All effects on posts of the assignment, removed posts included. */
function effectsOf(assignment: SeenAssignment, { effects }: Snapshot): SeenEffect[] {
  const own = effects.filter(({ title }) => title.includes(assignment.idempotencyKey));
  const ids = new Set(own.map(({ resource }) => resource));
  return effects.filter(({ resource }) => ids.has(resource));
}

/** The calls that made a post of the assignment visible. */
function publicationsOf(assignment: SeenAssignment, snapshot: Snapshot): SeenEffect[] {
  const { isVisible } = kindOf(assignment);
  return effectsOf(assignment, snapshot).filter(({ from, to }) => isVisible(to) && !isVisible(from));
}

/**
 * By the platform's own record, over the whole life of the assignment's posts. An update that was asked for is one call more, and
 * so is a removal.
 */
export function wrongPublications(assignment: SeenAssignment, snapshot: Snapshot): (string | false)[] {
  const { isVisible, audienceOf, stagesPayload } = kindOf(assignment);
  const publications = publicationsOf(assignment, snapshot);
  const changes = effectsOf(assignment, snapshot).filter(({ from }) => isVisible(from));
  const updatesCount = snapshot.entries.filter(
    ({ assignmentId, type, operation }) =>
      assignmentId === assignment.id && type === 'hold' && operation === 'publish.update',
  ).length;
  const audience = String(audienceOf(assignment.payload));
  const isHidden = assignment.removal?.state === 'done' && assignment.removal.mode === 'private';
  const isDue = assignment.status === 'published' && (isVisible(audience) || isHidden);
  const isAllowed = isDue || (assignment.status === 'failed' && isUnsure(assignment));
  const [first] = publications;
  return [
    isDue && !first && 'was made visible by no call',
    publications.length > Number(isAllowed) + updatesCount && `was made visible by ${publications.length} calls`,
    changes.length > updatesCount + Number(assignment.removal !== null) &&
      `was changed by ${changes.length} calls where others could see it`,
    // If nothing is staged, the post is there when it is published, and not before.
    stagesPayload &&
      !assignment.isMadePublic &&
      publications.some(({ from }) => from === null) &&
      'was visible before it was published',
    updatesCount === 0 &&
      isDue &&
      !isHidden &&
      first !== undefined &&
      first.to !== audience &&
      `was made ${first.to}, not ${audience}`,
  ];
}

const startOf: Record<string, string> = {
  uploading: 'began',
  processing: 'was decided on',
  published: 'was published',
};

/**
 * By the database's clock and by the clock of the platform's machine; a worker's clock does not count. Media are
 * transferred ahead of the time, nothing else. An earlier generation had the time that its run was started with.
 */
export function earlyStarts(assignment: SeenAssignment, snapshot: Snapshot): (string | false)[] {
  const dueMs = (generation: number): number => {
    const run = snapshot.runs.find(({ workflowId }) => workflowId === `assignment/${assignment.id}/${generation}`);
    return (generation === assignment.generation ? assignment.scheduledAtMs : run?.scheduledAtMs) ?? 0;
  };
  const early = (what: string, atMs: number, dueAtMs: number): string | false =>
    atMs < dueAtMs && `${what} ${dueAtMs - atMs} ms early`;
  const events = snapshot.events.filter(
    ({ assignmentId, status }) => assignmentId === assignment.id && status in startOf,
  );
  return [
    ...events.map(({ status, generation, atMs }) => {
      const aheadMs = status === 'uploading' ? assignment.prepareAheadMs : 0;
      return early(startOf[status]!, atMs, dueMs(generation) - aheadMs);
    }),
    ...publicationsOf(assignment, snapshot).map(({ atMs }) => early('was visible', atMs, dueMs(assignment.generation))),
  ];
}
