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
const nothing = { payload: {}, noted: [] };
const pairs = states.flatMap((before) => states.map((later) => [before, later] as const));

describe('a removal', () => {
  const assignment = newWorld(false, null).snapshot;
  const of = (state: PostRemoval['state'] | null) => ({ ...assignment, removal: state && removalIn(state) });

  it.each(pairs)('that goes from %s to %s is told of if that ends it', (before, later) => {
    const ends = before === 'due' && (later === 'done' || later === 'failed');
    const told = postEventsOf(of(before), of(later), nothing);
    expect(told.map(({ event }) => event)).toEqual(ends ? ['removal'] : []);
  });

  it.each([
    ['done', null],
    ['failed', error],
  ] as const)('is told as answers show it: %s', (state, reason) => {
    expect(postEventsOf(of('due'), of(state), nothing)).toEqual([
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

describe('the last extra', () => {
  const assignment = newWorld(false, null).snapshot;
  const asking = { payload: { firstComment: 'First!' }, noted: [] };
  const stands = [
    { status: 'processing', lacksExtras: false },
    { status: 'published', lacksExtras: true },
    { status: 'published', lacksExtras: false },
    { status: 'failed', lacksExtras: false },
  ] as const;

  it.each(stands.flatMap((before) => stands.map((later) => [before, later] as const)))(
    'is told of once a live post lacks none any more: %j, %j',
    (before, later) => {
      const [earlier, next] = [
        { ...assignment, ...before },
        { ...assignment, ...later },
      ];
      const wasOver = before.status === 'published' && !before.lacksExtras;
      const isOver = later.status === 'published' && !later.lacksExtras;
      const told = postEventsOf(earlier, next, asking).map(({ event }) => event);
      expect(told).toEqual(isOver && !wasOver ? ['extras'] : []);
      expect(postEventsOf(earlier, next, nothing)).toEqual([]);
    },
  );

  it('is told as answers show it', () => {
    const at = new Date(1_800_000_001_000);
    const noted = [
      { field: 'firstComment', item: '', value: 'First!', externalId: 'c1', endedAt: at, warning: null },
      {
        field: 'captions',
        item: 'en',
        value: '{"language":"en","url":"u"}',
        externalId: null,
        endedAt: at,
        warning: 'no',
      },
    ];
    const payload = { firstComment: 'First!', captions: [{ url: 'u', language: 'en' }] };
    const [before, later] = [true, false].map((lacksExtras) => ({
      ...assignment,
      status: 'published' as const,
      lacksExtras,
    }));
    expect(postEventsOf(before!, later!, { payload, noted })).toEqual([
      {
        event: 'extras',
        outcome: [
          { field: 'firstComment', item: null, status: 'done', id: 'c1', at: at.toISOString() },
          { field: 'captions', item: 'en', status: 'failed', id: null, at: at.toISOString() },
        ],
      },
    ]);
  });
});
