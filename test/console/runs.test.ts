import { isEventful, milestonesOf, reasonsOf, runsOf, stepsOf } from '../../console/screens/assignment/runs';
import type { AssignmentStatus } from '../../domain/assignment';

const entry = (status: AssignmentStatus, second: number) => ({
  status,
  at: new Date(second * 1000).toISOString(),
  errors: [],
  failedTries: { count: 0, latest: [] },
  resolution: null,
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

  it('shows the tries that failed in a state beside it', () => {
    const failedTries = {
      count: 1,
      latest: [{ code: 'MEDIA_DOWNLOAD_FAILED', message: 'It answered 503.', at: 'then' }],
    };
    const steps = stepsOf([entry('pending', 0), { ...entry('uploading', 2), failedTries }], 10_000);
    expect(steps.map(({ failedTries: { count } }) => count)).toEqual([0, 1, 0, 0, 0]);
  });
});

it('the reasons why tries failed are each told once, the latest first, with how often and when last', () => {
  const [away, busy] = [
    { code: 'MEDIA_DOWNLOAD_FAILED', message: 'It answered 503.' },
    { code: 'MEDIA_DOWNLOAD_FAILED', message: 'It answered 429.' },
  ];
  const latest = [away, busy, away].map((failure, second) => ({ ...failure, at: `${second}` }));
  expect(reasonsOf(latest)).toEqual([
    { ...away, at: '2', times: 2 },
    { ...busy, at: '1', times: 1 },
  ]);
});

describe('the one line of a timeline', () => {
  const path = [entry('pending', 0), entry('uploading', 1), entry('uploaded', 2), entry('processing', 3)];
  const namesOf = (run: typeof path) => milestonesOf(run).map(({ status }) => status);

  it('leaves out the states on the way, except the present one', () => {
    expect(namesOf([...path, entry('published', 4)])).toEqual(['pending', 'uploaded', 'published']);
    expect(namesOf(path)).toEqual(['pending', 'uploaded', 'processing']);
    expect(namesOf(path.slice(0, 2))).toEqual(['pending', 'uploading']);
  });

  it('is not enough where a try failed, or the post was retried', () => {
    const failed = { code: 'UPLOAD_FAILED', message: '', at: new Date(1_500).toISOString() };
    const tried = { ...entry('uploading', 1), failedTries: { count: 1, latest: [failed] } };
    expect([isEventful(path), isEventful([entry('pending', 0), tried])]).toEqual([false, true]);
    expect(isEventful([entry('pending', 0), entry('failed', 1), entry('pending', 5)])).toBe(true);
  });
});
