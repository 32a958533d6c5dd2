import { facebookReel } from '../../kinds/facebookReel';
import { facebookText } from '../../kinds/facebookText';
import type { Kind, OutsideCall } from '../../kinds';
import { film } from '../../support/runs/publishing';
import { assignmentOf } from './assignments';
import type { Stage } from '../stage';

/**
 * Objects that Facebook loses: a draft with the answer to the call that made it, to be found, and an upload that has
 * ended before it was finished, to be made again. No other post is on their page, so the faults strike these posts.
 */
export async function losePosts(stage: Stage, mark: string): Promise<void> {
  const { calls: text } = facebookText;
  const { calls: reel } = facebookReel;
  const scheduledAt = new Date(Date.now() + 3000).toISOString();
  await Promise.all([
    publishBroken(stage, facebookText, `${mark} draft`, { on: text.stage, do: { loseAnswer: true } }),
    publishBroken(
      stage,
      facebookReel,
      `${mark} upload`,
      { on: reel.publish, do: { error: 'videoSessionExpired' } },
      { scheduledAt },
    ),
  ]);
}

/** Publishes a post on the page; its first call of the fault's kind is broken. */
async function publishBroken(
  stage: Stage,
  kind: Kind,
  key: string,
  fault: { on: OutsideCall; do: object },
  overrides: Record<string, unknown> = {},
): Promise<void> {
  const { connectionId, pageId } = stage.page;
  const on = { ...fault.on, path: fault.on.path.replace('*', pageId), platform: kind.platform, nth: 1 };
  await stage.sandbox.control('POST', '/faults', { ...fault, on });
  const [assignment] = assignmentOf(
    stage,
    kind,
    key,
    { bytes: kind.media(film.length) },
    { connectionId, ...overrides },
  );
  await stage.create(assignment);
}
