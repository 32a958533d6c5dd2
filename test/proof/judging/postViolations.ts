/** Violations of one job's posts, by the platform's objects and its record; each as the end of a sentence. */
import { kindOf } from '../../kinds';
import type { SeenPost } from '../../kinds';
import type { SeenAssignment, SeenEffect, Snapshot } from './snapshot';

const isUnsure = ({ errors }: SeenAssignment): boolean => errors.some(({ code }) => code === 'OUTCOME_UNKNOWN');

/**
 * A draft or video whose id the job has never noted: the answer to the call that made it was lost. Nobody sees it, and nobody can
 * remove it.
 */
function isOrphan(job: SeenAssignment, { id, audience }: SeenPost): boolean {
  const { isVisible, canBePrivate } = kindOf(job);
  return !canBePrivate && !isVisible(audience) && ![...job.draftIds, job.platformPostId].includes(id);
}

/**
 * The posts as they are now. Beside the post of the job one may stay whose removal the platform has refused, whatever became of
 * the job; a failed job keeps the one with which a retry goes on. Nobody sees either.
 */
export function wrongPosts(job: SeenAssignment, { posts }: Snapshot): (string | false)[] {
  const kind = kindOf(job);
  const own = posts.filter((post) => post.title.includes(job.idempotencyKey) && !isOrphan(job, post));
  const post = job.status === 'published' && (own.find(({ id }) => id === job.platformPostId) ?? own[0]);
  const others = own.filter((each) => each !== post);
  const ofRetry = job.status === 'failed' && job.cleanup !== 'done';
  const mayStay = Number(ofRetry) + Number(job.cleanup === 'failed');
  const wrongOthers = [
    others.length > mayStay &&
      `has ${own.length} posts: ${own.map(({ id, audience }) => `${id} ${audience}`).join(', ')}`,
    others.some(({ audience }) => kind.isVisible(audience)) && !isUnsure(job) && 'has a post that others can see',
  ];
  if (post === false) return wrongOthers;
  return [...wrongOthers, ...(post ? wrongTraits(job, post) : ['has no post'])];
}

/** A published post that is not as was asked. */
function wrongTraits(job: SeenAssignment, post: SeenPost): (string | false)[] {
  const kind = kindOf(job);
  const [audience, title] = [kind.audienceOf(job.payload), job.payload[kind.titleField]];
  return [
    post.id !== job.platformPostId && `names the post ${job.platformPostId}, the platform ${post.id}`,
    job.platformUrl !== kind.addressOf(post.id) && `has the URL ${job.platformUrl}`,
    post.audience !== audience && `is ${post.audience}, not ${String(audience)}`,
    kind.titleField !== '' && post.title !== title && `is called "${post.title}", not "${String(title)}"`,
  ];
}

/**
 * An object that a job has noted, and that nobody sees, is gone, unless the job says that it may be there: it has failed and
 * a retry goes on with it, or its clean-up was given up.
 */
export function leftovers(job: SeenAssignment, { left }: Snapshot): (string | false)[] {
  const own = job.draftIds.filter((id) => left.includes(id));
  const mayStay = job.cleanup !== 'done' && (job.cleanup !== 'none' || job.status === 'failed');
  return [!mayStay && own.length > 0 && `has left ${own.join(', ')} behind`];
}

/** All that was ever done to posts of the job, those that are gone included. */
function effectsOf(job: SeenAssignment, { effects }: Snapshot): SeenEffect[] {
  const own = effects.filter(({ title }) => title.includes(job.idempotencyKey));
  const ids = new Set(own.map(({ resource }) => resource));
  return effects.filter(({ resource }) => ids.has(resource));
}

/** The calls that made a post of the job visible. */
function publicationsOf(job: SeenAssignment, snapshot: Snapshot): SeenEffect[] {
  const { isVisible } = kindOf(job);
  return effectsOf(job, snapshot).filter(({ from, to }) => isVisible(to) && !isVisible(from));
}

/** By the platform's own record, over the whole life of the job's posts. An update that was asked for is one call more. */
export function wrongPublications(job: SeenAssignment, snapshot: Snapshot): (string | false)[] {
  const { isVisible, audienceOf, stagesPayload } = kindOf(job);
  const publications = publicationsOf(job, snapshot);
  const changes = effectsOf(job, snapshot).filter(({ from }) => isVisible(from));
  const updatesCount = snapshot.entries.filter(
    ({ assignmentId, type, operation }) => assignmentId === job.id && type === 'hold' && operation === 'publish.update',
  ).length;
  const audience = String(audienceOf(job.payload));
  const isDue = job.status === 'published' && isVisible(audience);
  const isAllowed = isDue || (job.status === 'failed' && isUnsure(job));
  const [first] = publications;
  return [
    isDue && !first && 'was made visible by no call',
    publications.length > Number(isAllowed) + updatesCount && `was made visible by ${publications.length} calls`,
    changes.length > updatesCount && `was changed by ${changes.length} calls where others could see it`,
    // If nothing is staged, the post is there when it is published, and not before.
    stagesPayload && publications.some(({ from }) => from === null) && 'was visible before it was published',
    updatesCount === 0 &&
      isDue &&
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
 * By the database's clock and by that of the platform's machine; that of a worker does not count. Media are transferred
 * ahead of the time, nothing else. An earlier generation had the time that its run was started with.
 */
export function earlyStarts(job: SeenAssignment, snapshot: Snapshot): (string | false)[] {
  const dueMs = (generation: number): number => {
    const run = snapshot.runs.find(({ workflowId }) => workflowId === `assignment/${job.id}/${generation}`);
    return (generation === job.generation ? job.scheduledAtMs : run?.scheduledAtMs) ?? 0;
  };
  const early = (what: string, atMs: number, dueAtMs: number): string | false =>
    atMs < dueAtMs && `${what} ${dueAtMs - atMs} ms early`;
  const events = snapshot.events.filter(({ assignmentId, status }) => assignmentId === job.id && status in startOf);
  return [
    ...events.map(({ status, generation, atMs }) => {
      const aheadMs = status === 'uploading' ? job.prepareAheadMs : 0;
      return early(startOf[status]!, atMs, dueMs(generation) - aheadMs);
    }),
    ...publicationsOf(job, snapshot).map(({ atMs }) => early('was visible', atMs, dueMs(job.generation))),
  ];
}
