import { beginningOf, dayLater, localOf, momentOf, movedTo, twiceAt } from '../../console/words/clock';

const vienna = 'Europe/Vienna';
const berlin = 'Europe/Berlin';
/** On 25 October 2026 a clock of Berlin shows 02:30 twice. */
const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'];

it('a day later is the same time on the wall clock, also where a day has 23 or 25 hours', () => {
  expect(dayLater('2026-12-31T09:00:00.000Z', vienna)).toBe('2027-01-01T09:00:00.000Z');
  expect(dayLater('2026-03-28T12:00:00.000Z', berlin)).toBe('2026-03-29T11:00:00.000Z');
  expect(dayLater('2026-10-24T12:00:00.000Z', berlin)).toBe('2026-10-25T13:00:00.000Z');
});

describe('a time that is typed', () => {
  it.each([
    ['2026-12-01T10:00', vienna, '2026-12-01T09:00:00.000Z'],
    ['2026-07-01T10:00', vienna, '2026-07-01T08:00:00.000Z'],
    ['2026-07-01T10:00', 'Asia/Kolkata', '2026-07-01T04:30:00.000Z'],
    ['2026-07-01T10:00', 'UTC', '2026-07-01T10:00:00.000Z'],
  ])('%s in %s is %s', (local, zone, moment) => {
    expect(momentOf(local, zone)).toBe(moment);
    expect(localOf(moment, zone)).toBe(local);
  });

  it('is right on the days on which the clocks change', () => {
    for (const local of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T01:59', '2026-10-25T03:00']) {
      expect(localOf(momentOf(local, vienna)!, vienna)).toBe(local);
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
    expect(localOf(momentOf(local, zone)!, zone)).toBe(shown);
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
      const found = localOf(momentOf(local, zone)!, zone);
      const isKept = shown.includes(local) ? found === local : found > local && found.startsWith(day);
      expect([local, found, isKept]).toEqual([local, found, true]);
    }
  });

  it.each(['0002-11-24T10:00', '0020-11-24T10:00', '0202-11-24T10:00'])(
    'is itself while its year is typed: %s',
    (local) => {
      for (const zone of ['UTC', vienna]) expect(localOf(momentOf(local, zone)!, zone)).toBe(local);
    },
  );

  it('that comes twice is the first, and the second where the post was at the second', () => {
    expect(momentOf('2026-10-25T02:30', berlin)).toBe(first);
    expect([first, second].map((at) => momentOf(localOf(at, berlin), berlin, at))).toEqual([first, second]);
    expect([first, second].map((at) => momentOf('2026-10-25T02:45', berlin, at))).toEqual([
      '2026-10-25T00:45:00.000Z',
      '2026-10-25T01:45:00.000Z',
    ]);
    expect(momentOf('2026-10-25T02:30', berlin, '2026-10-25T09:00:00.000Z')).toBe(first);
  });

  it('is the moment of before while it is not changed, with seconds that it does not show', () => {
    const at = '2026-12-01T09:30:45.678Z';
    expect(momentOf(localOf(at, berlin), berlin, at)).toBe(at);
  });

  it('is none while it is not whole', () => {
    for (const text of ['', '2026-12-01T', '2026-12-01T1', '2026-02-30T10:00', '2026-12-01T24:00']) {
      expect([text, momentOf(text, vienna)]).toEqual([text, null]);
    }
  });
});

describe('two moments of one time', () => {
  it('are told where a clock is put back, first the first', () => {
    expect([first, second].map((at) => twiceAt(at, berlin))).toEqual([
      [first, second],
      [first, second],
    ]);
    expect(twiceAt('2026-04-04T15:15:00.000Z', 'Australia/Lord_Howe')).toEqual([
      '2026-04-04T14:45:00.000Z',
      '2026-04-04T15:15:00.000Z',
    ]);
  });

  it.each(['2026-10-24T23:59:00.000Z', '2026-10-25T02:00:00.000Z', '2026-03-29T00:30:00.000Z'])(
    'are none at %s',
    (at) => expect(twiceAt(at, berlin)).toBeNull(),
  );
});

describe('a day', () => {
  it.each([
    ['2026-12-01', berlin, '2026-11-30T23:00:00.000Z'],
    // Midnight comes twice, is left out, and the day before it is left out.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s begins at its first moment', (day, zone, moment) => {
    expect(beginningOf(day, zone)).toBe(moment);
  });
});

describe('a post that is moved', () => {
  it.each([
    ['2026-03-28T09:30:00.000Z', { day: '2026-03-29' }, '2026-03-29T08:30:00.000Z'],
    ['2026-10-24T09:30:45.678Z', { day: '2026-10-25' }, '2026-10-25T10:30:45.678Z'],
    ['2026-12-01T09:30:00.000Z', { day: '2026-12-02', hour: 7 }, '2026-12-02T06:30:00.000Z'],
    ['2026-12-01T09:30:00.000Z', { day: '2026-12-02', hour: 0 }, '2026-12-01T23:30:00.000Z'],
  ])('from %s to %j keeps its time on the wall clock, whatever the clocks do between the days', (at, place, moved) => {
    expect(movedTo(at, berlin, place)).toBe(moved);
  });

  it.each([
    ['2026-10-24T00:30:00.000Z', { day: '2026-10-25' }, first],
    ['2026-10-25T08:30:00.000Z', { day: '2026-10-25', hour: 2 }, first],
    [first, { day: '2026-10-25', hour: 2 }, first],
    [second, { day: '2026-10-25', hour: 2 }, second],
    [second, { day: '2027-10-31' }, '2027-10-31T01:30:00.000Z'],
    [second, { day: '2026-10-26' }, '2026-10-26T01:30:00.000Z'],
  ])('from %s to %j takes the first of two moments, unless it was at the second', (at, place, moved) => {
    expect(movedTo(at, berlin, place)).toBe(moved);
  });

  it('to a time that the clocks leave out is later', () => {
    expect(movedTo('2026-03-28T01:30:00.000Z', berlin, { day: '2026-03-29' })).toBe('2026-03-29T01:30:00.000Z');
  });
});
