import { setImmediate as nextTurn } from 'node:timers/promises';
import { KeyedLimiter, LimitReached } from '../../lib/KeyedLimiter';

/** Work that goes on until it is ended; `begun` has the names of begun work, in that order. */
function working(limiter: KeyedLimiter) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = async (owner: string, name: string, signal?: AbortSignal): Promise<void> =>
    limiter.run(
      owner,
      async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
      },
      signal,
    );
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await nextTurn();
  };
  return { run, begun, end };
}

const limits = { total: 2, perKey: 1, waiting: 2, waitMs: 60_000 };

describe('the share of a key', () => {
  it('is all that it gets, so that another key begins at once', async () => {
    const { run, begun, end } = working(new KeyedLimiter(limits));
    const all = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1')];
    await nextTurn();
    expect(begun).toEqual(['a1', 'b1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
    await end('a2');
    await Promise.all(all);
  });

  it('that is free goes to the key with the least under way, however many of another key came before', async () => {
    const { run, begun, end } = working(new KeyedLimiter({ ...limits, perKey: 2, waiting: 9 }));
    const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('a', 'a4'), run('b', 'b1')];
    await nextTurn();
    expect(begun).toEqual(['a1', 'a2']);
    await end('a1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['a2', 'b1', 'a3', 'a4']) await end(name);
    await Promise.all(all);
  });

  it('is left by work that fails', async () => {
    const limiter = new KeyedLimiter(limits);
    const failed = limiter.run('a', async () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    expect(await limiter.run('a', async () => 'done')).toBe('done');
  });

  it('is refused where as many wait as may, and after a wait that is too long', async () => {
    const { run, begun, end } = working(new KeyedLimiter({ ...limits, waitMs: 50 }));
    const first = run('a', 'a1');
    const late = [run('a', 'a2'), run('a', 'a3')];
    await expect(run('a', 'a4')).rejects.toThrow(LimitReached);
    for (const one of late) await expect(one).rejects.toThrow(LimitReached);
    await end('a1');
    await first;
    expect(begun).toEqual(['a1']);
  });

  it('is waited for no longer than its caller wants it', async () => {
    const { run, begun, end } = working(new KeyedLimiter(limits));
    const first = run('a', 'a1');
    const controller = new AbortController();
    const second = run('a', 'a2', controller.signal);
    controller.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await end('a1');
    await first;
    expect(begun).toEqual(['a1']);
  });

  it('lets the work of one key begin in its order', async () => {
    const { run, begun, end } = working(new KeyedLimiter({ perKey: 1 }));
    const all = ['1', '2', '3', '4'].map(async (name) => run('a', name));
    for (const name of ['1', '2', '3', '4']) {
      await nextTurn();
      await end(name);
    }
    await Promise.all(all);
    expect(begun).toEqual(['1', '2', '3', '4']);
  });
});

describe('a limiter', () => {
  it('does the work of a list, so many at a time, and gives the results in its order', async () => {
    let [atOnce, most] = [0, 0];
    const double = async (number: number): Promise<number> => {
      most = Math.max(most, (atOnce += 1));
      await nextTurn();
      atOnce -= 1;
      return 2 * number;
    };
    expect(await new KeyedLimiter({ perKey: 3 }).map([1, 2, 3, 4, 5, 6, 7], double)).toEqual([2, 4, 6, 8, 10, 12, 14]);
    expect(most).toBe(3);
  });

  it('gives places without a wait while there are some, in all and for each key', () => {
    const limiter = new KeyedLimiter({ total: 3, perKey: 2 });
    const first = limiter.tryEnter('a');
    expect([limiter.tryEnter('a'), limiter.tryEnter('a')]).toEqual([expect.anything(), null]);
    expect([limiter.tryEnter('b'), limiter.tryEnter('b')]).toEqual([expect.anything(), null]);
    first?.leave();
    expect(limiter.tryEnter('a')).not.toBeNull();
    expect(limiter.total).toBe(3);
  });

  it('lets wait whatever would pass the limit of all keys', async () => {
    const { run, begun, end } = working(new KeyedLimiter({ total: 1, perKey: 5 }));
    const all = [run('a', 'a1'), run('b', 'b1'), run('c', 'c1')];
    await nextTurn();
    expect(begun).toEqual(['a1']);
    for (const name of ['a1', 'b1', 'c1']) await end(name);
    await Promise.all(all);
  });
});
