import { createHostSlots, hostOf } from '../../../activities/webhooks/hostSlots';
import type { HostSlots } from '../../../activities/webhooks/hostSlots';

const host = 'receiver.example';

let slots: HostSlots;

beforeEach(() => {
  slots = createHostSlots();
});

const times = (count: number, nowMs: number) => Array.from({ length: count }, () => slots.enter(host, nowMs));

/** Fills the host's ten slots; one of them was held before, for so long. */
function fillAfter(heldMs: number, nowMs = 0): void {
  times(10, nowMs);
  slots.leave(host, heldMs);
  expect(slots.enter(host, nowMs)).toBeNull();
}

describe('a host', () => {
  it('has ten slots, and another host ten of its own', () => {
    expect(times(10, 0)).toEqual(Array.from({ length: 10 }, () => null));
    expect(slots.enter(host, 0)).not.toBeNull();
    expect(slots.enter('other.example', 0)).toBeNull();
    slots.leave(host, 5);
    expect(slots.enter(host, 0)).toBeNull();
    expect(slots.enter(host, 0)).not.toBeNull();
  });

  it('of which nothing is known tells nobody how long the line is', () => {
    times(10, 0);
    expect(times(3, 0)).toEqual([0, 0, 0]);
  });

  it('gives each who waits the next place: a tenth of the time that a slot is held behind the one before', () => {
    fillAfter(10_000);
    expect(times(3, 0)).toEqual([1000, 2000, 3000]);
    expect(times(1, 500)).toEqual([3500]);
  });

  it('begins its line anew when the last place has passed', () => {
    fillAfter(10_000);
    times(3, 0);
    expect(times(2, 60_000)).toEqual([1000, 2000]);
  });

  it('sends nobody away for longer than a minute, however many wait', () => {
    fillAfter(10_000);
    expect(times(2000, 0).slice(58, 62)).toEqual([59_000, 60_000, 60_000, 60_000]);
    // What was beyond the minute is not owed later.
    expect(times(1, 30_000)).toEqual([31_000]);
  });

  it('that answers within 10 ms keeps 500 who wait no longer than half a second', () => {
    fillAfter(10);
    expect(Math.max(...times(500, 0).map(Number))).toBe(500);
  });

  it('is judged by what it did lately', () => {
    fillAfter(10_000);
    for (let count = 0; count < 100; count += 1) {
      slots.leave(host, 20);
      slots.enter(host, 0);
    }
    expect(slots.enter(host, 0)).toBeCloseTo(2, 1);
  });

  it('is forgotten when all its slots are free', () => {
    fillAfter(10_000);
    times(30, 0);
    for (let count = 0; count < 10; count += 1) slots.leave(host, 10_000);
    times(10, 0);
    expect(slots.enter(host, 0)).toBe(0);
  });
});

describe('the host of a URL', () => {
  it.each([
    ['https://receiver.example/hooks', 'receiver.example'],
    ['https://RECEIVER.example./hooks', 'receiver.example'],
    ['https://receiver.example..?a=b.', 'receiver.example'],
    ['https://receiver.example:8443', 'receiver.example:8443'],
    ['https://receiver.example...:8443/', 'receiver.example:8443'],
    ['https://[2001:db8::1]:8443/', '[2001:db8::1]:8443'],
  ])('%s is %s', (url, expected) => {
    expect(hostOf(url)).toBe(expected);
  });
});
