import { pino } from 'pino';
import { createRereads } from '../../../../api/assignments/watch/rereads';

const lines: string[] = [];
const logger = pino({}, { write: (line) => lines.push(line) });

beforeEach(() => {
  lines.length = 0;
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

/** Streams whose reads fail while the database is down. */
function streams(count: number) {
  const rereads = createRereads(logger);
  const state = { isDown: true, reads: 0 };
  const readers = Array.from({ length: count }, () => {
    const reader = {
      catchUp: () => {
        state.reads += 1;
        if (state.isDown) rereads.failed(reader, new Error('down'));
        else rereads.succeeded();
      },
    };
    return reader;
  });
  return { state, rereads, readers, begin: () => readers.forEach((reader) => reader.catchUp()) };
}

it('reads again for a thousand streams with one timer and one line, more rarely while the database stays down', () => {
  const { state, begin } = streams(1_000);
  begin();
  expect([lines.length, jest.getTimerCount()]).toEqual([1, 1]);

  for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    state.reads = 0;
    jest.advanceTimersByTime(waitMs - 1);
    expect(state.reads).toBe(0);
    jest.advanceTimersByTime(1);
    expect([state.reads, jest.getTimerCount()]).toEqual([1_000, 1]);
  }
  expect(lines).toHaveLength(8);
});

it('asks every stream once when the database is back, and begins anew with the next fault', () => {
  const { state, begin } = streams(3);
  begin();
  state.isDown = false;
  state.reads = 0;
  jest.advanceTimersByTime(1_000);
  expect([state.reads, jest.getTimerCount()]).toEqual([3, 0]);

  state.isDown = true;
  begin();
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ waitMs: 1_000 });
});

it('asks a stream again even if another read for it has succeeded since', () => {
  const { state, begin, rereads } = streams(2);
  begin();
  state.isDown = false;
  state.reads = 0;
  rereads.succeeded();
  jest.advanceTimersByTime(60_000);
  expect(state.reads).toBe(2);
});

it('asks no stream whose client has gone, and none after the stop', () => {
  const { state, begin, rereads, readers } = streams(2);
  begin();
  state.reads = 0;
  rereads.forget(readers[0]!);
  jest.advanceTimersByTime(1_000);
  expect(state.reads).toBe(1);

  begin();
  rereads.stop();
  expect(jest.getTimerCount()).toBe(0);
});
