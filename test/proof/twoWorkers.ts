import { publishWorkflowId } from '../../domain/workflowContract';
import { kinds, nthKind } from '../kinds';
import type { Kind } from '../kinds';
import { byCounts, draw, seed } from '../support/counts';
import { until } from '../support/until';
import { judge } from './crashPoint';
import { assignmentsOf, kindsWithSessions } from './work/assignments';
import { patienceMs } from './patience';
import { comesToRest } from './rest';
import type { Scenario, Verdict } from './scenarios';
import type { Stage } from './stage';

const withMedia = kinds.filter(({ mediaCount }) => mediaCount > 0);
const of = (platform: string, ...types: string[]): Kind[] =>
  kinds.filter((kind) => kind.platform === platform && (types.length === 0 || types.includes(kind.type)));
const stories = (among: readonly Kind[]): Kind[] => of('facebook', 'story').filter((kind) => among.includes(kind));

const throughRupload = [...of('facebook', 'reel'), ...stories(kindsWithSessions)];

/**
 * Points at which the first worker stands still until another has taken over the same generation of the same assignment, and
 * the kinds whose assignments come by there.
 */
const meetings: readonly (readonly [point: string, kinds: readonly Kind[]])[] = [
  ['youtube.session.open.after', of('youtube')],
  ['facebook.chunked.open.after', of('facebook', 'video')],
  ['facebook.rupload.open.after', throughRupload],
  ['assignments.change.made.session.after', kindsWithSessions],
  ['media.underWay', withMedia],
  ['youtube.media.send.after', of('youtube')],
  ['facebook.chunk.send.after', of('facebook', 'video')],
  ['facebook.rupload.send.after', throughRupload],
  ['facebook.photo.send.after', of('facebook', 'image', 'carousel')],
  ['assignments.move.uploaded.after', kinds],
  ['assignments.move.processing.after', kinds],
  ['assignments.change.calling.publish.after', kinds],
  ['youtube.video.publish.before', of('youtube')],
  ['youtube.video.publish.after', of('youtube')],
  ['facebook.draft.create.after', of('facebook', 'text', 'link', 'image', 'carousel')],
  ['facebook.post.publish.before', of('facebook', 'text', 'link', 'image', 'carousel')],
  ['facebook.video.finish.after', of('facebook', 'video')],
  ['facebook.video.publish.after', of('facebook', 'video')],
  ['facebook.upload.publish.after', throughRupload],
  ['facebook.story.publish.after', stories(kinds).filter((kind) => !kindsWithSessions.includes(kind))],
  ['assignments.change.answered.live.before', [...of('youtube'), ...of('facebook')]],
];

export const duels: readonly Scenario[] = draw(meetings, byCounts({ few: 1, sample: 1, full: Infinity })).map(
  ([point, among]) => ({
    title: 'two workers that meet on one generation do its work once',
    points: [point],
    play: async (stage) => meet(stage, point, nthKind(seed, among)),
  }),
);

/** Two workers are at it at the same time: the first goes on as soon as the second has begun. */
async function meet(stage: Stage, point: string, kind: Kind): Promise<Verdict> {
  const endsBefore = stage.ends().length;
  stage.arm(point, 'pause');
  const overrides = { audience: 'public', callbackUrl: stage.receiver.url } as const;
  const id = await stage.create(assignmentsOf(stage, point, [kind])('twice', undefined, overrides)[0]);
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

/** Tells whether a step of the assignment, or the task of its workflow, is in another worker's hands. */
async function isTakenOver({ client }: Stage, assignmentId: string): Promise<boolean> {
  const { raw, status } = await client.workflow
    .getHandle(publishWorkflowId({ assignmentId, generation: 1 }))
    .describe();
  const attempts = [...(raw.pendingActivities ?? []), raw.pendingWorkflowTask].map((pending) => pending?.attempt ?? 0);
  return Math.max(...attempts) >= 2 || status.name !== 'RUNNING';
}
