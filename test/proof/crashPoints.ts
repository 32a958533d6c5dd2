import { byCounts, draw } from '../support/counts';
import { killDuring, standStill } from './crashPoint';
import { listPoints } from './points';
import type { Scenario } from './scenarios';
import { runWorkload } from './workload';

/** So many processes die in one run of the workload: far from each other in the source, hence in different work. */
const killsAtOnce = byCounts({ few: 5, sample: 24, full: 5 });

const wanted = process.env['PROOF_POINTS']?.split(',');
/** All failpoints, or those that `PROOF_POINTS` names. */
export const points = listPoints().filter((point) => wanted?.includes(point) ?? true);

/** Points in groups of about `size`, those of a group far from each other in the source. */
export function spread(size: number): string[][] {
  const count = Math.ceil(points.length / size);
  return Array.from({ length: count }, (_, group) => points.filter((_point, index) => index % count === group));
}

/** A process dies at each point once. */
export const kills: readonly Scenario[] = spread(wanted ? 1 : killsAtOnce).map((group) => ({
  title: 'processes that are killed are started again, and all that was promised is kept, once',
  points: group,
  play: killDuring(runWorkload),
}));

/** Where a worker that is thought to be dead could still do harm when it wakes. */
const harmful = [
  'attempt.begun',
  'cleanup.removed',
  'mail.leased',
  'mail.taken',
  'session.opened',
  'stage.begun',
  'token.leased',
  'token.renewed',
  'transition.committed.uploaded',
  'transition.written.published',
  'webhook.sending',
  'media.underWay',
  'youtube.publish.sending',
  'youtube.video.deleting',
  'facebook.draft.creating',
  'facebook.post.publishing',
  'facebook.upload.publishing',
  'facebook.object.deleting',
].filter((point) => points.includes(point));

export const standstills: readonly Scenario[] = draw(harmful, byCounts({ few: 1, sample: 1, full: Infinity })).map(
  (point) => ({
    title: 'a worker that stands still and wakes does no harm, and all that was promised is kept, once',
    points: [point],
    play: standStill,
  }),
);
