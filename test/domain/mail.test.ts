import { mailRetryDelayMs } from '../../domain/mail';

const minuteMs = 60_000;

it('waits 2 s after the first try that failed, and doubles up to 15 minutes', () => {
  const waits = Array.from({ length: 12 }, (_none, index) => mailRetryDelayMs(index + 1));

  expect(waits.slice(0, 9)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512].map((seconds) => seconds * 1000));
  expect(waits.slice(9)).toEqual([15 * minuteMs, 15 * minuteMs, 15 * minuteMs]);
});

it('waits 15 minutes however many tries have failed, so that a mail is tried for as long as its invitation lives', () => {
  for (const failed of [13, 100, 672, 10_000, Number.MAX_SAFE_INTEGER])
    expect(mailRetryDelayMs(failed)).toBe(15 * minuteMs);
});

it('makes 12 tries in an hour in which the mail server is down', () => {
  let [tries, atMs] = [0, 0];
  while (atMs < 60 * minuteMs) {
    tries += 1;
    atMs += mailRetryDelayMs(tries);
  }
  expect(tries).toBe(12);
});
