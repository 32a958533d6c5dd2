import * as fc from 'fast-check';
import { cycleAt } from '../../domain/credits';
import { runs } from '../support/counts';

const dayMs = 24 * 60 * 60 * 1000;
const moment = fc.date({ min: new Date('2024-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });

describe('billing cycles', () => {
  it('hold the moment they are asked about: started at or before it, resetting after it', () => {
    fc.assert(
      fc.property(moment, moment, (firstDay, at) => {
        const { startedAt, resetsAt } = cycleAt(firstDay, at);
        expect(startedAt.getTime()).toBeLessThanOrEqual(at.getTime());
        expect(resetsAt.getTime()).toBeGreaterThan(at.getTime());
      }),
      runs(1_000, 10_000),
    );
  });

  it('tile time: the next begins where one ends, and every moment of a cycle names the same cycle', () => {
    fc.assert(
      fc.property(moment, moment, fc.double({ min: 0, max: 1, noNaN: true }), (firstDay, at, part) => {
        const { startedAt, resetsAt } = cycleAt(firstDay, at);
        const lastMs = resetsAt.getTime() - 1;
        const within = new Date(startedAt.getTime() + Math.floor(part * (lastMs - startedAt.getTime())));
        expect(cycleAt(firstDay, within)).toEqual({ startedAt, resetsAt });
        expect(cycleAt(firstDay, new Date(lastMs))).toEqual({ startedAt, resetsAt });
        expect(cycleAt(firstDay, resetsAt).startedAt).toEqual(resetsAt);
      }),
      runs(1_000, 10_000),
    );
  });

  it('begin at midnight UTC of the first day, or of the last day of a month that has no such day', () => {
    fc.assert(
      fc.property(moment, moment, (firstDay, at) => {
        const { startedAt, resetsAt } = cycleAt(firstDay, at);
        const dayAfter = new Date(startedAt.getTime() + dayMs);
        expect(startedAt.getTime() % dayMs).toBe(0);
        const isSameDay = startedAt.getUTCDate() === firstDay.getUTCDate();
        const isLastOfShorter = dayAfter.getUTCDate() === 1 && startedAt.getUTCDate() < firstDay.getUTCDate();
        expect(isSameDay || isLastOfShorter).toBe(true);
        expect((resetsAt.getTime() - startedAt.getTime()) / dayMs).toBeGreaterThanOrEqual(28);
        expect((resetsAt.getTime() - startedAt.getTime()) / dayMs).toBeLessThanOrEqual(31);
      }),
      runs(1_000, 10_000),
    );
  });
});
