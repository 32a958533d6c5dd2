import { addMonths, monthOf, weekOf } from '../../console/screens/calendar/days';
import { readDay } from '../../console/parts/readText';
import { offeredTime, spanOf } from '../../console/words/clock';

const vienna = 'Europe/Vienna';

describe('the time that is offered for a new post', () => {
  it.each([
    ['a day to come', '2026-12-02', '2026-12-02T08:00:00.000Z'],
    ['today, when the morning is over', '2026-12-01', '2026-12-01T10:00:00.000Z'],
    ['a day that is over', '2026-11-30', null],
  ])('of %s is %s: %s', (_what, day, at) => {
    expect(offeredTime(day, Date.parse('2026-12-01T09:20:00Z'), 'Europe/Berlin')).toBe(at);
  });

  it('is none in the last hour of a day', () => {
    expect(offeredTime('2026-12-01', Date.parse('2026-12-01T22:30:00Z'), 'Europe/Berlin')).toBeNull();
  });
});

describe('the days of a calendar', () => {
  it('are those of a week, from Monday', () => {
    expect(weekOf('2026-12-06')).toEqual(weekOf('2026-11-30'));
    expect(weekOf('2026-12-06')).toEqual([
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
    ]);
  });

  it.each([
    ['2026-02-10', 5, '2026-01-26', '2026-03-01'],
    ['2027-02-10', 4, '2027-02-01', '2027-02-28'],
    ['2026-08-31', 6, '2026-07-27', '2026-09-06'],
  ])('are those of each week that the month of %s touches', (day, weeks, first, last) => {
    const found = monthOf(day);
    expect([found.length, found[0]![0], found.at(-1)!.at(-1)]).toEqual([weeks, first, last]);
  });

  it('begin and end at midnight in the zone, on the days on which the clocks change, too', () => {
    expect(spanOf(['2026-03-29'], vienna)).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('of %s, %d months on, is %s', (day, count, expected) => expect(addMonths(day, count)).toBe(expected));
});

describe('a day of an address', () => {
  it.each(['2026-02-28', '2028-02-29'])('is %s', (day) => expect(readDay({ day }, 'day')).toEqual({ day }));

  it.each(['2026-02-30', '2026-02-29', '2026-13-01', '2026-2-3', '0202-01-01', 'today', '', 20260228])(
    'is left out if it is no day that exists: %s',
    (day) => expect(readDay({ day }, 'day')).toEqual({}),
  );
});
