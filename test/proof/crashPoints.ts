import { byCounts, draw, seed, shuffle } from '../support/counts';
import { killDuring, standStill, visitAll } from './crashPoint';
import { listPoints } from './points/points';
import type { Further, Scenario } from './scenarios';
import { runWorkload } from './work/workload';

/** At so many points a process dies in every run of the proof, however slow the machine is. */
const certainCount = byCounts({ few: 5, sample: 8, full: Infinity });
/** So many processes die in one run of the workload. Each death costs the start of a process, 2 to 3 CPU-seconds. */
const killsAtOnce = byCounts({ few: 5, sample: 8, full: 5 });
/** The long tests are to take seven minutes: the last deaths are begun in the third, and take two on a busy machine. */
const budgetSeconds = 120;

const wanted = process.env['PROOF_POINTS']?.split(',');
/** All failpoints, or the failpoints in `PROOF_POINTS`. */
export const points = listPoints().filter((point) => wanted?.includes(point) ?? true);
/** The points in the order of this run: neighbours in the order are in different work, most of the time. */
export const order = shuffle(points);
const certain = wanted ? order : order.slice(0, certainCount);

/** The points in groups of `size`; the last group has the remainder. */
export function inGroups(among: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(among.length / size) }, (_, nth) => among.slice(nth * size, (nth + 1) * size));
}

const killAt = (group: string[]): Scenario => ({
  title: 'processes that are killed are started again, and all that was promised is kept, once',
  points: group,
  play: killDuring(runWorkload),
});

/** A process dies once at each of the first points of the order, and in a full run at every point. */
export const kills: readonly Scenario[] = inGroups(certain, wanted ? 1 : killsAtOnce).map(killAt);

/** Processes die at the next points of the order, as far as the time goes. */
export const furtherKills: Further = {
  title: 'the same holds for deaths at further points, as many as there is time for',
  scenarios: inGroups(order.slice(certain.length), killsAtOnce).map(killAt),
  budgetSeconds,
  report: (played) => `${certain.length + played.length} of ${points.length} deaths, TEST_SEED=${seed}`,
};

/** Points to which no work leads are found, whichever process dies. */
export const visits: readonly Scenario[] =
  order.length === certain.length
    ? []
    : [{ title: 'the work leads past each point', points: [], play: visitAll(points) }];

/** Points at which a worker that is thought to be dead could still do harm when it wakes. */
const harmful = [
  'assignments.change.calling.publish.after',
  'assignments.change.cleaned.cleanup.before',
  'outside.mail.send.before',
  'outside.mail.send.after',
  'youtube.session.open.after',
  'assignments.change.calling.stage.after',
  'youtube.token.renew.before',
  'youtube.token.renew.after',
  'assignments.move.uploaded.after',
  'assignments.move.published.before',
  'outside.webhook.post.before',
  'media.underWay',
  'youtube.video.publish.before',
  'youtube.video.delete.before',
  'facebook.draft.create.before',
  'facebook.post.publish.before',
  'facebook.upload.publish.before',
  'facebook.object.delete.before',
].filter((point) => points.includes(point));

export const standstills: readonly Scenario[] = draw(harmful, byCounts({ few: 1, sample: 1, full: Infinity })).map(
  (point) => ({
    title: 'a worker that stands still and wakes does no harm, and all that was promised is kept, once',
    points: [point],
    play: standStill,
  }),
);
