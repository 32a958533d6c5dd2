import { publishWorkflowId } from '../../../domain/workflowContract';
import { madeBy } from '../../support/runs/madeBy';
import { publisherFor } from '../../../platforms';
import { kinds } from '../../kinds';
import type { Kind } from '../../kinds';
import { letPass } from '../../support/runs/letPass';
import type { CreatedRun } from '../../support/runs/publishing';
import { unlimited } from '../../support/platforms/quota';
import { until } from '../../support/until';
import { effectsOf, expectPublished, leftOf, submit, untilPrepared, useKinds, whole } from './kindAssignments';
import type { Submitted } from './kindAssignments';
import { rescheduleAssignment } from '../operations/rescheduleAssignment';

const publishing = useKinds();

/** The platform loses the draft of an assignment, or all that it has of one without a draft, as if somebody had deleted it there. */
async function lose({ platform: slug, type }: Kind, assignment: Submitted): Promise<void> {
  const { made, staged } = (await madeBy(publishing.deps.secrets, assignment))!;
  const { accessToken, channelId } = assignment.channel;
  const call = { accessToken, channelId, spend: unlimited, signal: AbortSignal.timeout(20_000), notAfterMs: Infinity };
  const publisher = publisherFor(publishing.deps.platforms.get(slug)!, type);
  const lost = made.draftId === null ? made : { items: [], draftId: made.draftId };
  expect(await publisher.remove(call, lost)).toBe('gone');
  expect(await publisher.look(call, made, staged ?? {})).toMatchObject({ kind: 'unknown' });
  // An absent object is gone when it is so old.
  await letPass(publishing.database, assignment.assignmentId, 600_000);
}

const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

/** An assignment that is prepared, and lost; undefined for a kind that is not prepared before its time. */
async function lostAssignment(kind: Kind): Promise<Submitted | undefined> {
  if (kind.mediaCount === 0) return undefined;
  const assignment = await submit(publishing, kind, { scheduledAt: inAnHour(), prepareAheadSeconds: 7200 });
  await untilPrepared(publishing, assignment);
  await lose(kind, assignment);
  return assignment;
}

/** The lost media are replaced, and everything is reported to callers once. */
async function expectPublishedAnew(kind: Kind, assignment: Submitted): Promise<void> {
  await expectPublished(publishing, kind, assignment);
  expect((await publishing.outcomeOf(assignment)).statuses).toEqual(whole);
  expect(await leftOf(publishing, kind, assignment)).toHaveLength(1);
}

/** The run of the next generation, when there is one. */
async function nextRun<T extends CreatedRun>(assignment: T): Promise<T> {
  const generation = assignment.generation + 1;
  const taken = 'SELECT 1 FROM assignments WHERE id = $1 AND generation = $2';
  await until(
    async () => (await publishing.database.query(taken, [assignment.assignmentId, generation])).length > 0,
    60_000,
  );
  return { ...assignment, generation };
}

async function cancel(assignment: CreatedRun): Promise<void> {
  await publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment)).cancel();
  const { run, row } = await publishing.outcomeOf(assignment);
  expect([run, row.status, row.cleanup === 'due']).toEqual(['CANCELLED', 'cancelled', false]);
}

const ofAllKinds = async (work: (kind: Kind) => Promise<void>) => Promise.all(kinds.map(work));

describe('a post of each kind', () => {
  it('is published by one call, as soon as the platform has processed it', async () => {
    await publishing.sandbox.control('POST', '/settings', { processingMs: 300 });
    await ofAllKinds(async (kind) => {
      const assignment = await submit(publishing, kind);
      await expectPublished(publishing, kind, assignment);
      expect((await publishing.outcomeOf(assignment)).statuses).toEqual(whole);
    });
  });

  it('is not seen before its time', async () => {
    const scheduledAt = new Date(Date.now() + 1500);
    await ofAllKinds(async (kind) => {
      const assignment = await submit(publishing, kind, { scheduledAt });
      await expectPublished(publishing, kind, assignment);
      const early = (await effectsOf(publishing, assignment)).filter(
        ({ to, at }) => kind.isVisible(to) && Date.parse(at) < scheduledAt.getTime(),
      );
      expect(early).toEqual([]);
    });
  });

  it('that is cancelled while the last of its media is on its way leaves nothing behind', async () => {
    await ofAllKinds(async (kind) => {
      if (kind.mediaCount === 0) return;
      const assignment = await submit(publishing, kind, { lastSource: { pauseAfterBytes: 50_000 } });
      await until(() =>
        assignment.media.some(({ requests }) => requests.some(({ sentBytes }) => sentBytes === 50_000)),
      );
      await cancel(assignment);
      for (const { resume } of assignment.media) resume();
      expect(await leftOf(publishing, kind, assignment)).toEqual([]);
    });
  });

  it('that is cancelled when it is prepared leaves nothing behind', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000);
    await ofAllKinds(async (kind) => {
      const assignment = await submit(publishing, kind, { scheduledAt, prepareAheadSeconds: 7200 });
      await untilPrepared(publishing, assignment);
      await cancel(assignment);
      expect(await leftOf(publishing, kind, assignment)).toEqual([]);
    });
  });

  it('that its platform loses before its time is prepared anew, and is published once at its time', async () => {
    await ofAllKinds(async (kind) => {
      const assignment = await lostAssignment(kind);
      if (!assignment) return;
      const anew = await nextRun(await rescheduleAssignment(publishing, assignment, inAnHour()));
      await untilPrepared(publishing, anew);
      const scheduledAt = new Date(Date.now() + 1500);
      const next = await rescheduleAssignment(publishing, anew, scheduledAt);
      await expectPublishedAnew(kind, next);
      const { row } = await publishing.outcomeOf(next);
      expect(row.publishedAt!.getTime()).toBeGreaterThanOrEqual(scheduledAt.getTime());
    });
  });

  it('that its platform loses when nothing looks any more is published late, and once', async () => {
    await ofAllKinds(async (kind) => {
      const assignment = await lostAssignment(kind);
      if (!assignment) return;
      const next = await nextRun(await rescheduleAssignment(publishing, assignment, new Date()));
      await expectPublishedAnew(kind, next);
      expect(next.generation).toBe(3);
    });
  });

  it('whose last medium is not there leaves nothing behind', async () => {
    await ofAllKinds(async (kind) => {
      if (kind.mediaCount === 0) return;
      const assignment = await submit(publishing, kind, { lastSource: { status: 404 } });
      const { row } = await publishing.outcomeOf(assignment);
      expect(row).toMatchObject({ status: 'failed', errors: [{ code: 'MEDIA_DOWNLOAD_FAILED' }] });
      expect(await leftOf(publishing, kind, assignment)).toEqual([]);
    });
  });
});
