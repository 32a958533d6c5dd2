import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { createMediaProbe } from '../../../lib/media/probe';
import { use } from '../../support/use';

const probing = use(async () => {
  const parserPath = join(__dirname, 'hostileParser.cjs');
  const { probe, close: stop } = createMediaProbe({ logger: pino({ level: 'silent' }), parserPath });
  return { probe, stop };
});

describe('a file that leads the parser astray', () => {
  const misled = async (sizeBytes: number, workspaceId = 'one') =>
    probing.probe({ sizeBytes, read: async () => Buffer.alloc(0) }, { withFrameRate: true, workspaceId });
  const unread = { kind: 'unknown', reason: 'its format is not one that can be read' };

  it.each([
    ['loops for ever', 1],
    ['takes all memory', 2],
    ['ends its thread', 3],
    ['throws', 4],
  ])('tells nothing, and the next file is read: the parser %s', async (_what, sizeBytes) => {
    expect(await misled(sizeBytes)).toMatchObject({ kind: 'unknown', reason: expect.stringMatching(/could not be/) });
    expect(await misled(100)).toEqual(unread);
  });

  it('keeps no file of another workspace from being read, however many there are', async () => {
    const endless = Array.from({ length: 6 }, async () => misled(1));
    for (const workspaceId of ['two', 'three']) expect(await misled(100, workspaceId)).toEqual(unread);
    expect((await Promise.all(endless)).every(({ isCutShort }) => isCutShort)).toBe(true);
  });

  it('does not end the process when its thread dies after the answer', async () => {
    expect(await misled(5)).toEqual(unread);
    await delay(200);
    expect(await misled(100)).toEqual(unread);
  });

  it('does not keep the process from its other work', async () => {
    const endless = misled(1);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 10);
    await endless;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
