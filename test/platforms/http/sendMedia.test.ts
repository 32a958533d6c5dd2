import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { meterMedia } from '../../../platforms/http/sendMedia';
import { piecesOf, videoBytes } from '../../support/media/media';

const patienceMs = 50;
const client = { name: 'Toy', patience: { answerMs: patienceMs, mediaMs: patienceMs } };

describe('media on its way to a platform', () => {
  it('may take its time: the limit is for the platform alone', async () => {
    async function* slow() {
      yield videoBytes(100);
      await sleep(4 * patienceMs);
      yield videoBytes(100);
    }
    const stop = new AbortController();
    const received: Uint8Array[] = [];
    for await (const piece of meterMedia(client, slow(), 200, stop)) received.push(piece);
    expect(stop.signal.aborted).toBe(false);
    expect(Buffer.concat(received)).toHaveLength(200);
  });

  it('is given up when the platform takes no more of it', async () => {
    const stop = new AbortController();
    const stopped = once(stop.signal, 'abort');
    await meterMedia(client, piecesOf(videoBytes(200)), 200, stop).next();
    await stopped;
    expect(stop.signal.reason).toMatchObject({
      code: 'UPLOAD_FAILED',
      transient: true,
      message: expect.stringMatching(/^Toy took no more media/),
    });
  });
});
