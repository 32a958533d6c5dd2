import { moves as shown } from '../../../bin/docs/moves';
import { after } from '../../../domain/assignment/after';
import { wrongOf } from './wrongSteps';
import { walk } from './walk';

it('no state of a post with media breaks a promise, nor does a step between two, and it makes every move that docs/states.md shows', () => {
  const wrongSteps = new Set<string>();
  const { broken, moves, states } = walk(true, after, '', (snapshot) => {
    const wrong = wrongOf(snapshot);
    if (wrong !== null) wrongSteps.add(`${wrong}: ${JSON.stringify(snapshot)}`);
  });
  expect(Object.fromEntries(broken)).toEqual({});
  expect([...wrongSteps].slice(0, 3)).toEqual([]);
  expect(states).toBeGreaterThan(200_000);
  expect([...moves].toSorted()).toEqual(
    shown.flatMap(({ from, to, by }) => by.map((event) => `${from} → ${to}: ${event}`)).toSorted(),
  );
}, 900_000);
