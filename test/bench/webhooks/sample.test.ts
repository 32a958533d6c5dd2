import { checkOnce, sampleOf } from '../../../bench/benches/webhooks/sample';

const startedMs = Date.parse('2026-12-01T09:00:00Z');

/** Webhooks that were due and arrived so many milliseconds after the start. */
function arrivals(...times: readonly (readonly [dueMs: number, arrivedMs: number])[]) {
  return times.map(([dueMs, arrivedMs], index) => ({
    id: `delivery-${index}`,
    assignmentId: `job-${index}`,
    dueMs: startedMs + dueMs,
    arrivedMs: startedMs + arrivedMs,
    bodyBytes: 373,
  }));
}

it('counts from the first moment that one was due to the last arrival', () => {
  const sample = sampleOf({ arrivals: arrivals([0, 100], [100, 2000], [200, 1000], [400, 900]) });
  expect(sample).toEqual({ deliveredPerSecond: 2, duePerSecond: 10, p50Ms: 500, p99Ms: 1900, arrivedCount: 4 });
});

describe('the sum', () => {
  const good = arrivals([0, 1], [0, 2]);
  const [first, second] = good;
  const sent = ['job-0', 'job-1'];

  it('comes out when each arrived once', () => {
    expect(() => checkOnce({ arrivals: good, refusedCount: 0 }, sent)).not.toThrow();
  });

  it.each([
    ['one is missing', [first!], 0, '1 are missing'],
    ['one came twice', [first!, second!, second!], 0, '3 good requests brought 2 deliveries'],
    ['a job has two deliveries', [first!, second!, { ...second!, id: 'other' }], 0, 'brought 3 deliveries'],
    ['two came under one id', [first!, { ...second!, id: first!.id }], 0, '2 good requests brought 1 deliveries'],
    ['a stranger came', [first!, { ...second!, assignmentId: 'stranger' }], 0, '1 are missing'],
    ['a signature was bad', good, 1, '1 had bad signatures'],
  ])('does not when %s', (_, came, refusedCount, reason) => {
    expect(() => checkOnce({ arrivals: came, refusedCount }, sent)).toThrow(reason);
  });
});
