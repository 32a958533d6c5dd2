import * as fc from 'fast-check';
import { aheadMsOf, lastLookMsOf } from '../../../domain/assignment/spread';
import { paced } from '../../../domain/pace';
import { runs, seed } from '../../support/counts';

const dueAt = Date.parse('2026-12-24T12:00:00.000Z');

/** Seconds from the earliest moment to the beginning of the preparation. @param createdBefore seconds before the earliest moment */
function delayOf(id: string, aheadSeconds: number, createdBefore = 3600): number {
  const createdAt = dueAt - 1000 * (aheadSeconds + createdBefore);
  return aheadSeconds - aheadMsOf(id, createdAt, dueAt, aheadSeconds) / 1000;
}

/** Seconds from the last look to the scheduled time, at the true pace. */
const lookAheadOf = (id: string): number => lastLookMsOf(id) / paced(1000);

const fraction = (seconds: number): number => seconds - Math.floor(seconds);
const isMiddle = (seconds: number): boolean => fraction(seconds) > 0.29 && fraction(seconds) < 0.71;

it('a preparation begins in the first quarter of its time, away from whole seconds', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 4, max: 86_400 }), (id, ahead) => {
      const delay = delayOf(id, ahead);
      expect(delay).toBeGreaterThan(0);
      expect(delay).toBeLessThan(Math.min(ahead / 4, 300) + 1);
      expect(isMiddle(delay)).toBe(true);
    }),
    runs(1000, 25_000),
  );
});

it.each([600, 3600, 86_400])('%d s before a whole minute it begins away from whole minutes', (ahead) => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const second = delayOf(id, ahead) % 60;
      expect(second).toBeGreaterThan(15);
      expect(second).toBeLessThan(56);
    }),
    runs(1000, 25_000),
  );
});

it('preparations of many posts of one minute begin one after the other', () => {
  const ids = fc.sample(fc.noBias(fc.uuid()), { numRuns: 500, seed });
  const seconds = ids.map((id) => Math.floor(delayOf(id, 1200)));
  const inOne = (second: number): number => seconds.filter((other) => other === second).length;
  expect(Math.max(...seconds.map(inOne))).toBeLessThan(20);
});

it('one that was made when its time had begun, or two seconds before it, begins at once', () => {
  for (const id of fc.sample(fc.uuid(), 20)) {
    for (const before of [0, 1, -300]) expect(delayOf(id, 600, before)).toBe(0);
    expect(delayOf(id, 600, 3)).toBeGreaterThan(0);
  }
});

it.each([0, 1, 3])('with %d s to prepare it begins at the earliest moment', (ahead) => {
  for (const id of fc.sample(fc.uuid(), 20)) expect(delayOf(id, ahead)).toBe(0);
});

it('without a time nothing comes ahead', () => {
  expect(aheadMsOf('01a2226d-9498-70fa-97b4-8a95b4dce75d', 0, null, 600)).toBe(0);
});

it('a last look is in the last minute, with half of it left, away from whole seconds', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const lookAhead = lookAheadOf(id);
      expect(lookAhead).toBeGreaterThan(29);
      expect(lookAhead).toBeLessThan(55);
      expect(isMiddle(lookAhead)).toBe(true);
    }),
    runs(1000, 25_000),
  );
});
