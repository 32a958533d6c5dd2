import { addMonths, isDay, monthOf, movedTo, spanOf, weekOf } from '../../console/screens/calendar/days';

const vienna = 'Europe/Vienna';

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

  it('exist', () => {
    expect(['2026-02-28', '2026-02-30', '2026-2-3', 'today'].map(isDay)).toEqual([true, false, false, false]);
  });
});

describe('a post that is moved', () => {
  it('keeps its time on the wall clock, whatever the clocks do between the days', () => {
    expect(movedTo('2026-03-28T09:30:00.000Z', vienna, { day: '2026-03-29' })).toBe('2026-03-29T08:30:00.000Z');
  });

  it('keeps its minutes in another hour', () => {
    expect(movedTo('2026-12-01T09:30:00.000Z', vienna, { day: '2026-12-02', hour: 7 })).toBe(
      '2026-12-02T06:30:00.000Z',
    );
  });
});
