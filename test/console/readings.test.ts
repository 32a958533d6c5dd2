import { changeOf, daysOf } from '../../console/screens/assignment/readings';

const counted = { likes: 0, comments: 0, shares: 0, reach: null, watchTimeSeconds: null };
const readings = (...views: [string, number][]) => views.map(([at, count]) => ({ ...counted, at, views: count }));

it('daysOf has each day from the first reading to the last, with its last count', () => {
  const points = readings(['2026-12-01T09:00:00Z', 5], ['2026-12-01T15:00:00Z', 7], ['2026-12-03T09:00:00Z', 9]);
  expect(daysOf(points, 'views')).toEqual({ dates: ['2026-12-01', '2026-12-02', '2026-12-03'], values: [7, null, 9] });
  expect(daysOf([], 'views')).toEqual({ dates: [], values: [] });
});

it.each([
  ['no reading', readings(), null],
  ['a reading', readings(['2026-12-01T09:00:00Z', 5]), { now: 5, change: 0, days: 0 }],
  [
    'days that are fewer than a week',
    readings(['2026-12-01T09:00:00Z', 5], ['2026-12-04T10:00:00Z', 15]),
    { now: 15, change: 10, days: 3 },
  ],
  [
    'a week, from the last reading before it',
    readings(
      ['2026-11-01T09:00:00Z', 1],
      ['2026-11-30T09:00:00Z', 40],
      ['2026-12-02T09:00:00Z', 50],
      ['2026-12-08T09:00:00Z', 45],
    ),
    { now: 45, change: 5, days: 8 },
  ],
])('changeOf tells the change over %s', (_what, points, change) => {
  expect(changeOf(points, 'views')).toEqual(change);
});
