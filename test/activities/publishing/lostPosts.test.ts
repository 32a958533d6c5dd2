import { createDatabaseActivities, createMediaActivities } from '../../../activities';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import type { RunStep } from '../../../domain/assignment/runStep';
import { madeBy } from '../../support/runs/madeBy';
import { publisherFor } from '../../../platforms';
import type { Post } from '../../../platforms/Publisher';
import { kinds, oneOfEachPlatform, wordsFor } from '../../kinds';
import { unlimited } from '../../support/platforms/quota';
import { use } from '../../support/use';
import { toySlug } from '../../toy/platform';
import {
  broughtAssignment,
  environment,
  failureOf,
  letLeaseEnd,
  letPass,
  prepareBy,
  processingAssignment,
  publicationsOf,
  publish,
  publishBy,
  publishing,
} from './going';
import type { ProcessingAssignment } from './going';
import { triedBy } from './tried';
import type { Tried } from './tried';

const rows = use(async () => createDatabaseActivities(publishing.deps));
const media = use(async () => createMediaActivities(publishing.deps));
const notFound = 'NOT_FOUND';
const tenMinutesMs = 600_000;

/** The type of a failed try to go live. @returns undefined: the post is live */
async function typeOf(going: Promise<Post>): Promise<string | undefined> {
  return going.then(
    () => undefined,
    ({ type }: Tried) => type,
  );
}

const superseded = 'superseded';

/** One try to go live at a platform that does not have the post. */
const goLiveWithout = async (assignment: ProcessingAssignment) =>
  typeOf(publishBy(assignment, () => ({ look: async () => ({ kind: 'unknown', message: 'It is not there.' }) })));

async function setTime({ assignmentId }: ProcessingAssignment, time: string): Promise<void> {
  const write = `UPDATE assignments SET scheduled_at = clock_timestamp() + $2::interval, prepare_ahead_seconds = 86400 WHERE id = $1 RETURNING id`;
  await publishing.database.query(write, [assignmentId, time]);
}

const rowOf = async ({ assignmentId }: ProcessingAssignment) =>
  (await publishing.database.query('SELECT * FROM assignments WHERE id = $1', [assignmentId]))[0]!;

/** Kinds with media, without the toy: its posts go live by an order that is only accepted (`accepted.test.ts`). */
const uploaded = oneOfEachPlatform(kinds.filter(({ mediaCount, platform }) => mediaCount > 0 && platform !== toySlug));

describe.each(uploaded.map((kind) => ({ name: wordsFor(kind), kind })))('a $name that is lost', ({ kind }) => {
  it.each([
    ['was prepared before its time', '0'],
    ['was uploaded after its time', '-1 hour'],
  ])('and that %s is replaced by the next generation, in its status', async (_words, time) => {
    const assignment = await processingAssignment(kind);
    await setTime(assignment, time);
    expect([await goLiveWithout(assignment), await goLiveWithout(assignment)]).toEqual([notFound, notFound]);
    await letPass(assignment, tenMinutesMs);
    expect(await goLiveWithout(assignment)).toBe(superseded);
    expect(await rowOf(assignment)).toMatchObject({
      status: 'processing',
      generation: 2,
      is_media_due: true,
      cleanup: 'due',
    });
    const next = { ...assignment, generation: 2 };
    expect(await typeOf(publish(next))).toBe('upload');
    expect(await rows.begin(next)).toMatchObject({ do: 'upload', isCancellable: false });
    expect(await rows.cancelAssignment(next)).toMatchObject({ do: 'upload', isCancellable: false });
    const step: RunStep = await environment().run(media.upload, next);
    const isLive = step.do === 'end' && step.as === 'published';
    expect(isLive || step.do === 'publish').toBe(true);
    expect(await rowOf(assignment)).toMatchObject({ is_media_due: false, cleanup: isLive ? 'none' : 'done' });
  });

  it('is looked for whatever else fails meanwhile', async () => {
    const assignment = await processingAssignment(kind);
    await setTime(assignment, '0');
    const away = new PublishFailure(
      'PLATFORM_UNAVAILABLE',
      { seen: 'It is away.', todo: 'Retry later.' },
      { transient: true },
    );
    const refusing = async () => typeOf(publishBy(assignment, () => ({ look: async () => Promise.reject(away) })));
    expect([await refusing(), await goLiveWithout(assignment), await refusing()]).toEqual([
      away.code,
      notFound,
      away.code,
    ]);
    expect(await rowOf(assignment)).toMatchObject({
      generation: 1,
      is_media_due: false,
      absent_since: expect.any(Date),
    });
  });

  it('is replaced at once where the platform says that it has ended it', async () => {
    const assignment = await processingAssignment(kind);
    const words = { seen: 'It has ended.', todo: 'Retry later.' };
    const ended = new PublishFailure('UPLOAD_FAILED', words, { transient: false, isLost: true });
    const goLive = async (one: ProcessingAssignment) =>
      typeOf(publishBy(one, () => ({ look: async () => Promise.reject(ended) })));
    expect(await goLive(assignment)).toBe(superseded);
    const again = await processingAssignment(kind);
    await publishing.database.query('UPDATE assignments SET is_replaced = true WHERE id = $1', [again.assignmentId]);
    expect(await goLive(again)).toBe(ended.code);
  });

  it('while a call may have published it is not replaced, and is found when it is seen again', async () => {
    await publishing.fault(kind.calls.publish, { loseAnswer: true });
    const assignment = await processingAssignment(kind);
    await setTime(assignment, '0');
    await failureOf(assignment);
    await letLeaseEnd(assignment);
    for (let tries = 1; tries <= 4; tries += 1) expect(await goLiveWithout(assignment)).toBe('OUTCOME_UNKNOWN');
    expect(await rowOf(assignment)).toMatchObject({ generation: 1, is_media_due: false });
    const post = await publish(assignment);
    expect(post.platformUrl).toBe(kind.addressOf(post.platformPostId));
    expect(await publicationsOf(assignment)).toHaveLength(1);
  });
});

const withoutMedia = kinds.filter(({ mediaCount, platform }) => mediaCount === 0 && platform === 'facebook');

it.each(withoutMedia.map((kind) => ({ name: wordsFor(kind), kind })))(
  'a draft of a $name that is lost before its time is made once more, and published once',
  async ({ kind }) => {
    const assignment = await broughtAssignment(kind);
    await setTime(assignment, '1 hour');
    expect(await environment().run(media.upload, assignment)).toMatchObject({ do: 'prepare' });
    const prepare = async (generation: number) =>
      (await triedBy(prepareBy({ ...assignment, generation }, () => ({})))).type;
    expect(await prepare(1)).toBe('its last look');
    const { made } = (await madeBy(publishing.deps.secrets, assignment))!;
    const { accessToken, channelId } = assignment.channel;
    const call = {
      accessToken,
      channelId,
      spend: unlimited,
      signal: AbortSignal.timeout(10_000),
      notAfterMs: Infinity,
    };
    const publisher = publisherFor(publishing.deps.platforms.get(kind.platform)!, kind.type);
    expect(await publisher.remove(call, made)).toBe('gone');
    await publishing.database.query('UPDATE assignments SET prepared_at = NULL WHERE id = $1', [
      assignment.assignmentId,
    ]);

    expect([await prepare(1), await prepare(1)]).toEqual([notFound, notFound]);
    await letPass(assignment, tenMinutesMs);
    expect(await prepare(1)).toBe(superseded);
    const next = { ...assignment, generation: 2 };
    expect(await rows.begin(next)).toMatchObject({ do: 'upload', isCancellable: true });
    const transfer = async () => environment().run(media.upload, next);
    // The removal does not find the lost post, either, and that is old enough.
    expect(await transfer()).toMatchObject({ do: 'prepare' });
    expect(await prepare(2)).toBe('its last look');
    await setTime(assignment, '0');
    expect(await rows.begin(next)).toMatchObject({ do: 'publish', isCancellable: false });
    const { platformPostId } = await publish(next);
    expect(platformPostId).not.toBe(made.draftId);
    expect(await publicationsOf(assignment)).toHaveLength(1);
  },
);
