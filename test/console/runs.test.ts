import { runsOf, stepsOf } from '../../console/assignment/runs';
import type { AssignmentStatus } from '../../domain/assignment';

const entry = (status: AssignmentStatus, second: number) => ({
  status,
  at: new Date(second * 1000).toISOString(),
  errors: [],
});

describe('the timeline of an assignment', () => {
  it('has a run for the first try and one for each retry', () => {
    const timeline = [entry('pending', 0), entry('failed', 1), entry('pending', 5), entry('uploading', 6)];
    expect(runsOf(timeline)).toEqual([timeline.slice(0, 2), timeline.slice(2)]);
  });

  it('shows how long each state has lasted, and what lies ahead', () => {
    const steps = stepsOf([entry('pending', 0), entry('uploading', 2)], 10_000);
    expect(steps.map(({ status, lastedMs, isCurrent }) => [status, lastedMs, isCurrent])).toEqual([
      ['pending', 2_000, false],
      ['uploading', 8_000, true],
      ['uploaded', null, false],
      ['processing', null, false],
      ['published', null, false],
    ]);
  });

  it('ends with the state in which the run has ended', () => {
    const steps = stepsOf([entry('pending', 0), entry('failed', 2)], 10_000);
    expect(steps.map(({ status, lastedMs }) => [status, lastedMs])).toEqual([
      ['pending', 2_000],
      ['failed', null],
    ]);
  });
});
