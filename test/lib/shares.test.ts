import { setImmediate as nextTurn } from 'node:timers/promises';
import { createShares, SharesTaken } from '../../lib/shares';
import type { Shares } from '../../lib/shares';

/** Work that goes on until it is ended; `begun` has the names of what has begun, in that order. */
function working(shares: Shares) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = async (owner: string, name: string, signal?: AbortSignal): Promise<void> =>
    shares.run(
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

const limits = { totalMax: 2, ownerMax: 1, waitingMax: 2, waitMs: 60_000 };

describe('the share of an owner', () => {
  it('is all that it gets, so that another one begins at once', async () => {
    const { run, begun, end } = working(createShares(limits));
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

  it('that is free goes to the owner with the least under way, however many of another one came before', async () => {
    const { run, begun, end } = working(createShares({ ...limits, ownerMax: 2, waitingMax: 9 }));
    const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('a', 'a4'), run('b', 'b1')];
    await nextTurn();
    expect(begun).toEqual(['a1', 'a2']);
    await end('a1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['a2', 'b1', 'a3', 'a4']) await end(name);
    await Promise.all(all);
  });

  it('is left by work that fails', async () => {
    const shares = createShares(limits);
    const failed = shares.run('a', async () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    expect(await shares.run('a', async () => 'done')).toBe('done');
  });

  it('is refused where as many wait as may, and after a wait that is too long', async () => {
    const { run, begun, end } = working(createShares({ ...limits, waitMs: 50 }));
    const first = run('a', 'a1');
    const late = [run('a', 'a2'), run('a', 'a3')];
    await expect(run('a', 'a4')).rejects.toThrow(SharesTaken);
    for (const one of late) await expect(one).rejects.toThrow(SharesTaken);
    await end('a1');
    await first;
    expect(begun).toEqual(['a1']);
  });

  it('is waited for no longer than its caller wants it', async () => {
    const { run, begun, end } = working(createShares(limits));
    const first = run('a', 'a1');
    const controller = new AbortController();
    const second = run('a', 'a2', controller.signal);
    controller.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await end('a1');
    await first;
    expect(begun).toEqual(['a1']);
  });
});
