import { getEventListeners } from 'node:events';
import { withTimeLimit } from '../../lib/timeLimit';
import { collectGarbage } from '../support/media/garbage';

const minute = 60_000;
const untilAborted = async (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('work with a time limit', () => {
  it('ends with the reason of its signal, also of one that ended before', async () => {
    const reason = new Error('nobody waits any more');
    await expect(withTimeLimit(AbortSignal.abort(reason), minute, untilAborted)).rejects.toBe(reason);
    const controller = new AbortController();
    const ended = withTimeLimit(controller.signal, minute, untilAborted);
    controller.abort(reason);
    await expect(ended).rejects.toBe(reason);
  });

  it('ends after its time, with the error that was asked for', async () => {
    const { signal } = new AbortController();
    await expect(withTimeLimit(signal, 1, untilAborted)).rejects.toMatchObject({ name: 'TimeoutError' });
    const late = new Error('too late');
    await expect(withTimeLimit(signal, 1, untilAborted, () => late)).rejects.toBe(late);
  });

  it('leaves nothing behind: neither a listener nor the signal at which the work has left one', async () => {
    const { signal } = new AbortController();
    let used: WeakRef<AbortSignal> | undefined;
    await withTimeLimit(signal, minute, async (limited) => {
      limited.addEventListener('abort', () => undefined);
      used = new WeakRef(limited);
    });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await collectGarbage();
    expect(used?.deref()).toBeUndefined();
  });
});
