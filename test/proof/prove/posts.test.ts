import { kinds, wordsFor } from '../../kinds';
import type { Kind } from '../../kinds';
import type { SeenEffect } from '../judging/snapshot';
import type { CallersRecord } from './callers';
import { tallyOf, unprovenKinds, wronglyLive } from './posts';

const all = kinds.map((of) => ({ name: wordsFor(of), of }));
const key = 'prove-000001';

/** The platform's record of a post that went through these audiences, by one call each. */
function seen(...audiences: string[]) {
  const effects = audiences.map((to, index): SeenEffect => ({
    resource: 'v1',
    title: index === 0 ? `${key} edited` : '',
    from: audiences[index - 1] ?? null,
    to,
    atMs: index,
  }));
  const audience = audiences.at(-1);
  return { effects, posts: audience === undefined ? [] : [{ id: 'p1', title: `${key} edited`, audience }] };
}

type Assignment = CallersRecord['accepted'][number];
const recordOf = (
  of: Kind,
  change: Partial<Assignment> = {},
  cancelled: string[] = [],
  takenDown: string[] = [],
): CallersRecord => ({
  accepted: [{ idempotencyKey: key, id: 'a1', kind: 'scheduled', of, isPublic: true, ...change }],
  cancelled,
  takenDown,
  givenUp: [],
  faults: [],
});

describe.each(all)('a $name', ({ name, of }) => {
  const hidden = of.canBePrivate ? 'private' : 'draft';

  it('that is live once, by one call, is as was asked', () => {
    expect(wronglyLive(seen(hidden, 'public'), recordOf(of))).toEqual([]);
    expect(tallyOf(seen(hidden, 'public'), recordOf(of))).toContainEqual({ name, due: 1, live: 1 });
  });

  it.each<[string, ReturnType<typeof seen>, Partial<Assignment>, string[]]>([
    ['that nobody sees', seen(hidden), {}, []],
    ['that is not there', seen(), {}, []],
    ['that two calls made visible', seen(hidden, 'public', hidden, 'public'), {}, []],
    ['that no call made visible', { ...seen(hidden, 'public'), effects: [] }, {}, []],
    ['that is for nobody to see', seen(hidden, 'public'), { isPublic: false }, []],
    ['whose cancellation was granted', seen(hidden, 'public'), { kind: 'cancelled under way' }, ['a1']],
    ['whose media are not there', seen(hidden, 'public'), { kind: 'without media' }, []],
  ])('%s is noticed where it is wrong', (_what, state, change, cancelled) => {
    expect(wronglyLive(state, recordOf(of, change, cancelled))).toEqual([expect.stringContaining(`${key} (${name}`)]);
  });

  it('that was taken down is not live, and was so by one call', () => {
    const after = (...audiences: string[]) =>
      wronglyLive(seen(...audiences), recordOf(of, { kind: 'taken down afterwards' }, [], ['a1']));
    expect(after(hidden, 'public', hidden)).toEqual([]);
    expect(after(hidden, 'public')).toHaveLength(1);
    expect(after(hidden, 'public', hidden, 'public', hidden)).toHaveLength(1);
    expect(after(hidden)).toHaveLength(1);
  });

  it('that is cancelled under way may be live, and need not be', () => {
    for (const state of [seen(hidden, 'public'), seen()])
      expect(wronglyLive(state, recordOf(of, { kind: 'cancelled under way' }))).toEqual([]);
  });

  it('of which none is live is not proven by a long run', () => {
    const tallies = kinds.map((kind) => ({ name: wordsFor(kind), due: 9, live: kind === of ? 0 : 9 }));
    expect(unprovenKinds(tallies, 1000)).toEqual([`no post was ever live: ${name}`]);
    expect(unprovenKinds(tallies, 45)).toEqual([]);
  });
});
