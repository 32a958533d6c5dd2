import { StoreUnreachable } from '../../../lib/mediaStore/MediaStore';
import type { MediaStore } from '../../../lib/mediaStore/MediaStore';
import { createS3Store } from '../../../lib/mediaStore/s3Store';
import { useServer } from '../../support/servers/server';

/** Takes each request and answers none. */
const server = useServer(() => undefined);
const credentials = { accessKeyId: 'tester', secretAccessKey: 'testing secret' };
const open = (answerMs?: number): MediaStore =>
  createS3Store({ bucket: 'media', region: 'us-east-1', endpoint: server.url, credentials }, { answerMs });

describe('a bucket that does not answer', () => {
  it.each<[string, (store: MediaStore) => Promise<unknown>]>([
    ['how far a file is', async (store) => store.offset('id')],
    ['room for a file', async (store) => store.begin('id', 1000)],
    ['a whole file', async (store) => store.finish('id')],
    ['bytes', async (store) => store.read('id', { start: 0 })],
    ['to remove a file', async (store) => store.remove('id')],
  ])('is given up when it is asked for %s', async (_what, askFor) => {
    await expect(askFor(open(100))).rejects.toThrow(StoreUnreachable);
  });

  it('is given up when its caller gives it up', async () => {
    const read = open().read('id', { start: 0 }, AbortSignal.timeout(50));
    await expect(read).rejects.toThrow(StoreUnreachable);
  });
});
