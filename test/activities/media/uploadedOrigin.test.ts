import { uploadedOrigin } from '../../../activities/source/uploadedOrigin';
import { storedMedia } from '../../../lib/media/storedMedia';
import { createFileStore } from '../../../lib/mediaStore/fileStore';

/** A store that takes each question and answers none. */
const silent = { ...createFileStore('nowhere'), read: async () => new Promise<never>(() => undefined) };
const origin = uploadedOrigin(silent, { id: 'session', mediaSizeBytes: 1000, isThere: true });
const identity = { etag: '"session"', lastModified: null, sizeBytes: 1000 };

describe('a store that does not answer', () => {
  it.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
    ['a transfer', async (signal) => origin.open(signal)],
    ['a transfer that goes on', async (signal) => origin.openAt(500, identity, signal)],
  ])('holds up %s no longer than it may last', async (_what, open) => {
    const controller = new AbortController();
    const opened = open(controller.signal);
    controller.abort(new Error('cancelled'));
    await expect(opened).rejects.toThrow('cancelled');
  });

  it('holds up no look at its file', async () => {
    const read = storedMedia(silent, 'session', 1000).read(0, 10, AbortSignal.timeout(50));
    await expect(read).rejects.toMatchObject({ name: 'Unreadable', cause: { name: 'TimeoutError' } });
  });
});
