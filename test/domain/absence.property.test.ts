import * as fc from 'fast-check';
import { judgeAbsence } from '../../domain/absence';
import { usePace } from '../support/jest/pace';
import { runs } from '../support/counts';

usePace(1);

const minuteMs = 60_000;
const ms = fc.integer({ min: 0, max: 20 * minuteMs });
const absences = fc.record({ ageMs: fc.option(ms), absentMs: ms });

it('is gone when it was made 10 minutes ago or stays absent for 10 minutes, and unknown until then', () => {
  fc.assert(
    fc.property(absences, ({ ageMs, absentMs }) => {
      const isOld = (ageMs ?? 0) >= 10 * minuteMs || absentMs >= 10 * minuteMs;
      return (judgeAbsence({ ageMs, absentMs }).kind === 'gone') === isOld;
    }),
    runs(500, 20_000),
  );
});

it('is looked for after 5 s, doubling to 2 minutes, and once more when it is certain', () => {
  const looks: number[] = [];
  for (let absentMs = 0; ;) {
    const verdict = judgeAbsence({ ageMs: null, absentMs });
    if (verdict.kind === 'gone') break;
    looks.push(verdict.lookAgainMs / 1000);
    absentMs += verdict.lookAgainMs;
  }
  expect(looks).toEqual([5, 10, 20, 40, 80, 120, 120, 120, 85]);
  expect(judgeAbsence({ ageMs: 10 * minuteMs - 3000, absentMs: 0 })).toEqual({ kind: 'unknown', lookAgainMs: 3000 });
});
