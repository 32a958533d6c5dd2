import { Readable } from 'node:stream';
import type { MediaOrigin } from '../../../activities/source/MediaOrigin';
import { createPromptHosts, promptBytesMax } from '../../../activities/source/promptHosts';

const mediaUrl = 'https://media.example/one.mp4';
const identity = { etag: null, lastModified: null, sizeBytes: 3 };

function originOf(sizeBytes: number | null): MediaOrigin {
  return {
    open: async () => ({ identity, sizeBytes, body: Readable.from([]) }),
    openAt: async () => 'notResumable',
    look: async () => identity,
    parts: () => ({ sizeBytes: 3, read: async () => new Uint8Array() }),
  };
}

let nowMs = 0;
beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => nowMs));
afterEach(() => jest.restoreAllMocks());

/** Brings a medium, which takes so long. */
async function bring(
  hosts: ReturnType<typeof createPromptHosts>,
  { tookMs = 0, sizeBytes = 3, isBrought = true }: { tookMs?: number; sizeBytes?: number | null; isBrought?: boolean },
): Promise<void> {
  const { origin, end } = hosts.begin(originOf(sizeBytes), 'one', mediaUrl);
  await origin.open(new AbortController().signal);
  nowMs += tookMs;
  end(isBrought);
}

it.each([
  ['was brought at once', {}, true],
  ['was brought within three seconds', { tookMs: 3000 }, true],
  ['took longer', { tookMs: 3001 }, false],
  ['is large', { sizeBytes: promptBytesMax + 1 }, false],
  ['has no size that is known', { sizeBytes: null }, false],
  ['was not brought', { isBrought: false }, false],
])('a host whose last medium %s: prompt is %j, %s', async (_words, medium, isPrompt) => {
  const hosts = createPromptHosts();
  await bring(hosts, {});
  await bring(hosts, medium);
  expect(hosts.isPrompt('one', mediaUrl)).toBe(isPrompt);
});

it('a host is prompt for the workspace that has met it', async () => {
  const hosts = createPromptHosts();
  await bring(hosts, {});
  expect(hosts.isPrompt('one', 'https://media.example/two.mp4')).toBe(true);
  expect(hosts.isPrompt('one', 'https://other.example/one.mp4')).toBe(false);
  expect(hosts.isPrompt('two', mediaUrl)).toBe(false);
});

it('media that are on their way side by side keep a host prompt, until one of them takes too long', async () => {
  const hosts = createPromptHosts();
  await bring(hosts, {});
  const { end } = hosts.begin(originOf(3), 'one', mediaUrl);
  expect(hosts.isPrompt('one', mediaUrl)).toBe(true);
  nowMs += 3001;
  expect(hosts.isPrompt('one', mediaUrl)).toBe(false);
  end(true);
  expect(hosts.isPrompt('one', mediaUrl)).toBe(false);
});
