import { createAdaptiveLimit } from '../../outbox/AdaptiveLimit';
import type { AdaptiveLimit, CallSlot } from '../../outbox/AdaptiveLimit';

function fill(limit: AdaptiveLimit): CallSlot[] {
  return Array.from({ length: limit.room() }, () => limit.begin());
}

/** One full house after another, all answered alike. */
function rounds(limit: AdaptiveLimit, count: number, answer: 'prompt' | 'none'): void {
  for (let round = 0; round < count; round += 1) {
    const slots = fill(limit);
    for (const slot of slots) slot.tell(answer);
    for (const slot of slots) slot.end();
  }
}

describe('the limit of calls under way', () => {
  it('leaves room for as many as it allows, and for another one when one has ended', () => {
    const limit = createAdaptiveLimit({ initial: 3, max: 8 });
    const [one] = fill(limit);
    expect(limit.room()).toBe(0);
    one!.end();
    expect(limit.room()).toBe(1);
  });

  it('halves with each round without answers, once a round, and never falls below one', () => {
    const limit = createAdaptiveLimit({ initial: 32, max: 64 });
    const seen: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      rounds(limit, 1, 'none');
      seen.push(limit.room());
    }
    expect(seen).toEqual([16, 8, 4, 2, 1, 1, 1]);
  });

  it('grows by about one with each round of prompt answers, up to its maximum', () => {
    const limit = createAdaptiveLimit({ initial: 1, max: 6 });
    const seen: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      rounds(limit, 1, 'prompt');
      seen.push(limit.room());
    }
    expect(seen[0]).toBe(2);
    expect(seen.every((room, index) => room - (seen[index - 1] ?? 1) <= 1)).toBe(true);
    expect(seen.at(-1)).toBe(6);
  });

  it('does not grow while it is not used: nothing was learned about more', () => {
    const limit = createAdaptiveLimit({ initial: 8, max: 64 });
    for (let count = 0; count < 100; count += 1) {
      const slot = limit.begin();
      slot.tell('prompt');
      slot.end();
    }
    expect(limit.room()).toBe(8);
  });

  it('hears of no answer to a call that began after it was halved', () => {
    const limit = createAdaptiveLimit({ initial: 8, max: 64 });
    const [early, earlier] = [limit.begin(), limit.begin()];
    early.tell('none');
    const late = limit.begin();
    earlier.tell('none');
    late.tell('none');
    for (const slot of [early, earlier, late]) slot.end();
    expect(limit.room()).toBe(2);
  });

  it('learns nothing from a call that ends without an answer of the other side', () => {
    const limit = createAdaptiveLimit({ initial: 4, max: 8 });
    for (const slot of fill(limit)) slot.end();
    expect(limit.room()).toBe(4);
  });
});
