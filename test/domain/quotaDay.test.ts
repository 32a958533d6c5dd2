import { quotaDateAt, quotaDayAt } from '../../domain/quotaDay';

const pacific = 'America/Los_Angeles';

describe('a day of a quota', () => {
  it.each([
    ['in winter', '2026-11-23T17:00:00.000Z', '2026-11-23', '2026-11-24T08:00:00.000Z'],
    ['in summer', '2026-07-01T12:00:00.000Z', '2026-07-01', '2026-07-02T07:00:00.000Z'],
    ['at its first moment', '2026-11-24T08:00:00.000Z', '2026-11-24', '2026-11-25T08:00:00.000Z'],
    ['at its last moment', '2026-11-24T07:59:59.999Z', '2026-11-23', '2026-11-24T08:00:00.000Z'],
    ['of 23 hours, at its first moment', '2026-03-08T08:00:00.000Z', '2026-03-08', '2026-03-09T07:00:00.000Z'],
    ['of 25 hours, at its first moment', '2026-11-01T07:00:00.000Z', '2026-11-01', '2026-11-02T08:00:00.000Z'],
    ['of 25 hours, in the hour that comes twice', '2026-11-01T09:30:00.000Z', '2026-11-01', '2026-11-02T08:00:00.000Z'],
    ['at the end of a year', '2027-01-01T02:00:00.000Z', '2026-12-31', '2027-01-01T08:00:00.000Z'],
  ])('%s', (_when, at, date, endsAt) => {
    expect(quotaDateAt(new Date(at), pacific)).toBe(date);
    expect(quotaDayAt(new Date(at), pacific)).toEqual({ date, endsAt: new Date(endsAt) });
  });
});
