import { emptyDay, entriesOf, withEntryAt, withMoved } from '../../console/screens/calendar/calendar';
import type { Calendar } from '../../console/screens/calendar/calendar';

const vienna = 'Europe/Vienna';
interface Entry {
  id: string;
  scheduledAt: string;
}
const entry = (id: string, scheduledAt: string): Entry => ({ id, scheduledAt });
const morning = entry('morning', '2026-12-01T08:00:00.000Z');
const noon = entry('noon', '2026-12-01T11:00:00.000Z');
/** The first two posts of five, a day with one post, and a day with none. */
const calendar: Calendar<Entry> = [
  { day: '2026-12-01', total: 5, isTotalExact: true, entries: [morning, noon] },
  { day: '2026-12-02', total: 1, isTotalExact: true, entries: [entry('other', '2026-12-02T10:00:00.000Z')] },
  emptyDay('2026-12-03'),
];

const shown = (of: Calendar<Entry>) =>
  of.map(({ total, entries }) => [total, ...entries.map(({ id, scheduledAt }) => `${id} ${scheduledAt.slice(8, 16)}`)]);

it.each<[what: string, id: string, to: string, expected: unknown]>([
  [
    'to another day, in the order of times',
    'noon',
    '2026-12-02T09:00:00.000Z',
    [[4, 'morning 01T08:00'], [2, 'noon 02T09:00', 'other 02T10:00'], [0]],
  ],
  [
    'within its day',
    'noon',
    '2026-12-01T07:00:00.000Z',
    [[5, 'noon 01T07:00', 'morning 01T08:00'], [1, 'other 02T10:00'], [0]],
  ],
  [
    'to the day on which the clock of the zone shows its time',
    'other',
    '2026-12-02T23:30:00.000Z',
    [[5, 'morning 01T08:00', 'noon 01T11:00'], [0], [1, 'other 02T23:30']],
  ],
  ['out of sight', 'other', '2027-01-05T10:00:00.000Z', [[5, 'morning 01T08:00', 'noon 01T11:00'], [0], [0]]],
])('a post is moved %s', (_what, id, to, expected) => {
  expect(shown(withEntryAt(calendar, id, to, vienna))).toEqual(expected);
});

it('a calendar that does not have the post stays as it is', () => {
  expect(withEntryAt(calendar, 'unknown', '2026-12-03T09:00:00.000Z', vienna)).toBe(calendar);
});

it.each<[what: string, moved: Entry | null, expected: unknown]>([
  ['stays in sight behind the first posts of its day', entry('late', '2026-12-01T20:00:00.000Z'), 'late'],
  ['is shown once', noon, undefined],
  ['is not shown on a day that is known to lack it', entry('gone', '2026-12-02T20:00:00.000Z'), undefined],
  ['is not shown on a day that is not in sight', entry('far', '2027-01-05T10:00:00.000Z'), undefined],
  ['may be none', null, undefined],
])('a post that was just moved %s', (_what, moved, added) => {
  const before = entriesOf(calendar).map(({ id }) => id);
  const after = entriesOf(withMoved(calendar, moved, vienna)).map(({ id }) => id);
  expect(after.filter((id) => !before.includes(id))).toEqual(added === undefined ? [] : [added]);
  expect(new Set(after).size).toBe(after.length);
});
