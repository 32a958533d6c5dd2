import { createDatabaseActivities, createMediaActivities, createPlatformActivities } from '../../../activities';
import { stillProcessing } from '../../../domain/workflowContract';
import type { Platforms } from '../../../platforms';
import { fail } from '../../support/runs/reports';
import type { FailureCode } from '../../../domain/failures/failures';
import type { CreatedRun } from '../../support/runs/publishing';
import { use } from '../../support/use';
import { environment, letPass, payload, publishing, videos } from './going';
import { triedBy } from './tried';

const rows = use(async () => createDatabaseActivities(publishing.deps));
const media = use(async () => createMediaActivities(publishing.deps));
const tenMinutesMs = 600_000;
const notFound = 'NOT_FOUND';
const lost = { items: [], pageInfo: { totalResults: 0, resultsPerPage: 0 } };

/** An assignment whose video is on the channel, and whose time comes in an hour. */
async function uploadedAssignment(): Promise<CreatedRun> {
  const scheduledAt = new Date(Date.now() + 3_600_000);
  const assignment = await publishing.create(await publishing.connect(), {
    payload,
    scheduledAt,
    prepareAheadSeconds: 7200,
  });
  await rows.begin(assignment);
  expect(await environment().run(media.upload, assignment)).toMatchObject({ do: 'prepare' });
  return assignment;
}

/** One try of the step. @returns why Temporal makes the next try, or the next step */
async function prepare(assignment: CreatedRun, platforms = publishing.deps.platforms): Promise<string> {
  const steps = createPlatformActivities({ ...publishing.deps, platforms });
  return (await triedBy(environment().run(steps.prepare, assignment))).type;
}

const done = 'its last look';
const movedOn = 'superseded';
/** The preparation has failed, and waits. */
const paused = 'its preparation is tried again';

async function rowOf({ assignmentId }: CreatedRun): Promise<Record<string, unknown>> {
  return (await publishing.database.query('SELECT * FROM assignments WHERE id = $1', [assignmentId]))[0]!;
}

/** The platforms, which keep prepared objects for a minute. */
function forgetful(platforms: Platforms): Platforms {
  return new Map(
    Array.from(platforms, ([slug, platform]) => {
      const publishers = Array.from(platform.publishers, ([type, publisher]) => {
        return [type, { ...publisher, preparedLifeMs: 60_000 }] as const;
      });
      return [slug, { ...platform, publishers: new Map(publishers) }] as const;
    }),
  );
}

/** Lets the preparation of an assignment fail and wait long enough. */
async function failBefore(assignment: CreatedRun, failure: { code: FailureCode; message: string }): Promise<void> {
  await fail(assignment, failure);
  await publishing.database.query('UPDATE assignments SET prepare_again_at = NULL WHERE id = $1', [
    assignment.assignmentId,
  ]);
}

const anew = { status: 'uploaded', generation: 2, is_media_due: true, cleanup: 'due', is_prepared_anew: true };

it('stages and publishes nothing that is in place, and says that all is', async () => {
  const assignment = await uploadedAssignment();
  const { seq } = (await publishing.callsSince(0)).at(-1)!;
  expect(await prepare(assignment)).toBe(done);
  expect((await publishing.callsSince(seq)).map(({ method }) => method)).toEqual(['GET']);
  expect(await rowOf(assignment)).toMatchObject({ status: 'uploaded', prepared_at: expect.any(Date) });
  expect(await rows.begin(assignment)).toMatchObject({ do: 'wait', for: 'its last look' });
});

it('asks again while the platform is processing, and counts its limit from the first time', async () => {
  await publishing.sandbox.control('POST', '/settings', { processingMs: 60_000 });
  const assignment = await uploadedAssignment();
  expect(await prepare(assignment)).toBe(stillProcessing);
  const { busy } = await rowOf(assignment);
  const since = (busy as { since: number }).since;
  expect(await prepare(assignment)).toBe(stillProcessing);
  expect(await rowOf(assignment)).toMatchObject({ busy: { since }, prepared_at: null });
  await publishing.database.query(
    `UPDATE assignments SET busy = jsonb_set(busy, '{since}', '0') WHERE id = $1 RETURNING id`,
    [assignment.assignmentId],
  );
  expect(await prepare(assignment)).toBe(paused);
  expect(await rowOf(assignment)).toMatchObject({ preparation_error: { code: 'PROCESSING_TIMEOUT' } });
});

const code = 'PROCESSING_FAILED';

it('looks on for a post that the platform does not find, and prepares it anew when it is 10 minutes old', async () => {
  const assignment = await uploadedAssignment();
  await publishing.fault({ method: 'GET', path: videos, nth: 1, times: 3 }, { status: 200, body: lost });
  expect([await prepare(assignment), await prepare(assignment)]).toEqual([notFound, notFound]);
  expect(await rowOf(assignment)).toMatchObject({ generation: 1, tries: null, preparation_error: null });
  await letPass(assignment, tenMinutesMs);
  expect(await prepare(assignment)).toBe(movedOn);
  const message = expect.stringMatching(/no longer has the post/);
  expect(await rowOf(assignment)).toMatchObject({
    ...anew,
    is_prepared_anew: false,
    preparation_error: { code, message },
  });
});

it('asks on for a post that is found again, as if it had never been missed', async () => {
  const assignment = await uploadedAssignment();
  await publishing.fault({ method: 'GET', path: videos, nth: 1, times: 2 }, { status: 200, body: lost });
  expect([await prepare(assignment), await prepare(assignment), await prepare(assignment)]).toEqual([
    notFound,
    notFound,
    done,
  ]);
  expect(await rowOf(assignment)).toMatchObject({ generation: 1, absent_since: null, prepared_at: expect.any(Date) });
});

it('prepares a post that is lost again anew when its preparation has failed, and not at once', async () => {
  const assignment = { ...(await uploadedAssignment()), generation: 2 };
  await publishing.fault({ method: 'GET', path: videos, nth: 1, times: 20 }, { status: 200, body: lost });
  await letPass(assignment, tenMinutesMs);
  expect(await prepare({ ...assignment, generation: 1 })).toBe(movedOn);
  expect(await rows.begin(assignment)).toMatchObject({ do: 'upload', isCancellable: true });
  // The lost media are to be removed first. The platform does not find them there either, and they are old enough.
  await environment().run(media.upload, assignment);
  expect(await prepare(assignment)).toBe(notFound);
  await letPass(assignment, tenMinutesMs);
  expect(await prepare(assignment)).toBe(paused);
  expect(await rowOf(assignment)).toMatchObject({ generation: 2, preparation_error: { code } });
  await failBefore(assignment, { code, message: 'It is gone.' });
  expect(await prepare(assignment)).toBe(movedOn);
  expect(await rowOf(assignment)).toMatchObject({ generation: 3, is_media_due: true });
});

it('prepares anew what the platform cannot process, once that has failed', async () => {
  await publishing.sandbox.control('POST', '/settings', { outcome: 'failed' });
  const assignment = await uploadedAssignment();
  expect(await prepare(assignment)).toBe(paused);
  expect(await rowOf(assignment)).toMatchObject({ generation: 1, tries: null, preparation_error: { code } });
  await failBefore(assignment, { code: 'PROCESSING_FAILED', message: 'It failed.' });
  expect(await prepare(assignment)).toBe(movedOn);
  expect(await rowOf(assignment)).toMatchObject(anew);
});

it('shows why the platform cannot process the media, where only a limit came before', async () => {
  await publishing.sandbox.control('POST', '/settings', { outcome: 'failed' });
  const assignment = await uploadedAssignment();
  await failBefore(assignment, { code: 'QUOTA_EXCEEDED', message: 'The quota of the day is used up.' });
  expect(await prepare(assignment)).toBe(paused);
  expect(await rowOf(assignment)).toMatchObject({ generation: 1, preparation_error: { code } });
});

it('prepares anew, once, what the platform will not keep until the scheduled time', async () => {
  const assignment = await uploadedAssignment();
  const platforms = forgetful(publishing.deps.platforms);
  expect(await prepare(assignment, platforms)).toBe(movedOn);
  expect(await rowOf(assignment)).toMatchObject(anew);
  const next = { ...assignment, generation: 2 };
  expect(await rows.begin(next)).toMatchObject({ do: 'upload', isCancellable: true });
  expect(await environment().run(media.upload, next)).toMatchObject({ do: 'prepare' });
  expect(await prepare(next, platforms)).toBe(done);
  const { videos: all } = await publishing.sandbox.stateOf('youtube');
  expect(all.filter(({ channelId }: { channelId: string }) => channelId === assignment.channel.channelId)).toHaveLength(
    1,
  );
});

it('is nothing to a run that another one has overtaken', async () => {
  const assignment = await uploadedAssignment();
  expect(await prepare({ ...assignment, generation: 2 })).toBe(movedOn);
});
