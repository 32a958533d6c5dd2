import { killDuring, standStill } from './crashPoint';
import { listPoints } from './points';
import { defineScenarios } from './scenarios';
import { runWorkload } from './workload';

/** So many processes die in one run of the workload: far from each other in the source, hence in different work. */
const killsAtOnce = 5;
const wanted = process.env['PROOF_POINTS']?.split(',');
const points = listPoints().filter((point) => wanted?.includes(point) ?? true);
const groupsCount = wanted ? points.length : Math.ceil(points.length / killsAtOnce);
const kills = Array.from({ length: groupsCount }, (_, group) => ({
  points: points.filter((_point, index) => index % groupsCount === group),
  play: killDuring(runWorkload),
  title: 'processes that are killed are started again',
}));

/** Where a worker that is thought to be dead could still do harm when it wakes. */
const pauses = [
  'attempt.begun',
  'cleanup.removed',
  'session.opened',
  'token.leased',
  'token.renewed',
  'transition.committed.uploaded',
  'transition.written.published',
  'webhook.sending',
  'youtube.media.underWay',
  'youtube.publish.sending',
  'youtube.video.deleting',
]
  .filter((point) => wanted?.includes(point) ?? true)
  .map((point) => ({ points: [point], play: standStill, title: 'a worker that stands still and wakes does no harm' }));
const scenarios = [...pauses, ...kills];

defineScenarios('$title, and all that was promised is kept, once: $points', scenarios, 5);
