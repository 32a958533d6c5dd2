import { countedAheadSeconds, isShortLived, preparesAt } from '../../../domain/assignment/preparedLife';
import { assignmentStatuses } from '../../../domain/assignment';

const hour = 3_600_000;
const day = 24 * hour;
const dueAt = Date.UTC(2026, 11, 24, 18);

it.each([
  ['kept for good', null, 86_400, 86_400],
  ['kept for 30 days', 30 * day, 86_400, 86_400],
  ['kept for 24 hours', day, 86_400, 72_000],
  ['kept for 24 hours', day, 72_001, 72_000],
  ['kept for 24 hours', day, 600, 600],
  ['kept for 24 hours', day, 0, 0],
])('what is %s (%p ms) is prepared, where %d s are asked for, %d s ahead', (_kept, lifeMs, asked, counted) => {
  expect(countedAheadSeconds(asked, lifeMs)).toBe(counted);
});

it.each([
  ['for good', null, 366 * day, false],
  ['24 hours, and the post is due after 20', day, 20 * hour, false],
  ['24 hours, and the post is due a moment later', day, 20 * hour + 1, true],
  ['30 days, and the post is due after 25', 30 * day, 25 * day, false],
  ['30 days, and the post is due a moment later', 30 * day, 25 * day + 1, true],
])('an object that is kept %s', (_words, lifeMs, dueInMs, isShort) => {
  expect(isShortLived(dueAt - dueInMs, dueAt, lifeMs)).toBe(isShort);
});

it('a preparation that begins at the earliest counted moment is kept until the time of its post', () => {
  expect(isShortLived(dueAt - 1000 * countedAheadSeconds(86_400, day), dueAt, day)).toBe(false);
});

describe('the beginning of a preparation', () => {
  const given = {
    id: '01a2226d-9498-70fa-97b4-8a95b4dce75d',
    status: 'pending',
    createdAt: dueAt - 10 * day,
    dueAt,
    hasMedia: true,
    prepareAheadSeconds: 72_000,
  } as const;

  it('lies in the first five minutes of the time before the post', () => {
    const at = preparesAt(given) ?? 0;
    expect(at).toBeGreaterThanOrEqual(dueAt - 20 * hour);
    expect(at).toBeLessThanOrEqual(dueAt - 20 * hour + 300_000);
    expect(preparesAt({ ...given, createdAt: dueAt - hour })).toBe(dueAt - 20 * hour);
    expect(preparesAt({ ...given, prepareAheadSeconds: 0 })).toBe(dueAt);
  });

  it.each([
    ['without a time', { dueAt: null }],
    ['without media', { hasMedia: false }],
  ])('is unknown %s', (_words, change) => {
    expect(preparesAt({ ...given, ...change })).toBeNull();
  });

  it('is told until the point of no return', () => {
    const told = assignmentStatuses.filter((status) => preparesAt({ ...given, status }) !== null);
    expect(told).toEqual(['pending', 'uploading', 'uploaded']);
  });
});
