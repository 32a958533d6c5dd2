import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { MediaOrigin } from '../../../activities/source/MediaOrigin';
import { withTaskLimits } from '../../../activities/media/taskLimits';
import { promptBytesMax } from '../../../activities/source/promptHosts';

const identity = { etag: '"one"', lastModified: null, sizeBytes: 3 };
const refused = { type: 'HANDED_OVER', nonRetryable: true };

/** An origin whose medium is of this size, and comes as this body. */
function originOf(body: () => Readable, sizeBytes: number | null = 3): MediaOrigin {
  return {
    open: async () => ({ identity, sizeBytes, body: body() }),
    openAt: async () => 'notResumable',
    look: async () => identity,
    parts: () => ({ sizeBytes: 3, read: async () => new Uint8Array() }),
  };
}

/** An origin whose host does not answer before the caller's wait ends. */
const silent: MediaOrigin = {
  ...originOf(() => Readable.from([])),
  open: async (signal) => {
    await once(signal, 'abort');
    throw signal.reason;
  },
};
/** An origin whose bytes never come. */
const stalled = originOf(() => new Readable({ read: () => undefined }));

async function bytesOf(origin: MediaOrigin, signal = new AbortController().signal): Promise<string> {
  return withTaskLimits(async ({ limited }) => {
    const { body } = await limited(origin).open(signal);
    return Buffer.concat(await body.toArray()).toString();
  });
}

it('a small medium comes whole', async () => {
  expect(await bytesOf(originOf(() => Readable.from([Buffer.from('one')])))).toBe('one');
});

it.each<[string, MediaOrigin]>([
  ['never answers', silent],
  ['stands still', stalled],
])('a host that %s is handed over after three seconds', async (_words, origin) => {
  await expect(bytesOf(origin)).rejects.toMatchObject(refused);
});

it.each<[string, number | null]>([
  ['is large', promptBytesMax + 1],
  ['has no size that is known', null],
])('a medium that %s is handed over, and its source is closed', async (_words, sizeBytes) => {
  const body = new Readable({ read: () => undefined });
  await expect(bytesOf(originOf(() => body, sizeBytes))).rejects.toMatchObject(refused);
  expect(body.destroyed).toBe(true);
});

it.each<[string, MediaOrigin]>([
  ['an answer', silent],
  ['bytes', stalled],
])('a transfer that ends while it waits for %s ends with its own reason', async (_words, origin) => {
  const ending = new AbortController();
  const bytes = bytesOf(origin, ending.signal);
  setImmediate(() => ending.abort(new Error('cancelled')));
  await expect(bytes).rejects.toThrow('cancelled');
});
