import { postEventsOf } from '../../../domain/assignment/postEvents';
import { removalStates } from '../../../domain/assignment/removal';
import type { PostRemoval } from '../../../domain/assignment/snapshot';
import { newWorld } from './abstract';

const error = { code: 'PLATFORM_REJECTED', message: 'no' } as const;
const removalIn = (state: PostRemoval['state']): PostRemoval => ({
  state,
  mode: 'delete',
  askedAt: 1_800_000_000_000,
  askedBy: 'user',
  endedAt: state === 'due' ? null : 1_800_000_001_000,
  error: state === 'failed' ? error : null,
});
const states = [null, ...removalStates];
const pairs = states.flatMap((before) => states.map((later) => [before, later] as const));

describe('a removal', () => {
  const assignment = newWorld(false, null).snapshot;
  const of = (state: PostRemoval['state'] | null) => ({ ...assignment, removal: state && removalIn(state) });

  it.each(pairs)('that goes from %s to %s is told of if that ends it', (before, later) => {
    const ends = before === 'due' && (later === 'done' || later === 'failed');
    const told = postEventsOf(of(before), of(later));
    expect(told.map(({ event }) => event)).toEqual(ends ? ['removal'] : []);
  });

  it.each([
    ['done', null],
    ['failed', error],
  ] as const)('is told as answers show it: %s', (state, reason) => {
    expect(postEventsOf(of('due'), of(state))).toEqual([
      {
        event: 'removal',
        outcome: {
          mode: 'delete',
          status: state,
          requestedAt: '2027-01-15T08:00:00.000Z',
          requestedBy: 'user',
          endedAt: '2027-01-15T08:00:01.000Z',
          error: reason,
        },
      },
    ]);
  });
});
