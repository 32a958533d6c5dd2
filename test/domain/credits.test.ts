import { contentTypes } from '../../domain/assignment';
import { creditEntryTypes, cycleAt, plans, publishCredits } from '../../domain/credits';

const utc = (text: string): Date => new Date(`${text}Z`);
const day = (text: string): Date => utc(`${text}T00:00:00`);

describe('prices and plans', () => {
  it('are those of the contract', () => {
    expect(publishCredits).toEqual({
      text: 1,
      link: 1,
      image: 2,
      story: 2,
      carousel: 3,
      short: 5,
      reel: 5,
      video: 10,
    });
    expect(Object.keys(publishCredits).sort()).toEqual([...contentTypes].sort());
    expect(plans).toEqual({
      free: { name: 'Free', monthlyCredits: 500, priceCents: 0 },
      creator: { name: 'Creator', monthlyCredits: 5000, priceCents: 1900 },
      business: { name: 'Business', monthlyCredits: 50_000, priceCents: 14_900 },
    });
    expect(creditEntryTypes).toEqual(['grant', 'hold', 'charge', 'release', 'expire', 'purchase', 'adjust']);
  });
});

describe('cycleAt', () => {
  it.each([
    // first day, moment, start and end of its cycle
    ['2026-03-10', '2026-03-10T00:00:00', '2026-03-10', '2026-04-10'],
    ['2026-03-10', '2026-04-09T23:59:59.999', '2026-03-10', '2026-04-10'],
    ['2026-03-10', '2026-04-10T00:00:00', '2026-04-10', '2026-05-10'],
    ['2026-12-15', '2027-01-01T00:00:00', '2026-12-15', '2027-01-15'],
    ['2026-01-01', '2026-12-31T23:59:59.999', '2026-12-01', '2027-01-01'],
    ['2026-03-10', '2029-07-22T12:00:00', '2029-07-10', '2029-08-10'],
  ])('an account of %s is at %s in the cycle from %s to %s', (firstDay, at, startedAt, resetsAt) => {
    expect(cycleAt(day(firstDay), utc(at))).toEqual({ startedAt: day(startedAt), resetsAt: day(resetsAt) });
  });

  it.each([
    ['2026-01-31', '2026-02-27T23:59:59.999', '2026-01-31', '2026-02-28'],
    ['2026-01-31', '2026-02-28T00:00:00', '2026-02-28', '2026-03-31'],
    ['2026-01-31', '2026-03-30T23:59:59.999', '2026-02-28', '2026-03-31'],
    ['2026-01-31', '2026-04-30T00:00:00', '2026-04-30', '2026-05-31'],
    ['2026-01-30', '2026-02-28T00:00:00', '2026-02-28', '2026-03-30'],
    ['2026-01-29', '2026-02-28T00:00:00', '2026-02-28', '2026-03-29'],
    ['2026-01-28', '2026-02-28T00:00:00', '2026-02-28', '2026-03-28'],
  ])('an account of %s turns on the last day of a shorter month: at %s', (firstDay, at, startedAt, resetsAt) => {
    expect(cycleAt(day(firstDay), utc(at))).toEqual({ startedAt: day(startedAt), resetsAt: day(resetsAt) });
  });

  it.each([
    ['2028-01-29', '2028-02-28T12:00:00', '2028-01-29', '2028-02-29'],
    ['2028-01-31', '2028-02-29T00:00:00', '2028-02-29', '2028-03-31'],
    ['2028-02-29', '2029-02-28T00:00:00', '2029-02-28', '2029-03-29'],
    ['2028-02-29', '2032-02-29T00:00:00', '2032-02-29', '2032-03-29'],
    ['2099-12-31', '2100-02-28T00:00:00', '2100-02-28', '2100-03-31'],
  ])('an account of %s knows leap years: at %s', (firstDay, at, startedAt, resetsAt) => {
    expect(cycleAt(day(firstDay), utc(at))).toEqual({ startedAt: day(startedAt), resetsAt: day(resetsAt) });
  });

  it('counts from the first day, whatever the time of that day', () => {
    expect(cycleAt(utc('2026-03-10T23:59:59.999'), utc('2026-03-10T23:59:59.999'))).toEqual({
      startedAt: day('2026-03-10'),
      resetsAt: day('2026-04-10'),
    });
  });
});
