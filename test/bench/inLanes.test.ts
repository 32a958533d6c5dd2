import { setImmediate as turn } from 'node:timers/promises';
import { inLanes } from '../../bench/inLanes';

it('does all of the work, never more of it at a time than there are lanes', async () => {
  const underWay = { now: 0, most: 0, begun: 0 };
  const results = await inLanes(20, { concurrency: 3 }, async () => {
    const nth = (underWay.begun += 1);
    underWay.now += 1;
    underWay.most = Math.max(underWay.most, underWay.now);
    await turn();
    underWay.now -= 1;
    return nth;
  });
  expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(underWay.most).toBe(3);
});

it('begins nothing before its turn', async () => {
  const beganAtMs = performance.now();
  const begun = await inLanes(10, { concurrency: 4, perSecond: 100 }, async () => performance.now() - beganAtMs);
  // Node's timers may ring up to 1 ms early.
  begun.forEach((atMs, index) => expect(atMs).toBeGreaterThanOrEqual(index * 10 - 1));
});

it('ends with the first failure', async () => {
  const broken = async () => Promise.reject(new Error('refused'));
  await expect(inLanes(5, { concurrency: 2 }, broken)).rejects.toThrow('refused');
});
