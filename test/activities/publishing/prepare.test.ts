import { createDatabaseActivities, createMediaActivities, createPlatformActivities } from '../../../activities';
import { stillProcessing } from '../../../domain/workflowContract';
import type { Platforms } from '../../../platforms';
import { fail } from '../../support/runs/reports';
import type { FailureCode } from '../../../domain/failures/failures';
import type { CreatedJob } from '../../support/runs/publishing';
import { use } from '../../support/use';
import { environment, letPass, payload, publishing, videos } from './going';
import { triedBy } from './tried';

const rows = use(async () => createDatabaseActivities(publishing.deps));
const media = use(async () => createMediaActivities(publishing.deps));
const tenMinutesMs = 600_000;
const notFound = 'NOT_FOUND';
const lost = { items: [], pageInfo: { totalResults: 0, resultsPerPage: 0 } };

/** A job whose video is on the channel, and whose time comes in an hour. */
async function uploadedJob(): Promise<CreatedJob> {
  const scheduledAt = new Date(Date.now() + 3_600_000);
  const job = await publishing.create(await publishing.connect(), { payload, scheduledAt, prepareAheadSeconds: 7200 });
  await rows.begin(job);
  expect(await environment().run(media.upload, job)).toMatchObject({ do: 'prepare' });
  return job;
}

/** One try of the step. @returns why Temporal makes the next one, or the step that is next */
async function prepare(job: CreatedJob, platforms = publishing.deps.platforms): Promise<string> {
  const steps = createPlatformActivities({ ...publishing.deps, platforms });
  return (await triedBy(environment().run(steps.prepare, job))).type;
}

const done = 'its last look';
const movedOn = 'superseded';
/** The preparation has failed, and waits. */
const paused = 'its preparation is tried again';

async function rowOf({ assignmentId }: CreatedJob): Promise<Record<string, unknown>> {
  return (await publishing.database.query('SELECT * FROM assignments WHERE id = $1', [assignmentId]))[0]!;
}

/** The platforms, where what is prepared is kept for a minute. */
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

/** Its preparation has failed, and has waited long enough. */
async function failBefore(job: CreatedJob, failure: { code: FailureCode; message: string }): Promise<void> {
  await fail(job, failure);
  await publishing.database.query('UPDATE assignments SET prepare_again_at = NULL WHERE id = $1', [job.assignmentId]);
}

const anew = { status: 'uploaded', generation: 2, is_media_due: true, cleanup: 'due', is_prepared_anew: true };

it('stages and publishes nothing that is in place, and says that all is', async () => {
  const job = await uploadedJob();
  const { seq } = (await publishing.callsSince(0)).at(-1)!;
  expect(await prepare(job)).toBe(done);
  expect((await publishing.callsSince(seq)).map(({ method }) => method)).toEqual(['GET']);
  expect(await rowOf(job)).toMatchObject({ status: 'uploaded', prepared_at: expect.any(Date) });
  expect(await rows.begin(job)).toMatchObject({ do: 'wait', for: 'its last look' });
});

it('asks again while the platform is processing, and counts its limit from the first time', async () => {
  await publishing.sandbox.control('POST', '/settings', { processingMs: 60_000 });
  const job = await uploadedJob();
  expect(await prepare(job)).toBe(stillProcessing);
  const { busy } = await rowOf(job);
  const since = (busy as { since: number }).since;
  expect(await prepare(job)).toBe(stillProcessing);
  expect(await rowOf(job)).toMatchObject({ busy: { since }, prepared_at: null });
  await publishing.database.query(
    `UPDATE assignments SET busy = jsonb_set(busy, '{since}', '0') WHERE id = $1 RETURNING id`,
    [job.assignmentId],
  );
  expect(await prepare(job)).toBe(paused);
  expect(await rowOf(job)).toMatchObject({ preparation_error: { code: 'PROCESSING_TIMEOUT' } });
});

const code = 'PROCESSING_FAILED';

it('looks on for a post that the platform does not find, and prepares it anew when it is 10 minutes old', async () => {
  const job = await uploadedJob();
  await publishing.fault({ method: 'GET', path: videos, nth: 1, times: 3 }, { status: 200, body: lost });
  expect([await prepare(job), await prepare(job)]).toEqual([notFound, notFound]);
  expect(await rowOf(job)).toMatchObject({ generation: 1, tries: null, preparation_error: null });
  await letPass(job, tenMinutesMs);
  expect(await prepare(job)).toBe(movedOn);
  const message = expect.stringMatching(/no longer has the post/);
  expect(await rowOf(job)).toMatchObject({ ...anew, is_prepared_anew: false, preparation_error: { code, message } });
});

it('asks on for a post that is found again, as if it had never been missed', async () => {
  const job = await uploadedJob();
  await publishing.fault({ method: 'GET', path: videos, nth: 1, times: 2 }, { status: 200, body: lost });
  expect([await prepare(job), await prepare(job), await prepare(job)]).toEqual([notFound, notFound, done]);
  expect(await rowOf(job)).toMatchObject({ generation: 1, absent_since: null, prepared_at: expect.any(Date) });
});

it('prepares a post that is lost again anew when its preparation has failed, and not at once', async () => {
  const job = { ...(await uploadedJob()), generation: 2 };
  await publishing.fault({ method: 'GET', path: videos, nth: 1, times: 20 }, { status: 200, body: lost });
  await letPass(job, tenMinutesMs);
  expect(await prepare({ ...job, generation: 1 })).toBe(movedOn);
  expect(await rows.begin(job)).toMatchObject({ do: 'upload', isCancellable: true });
  // The lost media are to be removed first. The platform does not find them there either, and they are old enough.
  await environment().run(media.upload, job);
  expect(await prepare(job)).toBe(notFound);
  await letPass(job, tenMinutesMs);
  expect(await prepare(job)).toBe(paused);
  expect(await rowOf(job)).toMatchObject({ generation: 2, preparation_error: { code } });
  await failBefore(job, { code, message: 'It is gone.' });
  expect(await prepare(job)).toBe(movedOn);
  expect(await rowOf(job)).toMatchObject({ generation: 3, is_media_due: true });
});

it('prepares anew what the platform cannot process, once that has failed', async () => {
  await publishing.sandbox.control('POST', '/settings', { outcome: 'failed' });
  const job = await uploadedJob();
  expect(await prepare(job)).toBe(paused);
  expect(await rowOf(job)).toMatchObject({ generation: 1, tries: null, preparation_error: { code } });
  await failBefore(job, { code: 'PROCESSING_FAILED', message: 'It failed.' });
  expect(await prepare(job)).toBe(movedOn);
  expect(await rowOf(job)).toMatchObject(anew);
});

it('shows why the platform cannot process the media, where only a limit came before', async () => {
  await publishing.sandbox.control('POST', '/settings', { outcome: 'failed' });
  const job = await uploadedJob();
  await failBefore(job, { code: 'QUOTA_EXCEEDED', message: 'The quota of the day is used up.' });
  expect(await prepare(job)).toBe(paused);
  expect(await rowOf(job)).toMatchObject({ generation: 1, preparation_error: { code } });
});

it('prepares anew, once, what the platform will not keep until the scheduled time', async () => {
  const job = await uploadedJob();
  const platforms = forgetful(publishing.deps.platforms);
  expect(await prepare(job, platforms)).toBe(movedOn);
  expect(await rowOf(job)).toMatchObject(anew);
  const next = { ...job, generation: 2 };
  expect(await rows.begin(next)).toMatchObject({ do: 'upload', isCancellable: true });
  expect(await environment().run(media.upload, next)).toMatchObject({ do: 'prepare' });
  expect(await prepare(next, platforms)).toBe(done);
  const { videos: all } = await publishing.sandbox.stateOf('youtube');
  expect(all.filter(({ channelId }: { channelId: string }) => channelId === job.channel.channelId)).toHaveLength(1);
});

it('is nothing to a run that another one has overtaken', async () => {
  const job = await uploadedJob();
  expect(await prepare({ ...job, generation: 2 })).toBe(movedOn);
});
