import { sourcesOf } from '../../../domain/assignment';
import { plantedFaults } from './plantedFaults';
import { walk } from './walk';

/** Every state that a post without media can be in, as far as decisions tell states apart. */
const { broken, moves, states } = walk(false);

it('no state of a post without media breaks a promise, nor does a step between two', () => {
  expect(Object.fromEntries(broken)).toEqual({});
  expect(states).toBeGreaterThan(10_000);
});

it('its statuses change as callers read it; without media it never rests when it is uploaded', () => {
  const statuses = ['pending', 'uploading', 'uploaded', 'processing', 'published', 'failed', 'cancelled'] as const;
  const ways = statuses.flatMap((to) => sourcesOf(to).map((from) => `${from} → ${to}`));
  const ofResting = ['uploaded → failed', 'uploaded → cancelled'];
  expect([...moves].sort()).toEqual(ways.filter((way) => !ofResting.includes(way)).sort());
});

it.each(plantedFaults)('a planted fault is found: $name', ({ promise, after }) => {
  expect([...walk(false, after, promise).broken.keys()]).toContain(promise);
});
