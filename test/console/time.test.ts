import { duration, localOf, momentOf, relativeTime } from '../../console/words/time';

const vienna = 'Europe/Vienna';

describe('a time that is typed', () => {
  it.each([
    ['2026-12-01T10:00', vienna, '2026-12-01T09:00:00.000Z'],
    ['2026-07-01T10:00', vienna, '2026-07-01T08:00:00.000Z'],
    ['2026-07-01T10:00', 'Asia/Kolkata', '2026-07-01T04:30:00.000Z'],
    ['2026-07-01T10:00', 'UTC', '2026-07-01T10:00:00.000Z'],
  ])('%s in %s is %s', (local, zone, moment) => {
    expect(momentOf(local, zone)?.toISOString()).toBe(moment);
    expect(localOf(moment, zone)).toBe(local);
  });

  it('is right on the days on which the clocks change', () => {
    for (const local of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T01:59', '2026-10-25T03:00']) {
      expect(localOf(momentOf(local, vienna)!.toISOString(), vienna)).toBe(local);
    }
  });

  it.each(['0002-11-24T10:00', '0020-11-24T10:00', '0202-11-24T10:00'])(
    'is itself while its year is typed: %s',
    (local) => {
      for (const zone of ['UTC', vienna]) expect(localOf(momentOf(local, zone)!.toISOString(), zone)).toBe(local);
    },
  );

  it('is shown without asking for the clocks at each moment of a month', () => {
    const asked = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    const beganMs = Date.parse('2031-05-01T00:00:00.000Z');
    const moments = Array.from({ length: 500 }, (_none, hour) => new Date(beganMs + hour * 3_600_000).toISOString());
    expect(moments.map((at) => localOf(at, 'Asia/Kolkata')).at(-1)).toBe('2031-05-22T00:30');
    expect(asked.mock.calls.length).toBeLessThanOrEqual(2 * 21);
    asked.mockRestore();
  });

  it('is none while it is not whole', () => {
    expect(momentOf('', vienna)).toBeNull();
  });
});

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
});
