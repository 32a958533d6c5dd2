import { sourcesOf } from '../../../domain/assignment';
import { walk } from './walk';

const statuses = ['pending', 'uploading', 'uploaded', 'processing', 'published', 'failed', 'cancelled'] as const;

it('no state of a post with media breaks a promise, nor does a step between two, and it makes every move that callers read of', () => {
  const { broken, moves, states } = walk(true);
  expect(Object.fromEntries(broken)).toEqual({});
  expect(states).toBeGreaterThan(200_000);
  const ways = statuses.flatMap((to) => sourcesOf(to).map((from) => `${from} → ${to}`));
  expect([...moves].toSorted()).toEqual(ways.toSorted());
}, 900_000);
