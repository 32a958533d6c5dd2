import { assignmentDetail } from '../../../models/assignments/reads/assignmentDetail';
import { Upload } from '../../../models/assignments/Upload';
import { kindOf, kinds, mediaOf, requestOf, wordsFor } from '../../kinds';
import type { Kind } from '../../kinds';
import { byCounts, draw } from '../../support/counts';
import { makeFilm } from '../../support/media/mediaFiles';
import type { Media, SourceAnswer } from '../../support/servers/mediaSource';
import type { Json } from '../../support/servers/sandbox';
import { sayNext } from '../../support/build/sayNext';
import { tenantOf } from '../../support/tenant';
import type { CreatedRun } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { untilPrepared, useKinds } from './kindAssignments';
import { rescheduleAssignment } from '../operations/rescheduleAssignment';
import { usePace } from '../../support/jest/pace';

// At this pace the last look is 180 to 330 seconds before the time.
usePace(6);
/** After each last look, and early enough for the slowest machine to bring a newer version. */
const lastLookMs = 170_000;

const publishing = useKinds();
const early = 'Sat, 21 Nov 2026 08:00:00 GMT';
const late = 'Sat, 21 Nov 2026 09:00:00 GMT';
const inMs = (ms: number): Date => new Date(Date.now() + ms);
const page = Buffer.from(`<!doctype html><title>Sign in</title>${' '.repeat(5000)}`);

interface Prepared extends CreatedRun {
  sources: Media[];
  /** The objects of its media when it was prepared. */
  before: (string | null)[];
}

/** The objects of an assignment's media. */
const objectsOf = async ({ assignmentId }: CreatedRun) =>
  (await Upload.ofAssignment(assignmentId)).map(({ objectId }) => objectId);

const rowOf = async ({ assignmentId }: CreatedRun) =>
  (await publishing.database.query('SELECT * FROM assignments WHERE id = $1', [assignmentId]))[0]!;

let made = 0;

/** An assignment that is prepared an hour before its time, and whose last medium changes then. */
async function prepared(kind: Kind, first: SourceAnswer, next: SourceAnswer): Promise<Prepared> {
  made += 1;
  let last = first;
  const sources = Array.from({ length: kind.mediaCount }, (_, nth) =>
    publishing.media.serve(() => (nth + 1 === kind.mediaCount ? last : first)),
  );
  const { platform } = kind;
  const urls = sources.map(({ url }) => url);
  const assignment = await publishing.submit(await publishing.connect({ platform }), {
    platform,
    ...requestOf(kind, kind.payload(`Newer ${made}.`, 'public'), urls),
    prepareAheadSeconds: 7200,
    scheduledAt: inMs(3_600_000),
  });
  await untilPrepared(publishing, assignment);
  last = next;
  return { ...assignment, sources, before: await objectsOf(assignment) };
}

/** Moves the clock to the time of an assignment: its next run has all findings of the run before. */
async function hasten(assignment: CreatedRun): Promise<CreatedRun> {
  const write = `WITH assignment AS (
      UPDATE assignments SET scheduled_at = $2, generation = generation + 1 WHERE id = $1 RETURNING id, generation, workspace_id)
    INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id)
    SELECT 'terminate', 'publishAssignment', id, generation - 1, workspace_id FROM assignment UNION ALL
    SELECT 'start', 'publishAssignment', id, generation, workspace_id FROM assignment RETURNING id`;
  const ordered = await publishing.database.query<{ id: number }>(write, [assignment.assignmentId, inMs(1500)]);
  await sayNext(assignment.assignmentId);
  for (const { id } of ordered) await publishing.dispatcher.dispatch(id);
  return { ...assignment, generation: assignment.generation + 1 };
}

/** Lets the last minute begin, and the time come when the sources are judged. */
async function live(assignment: Prepared, isJudged: (row: Record<string, unknown>) => boolean) {
  const last = await rescheduleAssignment(publishing, assignment, inMs(lastLookMs));
  await until(async () => isJudged(await rowOf(assignment)), lastLookMs);
  const due = await hasten(last);
  const { row, statuses, run } = await publishing.outcomeOf(due, 60_000);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  const { mediaWarnings: warnings } = (await assignmentDetail(tenantOf(assignment.channel), assignment.assignmentId))!;
  return { row, warnings, after: await objectsOf(assignment) };
}

async function videosOf({ channel }: CreatedRun): Promise<Json[]> {
  const { videos } = await publishing.sandbox.stateOf('youtube');
  return videos.filter(({ channelId }: Json) => channelId === channel.channelId);
}

/** The work of all tables. It is a wait of a minute, most of the time, so all is done at the same time. */
const works: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  await publishing.sandbox.calm();
  await Promise.allSettled(works.map(async (work) => work()));
});

/** Does the work for each row before the tests. @returns the outcome of a row, by its name */
function together<Row extends readonly [string, ...unknown[]], T>(
  rows: readonly Row[],
  work: (row: Row) => Promise<T>,
): (name: string) => Promise<T> {
  const outcomes = new Map<string, Promise<T>>();
  for (const row of rows)
    works.push(async () => {
      outcomes.set(row[0], work(row));
      await outcomes.get(row[0]);
    });
  return async (name) => outcomes.get(name)!;
}

const isPrepared = (row: Record<string, unknown>): boolean => row['prepared_at'] !== null;
const isFinal = (row: Record<string, unknown>): boolean => row['is_prepared_anew'] === true;
const isWarned = (row: Record<string, unknown>): boolean => row['media_warnings'] !== null;

const video = kindOf({ platform: 'youtube', type: 'video' });
const short = kindOf({ platform: 'youtube', type: 'short' });
const bytes = mediaOf(video, 100_000, 'Old.');
const longer = mediaOf(video, 120_000, 'New.');
const equal = mediaOf(video, 100_000, 'New.');

/** The versions that a source tells: first, and at the next look. The bytes or their number may differ, too. */
const validators: [string, SourceAnswer, SourceAnswer, boolean][] = [
  ['a strong tag and then a weak one', { bytes, etag: '"x"' }, { bytes, etag: 'W/"x"' }, false],
  ['another strong tag, and the same length', { bytes, etag: '"x"' }, { bytes: equal, etag: '"y"' }, false],
  ['an earlier date', { bytes, lastModified: late }, { bytes, lastModified: early }, false],
  [
    'another weak tag and no length',
    { bytes, etag: 'W/"x"', announcedBytes: null },
    { bytes, etag: 'W/"y"', announcedBytes: null },
    false,
  ],
  ['nothing', { bytes, etag: null, announcedBytes: null }, { bytes: longer, etag: null, announcedBytes: null }, false],
  ['another length', { bytes, etag: null }, { bytes: longer, etag: null }, true],
  ['another length and the same tag', { bytes }, { bytes: longer }, true],
  ['a later date', { bytes, lastModified: early }, { bytes: equal, lastModified: late }, true],
  [
    'another strong tag and no length',
    { bytes, announcedBytes: null },
    { bytes: equal, etag: '"y"', announcedBytes: null },
    true,
  ],
];

describe('a source that tells', () => {
  const outcomes = together(validators, async ([, first, next, isNewer]) => {
    const assignment = await prepared(video, first, next);
    return { assignment, ...(await live(assignment, isNewer ? isFinal : isPrepared)) };
  });

  it.each(validators)('%s, is judged by the rule', async (words, _first, next, isNewer) => {
    const { assignment, after, warnings, row } = await outcomes(words);
    expect(warnings).toEqual({});
    expect(after[0] === assignment.before[0]).toBe(!isNewer);
    expect(row.platformPostId).toBe(after[0]);
    const media = await fetch(`${publishing.sandbox.url}/youtube/media/${row.platformPostId}`);
    const shown = Buffer.from(await media.arrayBuffer());
    expect(shown.equals(isNewer ? next.bytes! : bytes)).toBe(true);
    expect(await videosOf(assignment)).toHaveLength(1);
  });
});

/** The answers that are no newer version, with the words of the warning. */
const refused: [string, () => Promise<SourceAnswer>, RegExp, (row: Record<string, unknown>) => boolean][] = [
  ['a page', async () => ({ bytes: page }), /of a web page .* needs .* was transferred before goes live/, isFinal],
  [
    'a page under the old tag and date',
    async () => ({ bytes: page, lastModified: late }),
    /of a web page .* needs/,
    isFinal,
  ],
  ['nothing', async () => ({ bytes: Buffer.alloc(0) }), /needs/, isFinal],
  [
    'a picture',
    async () => ({ bytes: Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), page]) }),
    /needs/,
    isFinal,
  ],
  ['too long a film', async () => ({ bytes: await makeFilm({ seconds: 200 }) }), /durationSeconds is 200/, isFinal],
  [
    'a film that is always cut',
    async () => ({ bytes: longer, cutAfterBytes: 60_000 }),
    /closed the connection/,
    isFinal,
  ],
  ['404', async () => ({ status: 404 }), /answered 404/, isWarned],
  [
    'a film that never ends',
    async () => ({ bytes: longer, pauseAfterBytes: 60_000 }),
    /not there whole in time/,
    isWarned,
  ],
];

describe('a post that is prepared goes live as it is, with a warning, where its source then serves', () => {
  const outcomes = together(refused, async ([, next, , isJudged]) => {
    const assignment = await prepared(short, { bytes }, await next());
    return { assignment, ...(await live(assignment, isJudged)) };
  });

  it.each(refused)('%s', async (words, _next, warning) => {
    const { assignment, after, warnings, row } = await outcomes(words);
    expect(warnings).toEqual({ mediaUrl: [expect.stringMatching(warning)] });
    expect(after).toEqual(assignment.before);
    expect(row.platformPostId).toBe(assignment.before[0]);
    expect(await videosOf(assignment)).toHaveLength(1);
  });
});

it('goes live on time as it is where the newer version is not processed by then, and that is removed', async () => {
  const assignment = await prepared(video, { bytes }, { bytes: longer });
  await publishing.sandbox.control('POST', '/settings', { processingMs: 600_000 });
  const { after, warnings } = await live(assignment, isWarned);
  expect(warnings).toEqual({ mediaUrl: [expect.stringMatching(/not there whole in time/)] });
  expect(after).toEqual(assignment.before);
  expect(await videosOf(assignment)).toHaveLength(1);
});

const withMedia = kinds.filter(({ mediaCount }) => mediaCount > 0).map((kind) => [wordsFor(kind), kind] as const);
const drawn = draw(withMedia, byCounts({ few: 3, sample: 5, full: Infinity }));

describe('a post that is prepared', () => {
  const newer = together(drawn, async ([, kind]) => {
    const assignment = await prepared(kind, { bytes: kind.media(40_000) }, { bytes: kind.media(50_000) });
    return { assignment, ...(await live(assignment, isFinal)) };
  });
  const refusedOf = together(drawn, async ([, kind]) => {
    const assignment = await prepared(kind, { bytes: kind.media(40_000) }, { bytes: page });
    return { assignment, ...(await live(assignment, isFinal)) };
  });

  it.each(drawn)('has the newer version of its source, and the one before is removed: %s', async (words, kind) => {
    const { assignment, warnings, after } = await newer(words);
    expect(warnings).toEqual({});
    expect(after.filter((id) => assignment.before.includes(id))).toEqual([]);
    await expectNothingLeft(kind, assignment);
  });

  it.each(drawn)('keeps what it has where its source serves a page: %s', async (words, kind) => {
    const { assignment, warnings, after } = await refusedOf(words);
    const field = kind.mediaField === null ? 'mediaUrl' : `payload.${kind.mediaField}`;
    const place = kind.mediaCount > 1 ? `item ${kind.mediaCount}: ` : '';
    expect(warnings).toEqual({
      [field]: [expect.stringMatching(new RegExp(`^${place}Its format is that of a web page .* needs`))],
    });
    expect(after).toEqual(assignment.before);
    await expectNothingLeft(kind, assignment);
  });
});

async function expectNothingLeft(kind: Kind, assignment: Prepared): Promise<void> {
  await until(async () => (await rowOf(assignment))['cleanup'] !== 'due');
  expect(kind.leftOn(await publishing.sandbox.state(), assignment.channel.channelId)).toEqual([]);
}
