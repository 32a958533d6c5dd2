import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { MediaSource } from '../../../lib/media/MediaSource';
import { byCounts, runs } from '../../support/counts';
import { makeFilm, makeGif, makeJpeg, makePng, makeWebp, sampleFilm } from '../../support/media/mediaFiles';
import { openMediaProbe } from '../../support/media/mediaProbe';
import { root } from '../../support/programs';
import { use } from '../../support/use';

const readBytesMax = 8 * 1024 * 1024;

const probing = use(async () => {
  const { probe, close: stop } = openMediaProbe(undefined, { parseMs: 500 });
  return { probe, stop };
});

/** One change of a file; places are parts of its length. */
type Mutation = { at: number; length: number } & (
  | { kind: 'set'; bytes: Uint8Array }
  | { kind: 'cut' | 'repeat' | 'end' }
);

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
/** Headers stand at both ends of a file. */
const at = fc.oneof(
  place,
  place.map((part) => part / 20),
  place.map((part) => 1 - part / 20 - 0.000_001),
);
const numbers = fc.constantFrom(
  '00000000',
  '00000001',
  '7fffffff',
  'ffffffff',
  '80000000',
  '00000008',
  '01',
  'ff',
  '00',
);
const bytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 8 }),
  numbers.map((hex) => new Uint8Array(Buffer.from(hex, 'hex'))),
);
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('set' as const), at, length: fc.constant(0), bytes }) },
  fc.record({ kind: fc.constantFrom('cut', 'repeat', 'end'), at, length: fc.integer({ min: 1, max: 300 }) }),
);

function mutate(file: Buffer, change: Mutation): Buffer {
  const start = Math.floor(change.at * file.length);
  const [before, after] = [file.subarray(0, start), file.subarray(start)];
  switch (change.kind) {
    case 'set': {
      const copy = Buffer.from(file);
      copy.set(change.bytes.subarray(0, file.length - start), start);
      return copy;
    }
    case 'cut':
      return Buffer.concat([before, after.subarray(change.length)]);
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, change.length), after]);
    case 'end':
      return before;
  }
}

describe('files that were damaged on purpose', () => {
  const files = use(async () => ({
    list: [
      ...(await Promise.all(
        (['mp4', 'mov', 'webm', 'mkv'] as const).map(async (container) => makeFilm({ container })),
      )),
      ...(await Promise.all((['last', 'fragmented'] as const).map(async (index) => makeFilm({ index })))),
      sampleFilm(),
      ...['stream.m2t', 'camera.MTS', 'xvid.avi', 'sorenson.flv', 'program.mpg', 'soundonly.MTS'].map((name) =>
        readFileSync(join(root, 'test/media/files', name)),
      ),
      makePng(640, 480),
      makeGif(640, 480),
      makeWebp(640, 480),
      makeJpeg(640, 480, { orientation: 6 }),
    ],
    stop: async () => undefined,
  }));

  const draws = fc.record({
    file: fc.nat(),
    mutations: fc.array(mutation, { minLength: 1, maxLength: 12 }),
    /** The bytes that the source claims to have beyond its own; they are zeros. */
    claimedBytes: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(2 ** 40)),
  });

  /** The number of files probed at the same time, so that a slow file delays other files. */
  const batch = 4;

  it(
    'are answered, within 8 MiB, and end no process',
    async () => {
      const answered = fc.asyncProperty(fc.array(draws, { minLength: batch, maxLength: batch }), async (batch) => {
        await Promise.all(batch.map(requireAnswer));
      });
      await fc.assert(answered, runs(40, 10_000 / batch));
    },
    byCounts({ few: 300_000, sample: 300_000, full: 1_200_000 }),
  );

  async function requireAnswer({ file, mutations, claimedBytes }: Draw): Promise<void> {
    const damaged = mutations.reduce(mutate, files.list[file % files.list.length]!);
    const source = countedSource(damaged, damaged.length + claimedBytes);
    const result = await probing.probe(source, { withFrameRate: true, workspaceId: 'one' });
    expect(source.readBytes()).toBeLessThanOrEqual(readBytesMax);
    expect(['known', 'unknown']).toContain(result.kind);
  }
});

interface Draw {
  file: number;
  mutations: Mutation[];
  claimedBytes: number;
}

function countedSource(file: Buffer, sizeBytes: number): MediaSource & { readBytes: () => number } {
  let total = 0;
  return {
    sizeBytes,
    readBytes: () => total,
    read: async (start, end) => {
      total += end - start;
      const piece = Buffer.alloc(end - start);
      file.copy(piece, 0, Math.min(start, file.length), Math.min(end, file.length));
      return piece;
    },
  };
}
