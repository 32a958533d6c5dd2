import { CancelledFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createDatabaseActivities, createMediaActivities } from '../../../activities';
import { Assignment } from '../../../models/assignments/Assignment';
import { usePublishing } from '../../support/runs/publishing';
import type { Channel } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { expectPublished, film, kib256, publishThrough, to, uploads } from './storm';
import type { PublishResult } from './storm';
import { failTry } from '../../support/runs/reports';

const publishing = usePublishing();

const failedOpening = { method: 'POST', path: uploads };
const cutLater = [{ method: 'PUT', path: uploads }, { cutAfterBytes: 3 * kib256 + 5000 }] as const;

/** Publishes a film whose source stands still in the middle, as it is when `meanwhile` has happened. */
async function publishInTheEnd(meanwhile: (channel: Channel) => Promise<unknown>): Promise<PublishResult> {
  const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 2 * kib256 });
  const channel = await publishing.connect();
  const publishes = publishThrough(publishing, channel, { mediaUrl: source.url });
  await until(async () => ((await uploadOf(channel))?.bytes ?? 0) > 0);
  await meanwhile(channel);
  source.resume();
  return publishes;
}

async function uploadOf({ connectionId }: Channel): Promise<{ bytes: number } | undefined> {
  const [upload] = await publishing.database.query<{ bytes: number }>(
    `SELECT u.bytes_transferred::int AS bytes FROM uploads u JOIN assignments a ON a.id = u.assignment_id
     WHERE a.connection_id = $1`,
    [connectionId],
  );
  return upload;
}

/** As if the transfer had run for longer than tries may fail. */
async function letHalfAnHourPass({ connectionId }: Channel): Promise<void> {
  const passed = await publishing.database.query(
    `UPDATE assignments SET tries = jsonb_set(tries, '{since}', to_jsonb((tries->>'since')::float - 40 * 60000))
     WHERE connection_id = $1 AND tries IS NOT NULL RETURNING 1`,
    [connectionId],
  );
  expect(passed).toHaveLength(1);
}

describe('an upload that is cut after a long time goes on, whatever had failed before its first byte', () => {
  it('once', async () => {
    await publishing.fault(failedOpening, { error: 'backendError' });
    await publishing.fault(...cutLater);
    await expectPublished(publishing, await publishInTheEnd(letHalfAnHourPass));
  });

  it('seven times: the bytes that the platform has kept begin the count anew', async () => {
    await publishing.fault({ ...failedOpening, times: 7 }, { error: 'backendError' });
    await publishing.fault(...cutLater);
    const result = await publishInTheEnd(async () => undefined);
    await expectPublished(publishing, result);
    expect(to(result, 'POST', uploads)).toHaveLength(8);
  });

  it('once, and the platform cannot say what it has', async () => {
    await publishing.fault(failedOpening, { error: 'backendError' });
    await publishing.fault(...cutLater);
    await publishing.fault({ method: 'PUT', path: uploads, nth: 2, times: 2 }, { error: 'backendError' });
    await expectPublished(publishing, await publishInTheEnd(letHalfAnHourPass));
  });
});

it('an upload that is cut is reported as cut, though its count cannot be begun anew', async () => {
  const { query } = publishing.database;
  await query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''refused''; END'`);
  await query(`CREATE TRIGGER refuse BEFORE UPDATE ON assignments FOR EACH ROW
    WHEN (OLD.tries->'count' = NEW.tries->'count' AND OLD.tries->'since' <> NEW.tries->'since') EXECUTE FUNCTION refuse()`);
  await publishing.fault(failedOpening, { error: 'backendError' });
  await publishing.fault(...cutLater);
  const result = await publishInTheEnd(async () => undefined);
  await query('DROP FUNCTION refuse CASCADE');
  await expectPublished(publishing, result);
  const lines = publishing.log.filter(({ assignmentId }) => assignmentId === result.row.id);
  expect(lines.filter(({ level }) => level === 50)).toEqual([]);
  expect(lines).toContainEqual(expect.objectContaining({ code: 'UPLOAD_FAILED', tries: 2 }));
});

it('a shutdown of the worker begins the count of failed tries anew', async () => {
  const assignment = await publishing.create(await publishing.connect(), {
    mediaUrl: publishing.media.serve({ bytes: film, pauseAfterBytes: kib256 }).url,
  });
  await createDatabaseActivities(publishing.deps).begin(assignment);
  await failTry(assignment, { code: 'PLATFORM_UNAVAILABLE', message: 'No.' });
  const environment = new MockActivityEnvironment();
  const ended = environment
    .run(createMediaActivities(publishing.deps).upload, assignment)
    .catch((error: unknown) => error);
  await until(async () => ((await uploadOf(assignment.channel))?.bytes ?? 0) > 0);
  environment.cancel('WORKER_SHUTDOWN');
  expect(await ended).toBeInstanceOf(CancelledFailure);
  expect(await Assignment.findByPk(assignment.assignmentId)).toMatchObject({ tries: null });
});
