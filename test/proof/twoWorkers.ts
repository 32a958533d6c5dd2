import { publishWorkflowId } from '../../domain/workflowContract';
import { byCounts, draw } from '../support/counts';
import { until } from '../support/until';
import { judge } from './crashPoint';
import { jobsOf } from './jobs';
import { patienceMs } from './patience';
import { comesToRest } from './rest';
import type { Scenario, Verdict } from './scenarios';
import type { Stage } from './stage';

/** Where the first worker stands still until another has taken over the same generation of the same job. */
const meetings = [
  'session.opened',
  'session.stored',
  'media.underWay',
  'media.answered',
  'upload.complete',
  'transition.committed.processing',
  'attempt.begun',
  'youtube.publish.sending',
  'youtube.publish.answered',
  'attempt.happened',
];

export const duels: readonly Scenario[] = draw(meetings, byCounts({ few: 1, sample: 1, full: Infinity })).map(
  (point) => ({
    title: 'two workers that meet on one generation do its work once',
    points: [point],
    play: meet,
  }),
);

/** Two workers are at it at the same time: the first goes on as soon as the second has begun. */
async function meet(stage: Stage, [point = '']: string[]): Promise<Verdict> {
  const endsBefore = stage.ends().length;
  stage.arm(point, 'pause');
  const overrides = { audience: 'public', callbackUrl: stage.receiver.url } as const;
  const id = await stage.create(jobsOf(stage, point)('twice', undefined, overrides)[0]);
  await stage.reached(point);
  const second = stage.startWorker();
  await until(async () => isTakenOver(stage, id), patienceMs);
  stage.wake();
  const rests = await comesToRest(stage);
  await second.stop();
  const ends = stage
    .ends()
    .slice(endsBefore)
    .map(({ lastWords }) => lastWords);
  return [...ends, ...(await judge(stage, rests))];
}

/** Whether a step of the job, or the task of its workflow, is in another worker's hands. */
async function isTakenOver({ client }: Stage, assignmentId: string): Promise<boolean> {
  const { raw, status } = await client.workflow
    .getHandle(publishWorkflowId({ assignmentId, generation: 1 }))
    .describe();
  const attempts = [...(raw.pendingActivities ?? []), raw.pendingWorkflowTask].map((pending) => pending?.attempt ?? 0);
  return Math.max(...attempts) >= 2 || status.name !== 'RUNNING';
}
