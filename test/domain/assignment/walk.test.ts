import { moves as shown } from '../../../bin/docs/moves';
import { plantedFaults } from './plantedFaults';
import { walk } from './walk';

/** Every state that a post without media can be in, as far as decisions tell states apart. */
const { broken, moves, states } = walk(false);

it('no state of a post without media breaks a promise, nor does a step between two', () => {
  expect(Object.fromEntries(broken)).toEqual({});
  expect(states).toBeGreaterThan(10_000);
});

it('a post without media makes the moves that docs/states.md shows, and never rests when it is uploaded', () => {
  const passing = ['answered', 'retried', 'uploaded'];
  const ofEvery = shown.flatMap(({ from, to, by }) =>
    by.filter((event) => from !== 'uploaded' || passing.includes(event)).map((event) => `${from} → ${to}: ${event}`),
  );
  expect([...moves].toSorted()).toEqual(ofEvery.toSorted());
});

it.each(plantedFaults)('a planted fault is found: $name', ({ promise, after }) => {
  expect([...walk(false, after, promise).broken.keys()]).toContain(promise);
});
