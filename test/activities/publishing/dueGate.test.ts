import { createDueGate } from '../../../activities';

/** Tells whether it has ended by the next turn of the event loop. */
async function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  let ended = false;
  void promise.then(() => (ended = true));
  await new Promise(setImmediate);
  return ended;
}

/** The work of a post that is due, and its end. */
function post() {
  let end = (): void => undefined;
  const work = new Promise<void>((resolve) => (end = resolve));
  return { work: async () => work, end };
}

describe('work that can wait', () => {
  it('goes on at once while no post is due', async () => {
    expect(await hasEnded(createDueGate().standBack())).toBe(true);
  });

  it('stands back until the last post that is due has been tried', async () => {
    const gate = createDueGate();
    const [one, other] = [post(), post()];
    const begun = [gate.hold(one.work), gate.hold(other.work)];
    const waiting = [gate.standBack(), gate.standBack()];
    one.end();
    await begun[0];
    expect(await hasEnded(Promise.race(waiting))).toBe(false);
    other.end();
    await begun[1];
    expect(await hasEnded(Promise.all(waiting))).toBe(true);
    expect(await hasEnded(gate.standBack())).toBe(true);
  });

  it('goes on beside posts that take long', async () => {
    const gate = createDueGate();
    const endless = post();
    const begun = gate.hold(endless.work);
    await expect(gate.standBack()).resolves.toBeUndefined();
    endless.end();
    await begun;
  });

  it('a post that fails holds nothing back', async () => {
    const gate = createDueGate();
    await expect(gate.hold(async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await hasEnded(gate.standBack())).toBe(true);
  });
});
