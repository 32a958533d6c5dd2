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

  it.each([
    ['2026-03-29T02:30', vienna, '2026-03-29T03:30'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T03:30'],
    ['2026-03-08T02:30', 'America/St_Johns', '2026-03-08T03:30'],
    ['2026-09-06T00:00', 'America/Santiago', '2026-09-06T01:00'],
    ['2026-03-29T00:00', 'Asia/Beirut', '2026-03-29T01:00'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-04T02:45'],
  ])('is later where the clocks leave it out: %s in %s is %s', (local, zone, shown) => {
    expect(localOf(momentOf(local, zone)!.toISOString(), zone)).toBe(shown);
  });

  it.each([
    ['2026-03-08', 'America/New_York'],
    ['2026-11-01', 'America/New_York'],
    ['2026-03-08', 'America/Los_Angeles'],
    ['2026-11-01', 'America/Los_Angeles'],
    ['2026-09-06', 'America/Santiago'],
    ['2026-04-05', 'America/Santiago'],
    ['2026-03-29', 'Atlantic/Azores'],
    ['2026-10-25', 'Atlantic/Azores'],
    ['2026-03-29', vienna],
    ['2026-10-25', vienna],
    ['2026-09-27', 'Pacific/Auckland'],
    ['2026-04-05', 'Pacific/Auckland'],
  ])('is itself, or later on its day where the clocks leave it out, on %s in %s', (day, zone) => {
    // All that the clock shows around that day, in the order of time.
    const fromMs = Date.parse(`${day}T00:00Z`) - 86_400_000;
    const shown = Array.from({ length: 2 * 3 * 24 }, (_none, half) =>
      localOf(new Date(fromMs + half * 1_800_000).toISOString(), zone),
    );
    for (let half = 0; half < 48; half += 1) {
      const local = new Date(Date.parse(`${day}T00:00Z`) + half * 1_800_000).toISOString().slice(0, 16);
      const found = localOf(momentOf(local, zone)!.toISOString(), zone);
      const isKept = shown.includes(local) ? found === local : found > local && found.startsWith(day);
      expect([local, found, isKept]).toEqual([local, found, true]);
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
