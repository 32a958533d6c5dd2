import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { mediaBlocks, meterMedia } from '../../../platforms/youtube/mediaStream';
import { piecesOf, videoBytes } from '../../support/media';

const patienceMs = 50;

describe('media on its way to YouTube', () => {
  it('may take its time: only the platform is held to the limit', async () => {
    async function* slow() {
      yield videoBytes(100);
      await sleep(4 * patienceMs);
      yield videoBytes(100);
    }
    const stop = new AbortController();
    const received: Uint8Array[] = [];
    for await (const piece of meterMedia(slow(), 200, patienceMs, stop)) received.push(piece);
    expect(stop.signal.aborted).toBe(false);
    expect(Buffer.concat(received)).toHaveLength(200);
  });

  it('is given up when the platform takes no more of it', async () => {
    const stop = new AbortController();
    const stopped = once(stop.signal, 'abort');
    await meterMedia(piecesOf(videoBytes(200)), 200, patienceMs, stop).next();
    await stopped;
    expect(stop.signal.reason).toMatchObject({ code: 'UPLOAD_FAILED', transient: true });
  });

  it('comes to an end that the platform has to confirm', async () => {
    const stop = new AbortController();
    const stopped = once(stop.signal, 'abort');
    const received: Uint8Array[] = [];
    for await (const piece of meterMedia(piecesOf(videoBytes(200)), 200, patienceMs, stop)) received.push(piece);
    expect(received).toHaveLength(1);
    await stopped;
    expect(stop.signal.reason).toMatchObject({ code: 'UPLOAD_FAILED', transient: true });
  });

  it('is cut into blocks of which exactly the last one says so', async () => {
    const blockBytes = 4 * 1024 * 1024;
    for (const sizeBytes of [0, 100, blockBytes - 1, blockBytes, blockBytes + 1, 3 * blockBytes]) {
      const bytes = sizeBytes === 0 ? Buffer.alloc(0) : videoBytes(sizeBytes);
      const blocks: Buffer[] = [];
      const last: boolean[] = [];
      for await (const block of mediaBlocks(piecesOf(bytes, 0, 1_000_003))) {
        blocks.push(block.bytes);
        last.push(block.isLast);
      }
      expect(Buffer.concat(blocks).equals(bytes)).toBe(true);
      expect(last).toEqual(blocks.map((_, index) => index === blocks.length - 1));
      expect(blocks.slice(0, -1).every((block) => block.length === blockBytes)).toBe(true);
    }
  });
});
