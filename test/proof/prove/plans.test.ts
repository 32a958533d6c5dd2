import { killKinds, planChaos, troubleKinds } from './chaos';
import { endsOf, planLoad } from './load';
import type { ProveOptions } from './options';

const options: ProveOptions = { minutes: 10, seed: 42, rate: 120, workers: 3 };
const seeds = Array.from({ length: 200 }, (_, seed) => seed);

describe('the chaos', () => {
  it('is the same for the same seed, and another one for each other', () => {
    expect(planChaos({ ...options })).toEqual(planChaos(options));
    const plans = new Set(seeds.map((seed) => JSON.stringify(planChaos({ ...options, seed }))));
    expect(plans.size).toBe(seeds.length);
  });

  it('begins as it did in every earlier version: a seed that was written down keeps its meaning', () => {
    expect(planChaos(options).slice(0, 4)).toMatchInlineSnapshot(`
     [
       {
         "atMs": 1500,
         "dice": 65512,
         "kind": "Temporal",
         "lastsMs": 4062,
       },
       {
         "atMs": 1500,
         "dice": 41930,
         "kind": "platform answers 503",
         "lastsMs": 924,
       },
       {
         "atMs": 6000,
         "dice": 47813,
         "kind": "platform",
         "lastsMs": 1380,
       },
       {
         "atMs": 7020,
         "dice": 53330,
         "kind": "platform loses answers",
         "lastsMs": 805,
       },
     ]
    `);
  });

  it('has every kind of kill and of trouble in it, in the shortest run too', () => {
    for (const seed of seeds) {
      const kinds = new Set(planChaos({ ...options, seed, minutes: 0.5 }).map(({ kind }) => kind));
      expect([...kinds].sort()).toEqual([...killKinds, ...troubleKinds].sort());
    }
  });

  it('comes in order and within its time', () => {
    const moments = planChaos(options).map(({ atMs }) => atMs);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(moments.at(-1)).toBeLessThan(600_000);
    expect(moments.length).toBeGreaterThan(150);
  });

  it('does not depend on how much work there is', () => {
    expect(planChaos({ ...options, rate: 1 })).toEqual(planChaos(options));
  });
});

describe('the load', () => {
  it('is the same for the same seed, and another one for each other', () => {
    expect(planLoad({ ...options })).toEqual(planLoad(options));
    expect(planLoad({ ...options, seed: 43 })).not.toEqual(planLoad(options));
  });

  it('has as many assignments as the rate promises, evenly over the time', () => {
    const assignments = planLoad(options);
    expect(assignments).toHaveLength(1200);
    expect(assignments.at(-1)?.atMs).toBe(599_500);
  });

  it('has every kind of caller in each hundred', () => {
    const kinds = new Set(planLoad({ ...options, minutes: 1, rate: 100 }).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(Object.keys(endsOf).sort());
  });

  it('gives each assignment a key that no other one begins with', () => {
    const keys = planLoad(options).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys.map(({ length }) => length)).size).toBe(1);
  });
});
