import {
  absoluteTime,
  clockTime,
  duration,
  nearTime,
  nearTimeWithSeconds,
  offsetTime,
  relativeTime,
  roughDuration,
} from '../../console/words/time';

describe('words for times', () => {
  const nowMs = Date.parse('2026-12-01T09:00:00.000Z');
  const reader = { locale: 'en', timezone: 'UTC' };

  it.each([
    ['2026-12-01T08:59:55.000Z', 'just now'],
    ['2026-12-01T09:00:30.000Z', 'in less than a minute'],
    ['2026-12-01T06:00:00.000Z', '3 hours ago'],
    ['2026-12-02T09:00:00.000Z', 'tomorrow'],
    ['2026-12-02T20:00:00.000Z', 'tomorrow'],
    ['2026-12-03T01:00:00.000Z', 'in 2 days'],
    ['2026-11-30T08:00:00.000Z', 'yesterday'],
    ['2026-11-29T23:00:00.000Z', '2 days ago'],
    ['2027-01-14T09:00:00.000Z', 'in 1 month'],
  ])('say of %s: %s', (at, words) => expect(relativeTime(at, nowMs, reader)).toBe(words));

  it.each([
    [850, '850 ms'],
    [12_000, '12 s'],
    [185_000, '3 min 5 s'],
    [7_800_000, '2 h 10 min'],
    [273_600_000, '3 d 4 h'],
  ])('say of %d ms: %s', (ms, words) => expect(duration(ms)).toBe(words));

  it.each([
    ['2026-10-25T00:30:00.000Z', '02:30', '02:30 GMT+2', 'Oct 25, 2026, 2:30:00 AM GMT+2'],
    ['2026-10-25T01:30:00.000Z', '02:30', '02:30 GMT+1', 'Oct 25, 2026, 2:30:00 AM GMT+1'],
    ['2026-12-01T23:05:00.000Z', '00:05', '00:05 GMT+1', 'Dec 2, 2026, 12:05:00 AM GMT+1'],
  ])('say of %s which clock shows it', (at, time, withOffset, whole) => {
    const berlin = { locale: 'en', timezone: 'Europe/Berlin' };
    const words = [clockTime(at, berlin), offsetTime(at, berlin), absoluteTime(at, berlin)];
    // Some versions of ICU have a narrow space before AM.
    expect(words.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([time, withOffset, whole]);
  });

  it.each([
    ['2026-12-01T17:00:02.000Z', '18:00', '18:00:02'],
    ['2026-12-01T23:30:00.000Z', '2 Dec, 00:30', '2 Dec, 00:30:00'],
    ['2027-12-01T17:00:00.000Z', '1 Dec 2027, 18:00', '1 Dec 2027, 18:00:00'],
  ])('say of %s no more than its day needs', (at, time, withSeconds) => {
    const berlin = { locale: 'en-GB', timezone: 'Europe/Berlin' };
    expect([nearTime(at, nowMs, berlin), nearTimeWithSeconds(at, nowMs, berlin)]).toEqual([time, withSeconds]);
  });

  it.each([
    [900, '5 s'],
    [44_600, '45 s'],
    [58_000, '1 min'],
    [170_000, '3 min'],
    [7_800_000, '3 h'],
  ])('estimate %d ms: %s', (ms, words) => expect(roughDuration(ms)).toBe(words));
});
