import * as fc from 'fast-check';
import { localOf, momentOf, movedTo, twiceAt } from '../../console/words/clock';
import { clockOf, nextChange } from '../support/clocks';
import { runs } from '../support/counts';

const minuteMs = 60_000;
const [fromMs, toMs] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)];
const zones = Intl.supportedValuesOf('timeZone');

/** All moments near this one at which a clock shows the same, in order. A clock is put back by a multiple of 15 minutes. */
function sameOf(zone: string, atMs: number): string[] {
  const shows = clockOf(zone);
  const near = Array.from({ length: 2 * 4 * 25 + 1 }, (_none, step) => atMs + (step - 100) * 15 * minuteMs);
  return near.filter((oneMs) => shows(oneMs) === shows(atMs)).map((oneMs) => new Date(oneMs).toISOString());
}

const minutes = fc.integer({ min: fromMs / minuteMs, max: toMs / minuteMs }).map((count) => count * minuteMs);
/** A zone, and a moment: any, or one near a change of its clocks. */
const places = fc
  .tuple(fc.constantFrom(...zones), minutes, fc.option(fc.integer({ min: -180, max: 180 })))
  .map(([zone, anyMs, away]): [string, number] => {
    const change = away === null ? null : nextChange(zone, anyMs);
    return [zone, change === null || away === null ? anyMs : change.atMs + away * minuteMs];
  });

describe('a moment in a form', () => {
  it('of any zone is shown by its clock, and stays what it is', () => {
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: minuteMs - 1 }), ([zone, minute], ms) => {
        const at = new Date(minute + ms).toISOString();
        expect(localOf(at, zone)).toBe(clockOf(zone)(minute));
        expect(momentOf(localOf(at, zone), zone, at)).toBe(at);
        expect(movedTo(at, zone, { day: localOf(at, zone).slice(0, 10) })).toBe(at);
      }),
      runs(100, 2_000),
    );
  });

  it('of any zone is found again by its text and by which of two it is', () => {
    fc.assert(
      fc.property(places, ([zone, minute]) => {
        const same = sameOf(zone, minute);
        const at = new Date(minute).toISOString();
        expect(momentOf(localOf(at, zone), zone)).toBe(same[0]);
        expect(twiceAt(at, zone) ?? [at]).toEqual(same);
      }),
      runs(100, 2_000),
    );
  });

  it('of any zone keeps its place of two when its minutes are typed anew', () => {
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: 59 }), ([zone, minute], typed) => {
        const at = new Date(minute).toISOString();
        const text = `${localOf(at, zone).slice(0, 14)}${String(typed).padStart(2, '0')}`;
        const found = momentOf(text, zone, at)!;
        const place = sameOf(zone, minute).indexOf(at);
        const choices = sameOf(zone, Date.parse(found));
        expect(found).toBe(choices[Math.min(place, choices.length - 1)]);
      }),
      runs(100, 2_000),
    );
  });
});
