import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOf, signatureBytes } from '../../../domain/mediaFormat';
import { picturesIn } from '../../../lib/media/picturesIn';
import { root } from '../../support/programs';

async function judged(bytes: Buffer): Promise<boolean | null> {
  const format = (await formatOf(bytes.subarray(0, signatureBytes)))!;
  return picturesIn(format, bytes.length, (start, end) => new Uint8Array(bytes.subarray(start, end)));
}

const read = (name: string): Buffer => readFileSync(join(root, 'test/media/files', name));

const films = ['xvid.avi', 'mjpeg.avi', 'sorenson.flv', 'program.mpg', 'stream.m2t', 'camera.MTS', 'broadcast.m2t'];

it.each(films)('%s has pictures', async (name) => {
  expect(await judged(read(name))).toBe(true);
});

describe.each([
  ['soundonly.avi', 'movi'],
  ['soundonly.flv', undefined],
  ['soundonly.mpg', undefined],
] as const)('%s', (name, mark) => {
  it('has none', async () => {
    expect(await judged(read(name))).toBe(false);
  });

  it('tells nothing once a part in its middle is damaged: pictures may follow', async () => {
    const bytes = read(name);
    bytes.fill(0xee, mark ? bytes.indexOf(mark) : 2500, mark ? bytes.indexOf(mark) + 4 : bytes.length);
    expect(await judged(bytes)).toBeNull();
  });
});

it.each(['soundonly.m2t', 'soundonly.MTS'])('%s has none', async (name) => {
  expect(await judged(read(name))).toBe(false);
});

/** A packet with one section, behind a field of `stuffing` bytes. */
function packetOf(id: number, kind: number, entries: Buffer, stuffing: number): Buffer {
  const packet = Buffer.alloc(188, 0xff);
  packet.writeUInt32BE(0x47400010 + id * 256 + (stuffing > 0 ? 0x20 : 0));
  if (stuffing > 0) packet[4] = stuffing - 1;
  const sizeBytes = 5 + entries.length + 4;
  const header = Buffer.from([0, kind, 0xb0 | (sizeBytes >> 8), sizeBytes & 0xff, 0, 1, 0xc1, 0, 0]);
  Buffer.concat([header, entries, Buffer.alloc(4)]).copy(packet, 4 + stuffing);
  return packet;
}

/** A transport stream of programs of streams of these types; each type has `descriptorBytes` behind it. */
function transportStreamOf(programs: number[][], { stuffing = 0, descriptorBytes = 0, timeBytes = 0 } = {}): Buffer {
  const list = programs.flatMap((_, nth) => [0, nth + 1, 0xe1, nth]);
  const tables = programs.map((types, nth) => {
    const streams = types.flatMap((type) => [
      type,
      0xe2,
      0,
      0xf0,
      descriptorBytes,
      ...Array(descriptorBytes).fill(0x1b),
    ]);
    return packetOf(0x100 + nth, 2, Buffer.from([0xe2, 0, 0xf0, 0, ...streams]), stuffing);
  });
  const packets = [packetOf(0, 0, Buffer.from([0, 0, 0xe0, 0x10, ...list]), stuffing), ...tables];
  const whole = [
    ...packets,
    ...Array.from({ length: 3 }, () => Buffer.concat([Buffer.from('47020010', 'hex'), Buffer.alloc(184)])),
  ];
  return Buffer.concat(whole.flatMap((packet) => [Buffer.alloc(timeBytes), packet]));
}

const [mpeg2, h264, hevc, aac, ac3, mp2, privateData, sections, metadata] = [2, 0x1b, 0x24, 0x0f, 0x81, 3, 6, 5, 0x15];

it.each<[string, boolean | null, number[][]]>([
  ['MPEG-2 with sound', true, [[mp2, mpeg2]]],
  ['H.264 alone', true, [[h264]]],
  ['HEVC beside what is unknown', true, [[privateData, hevc]]],
  ['sound alone', false, [[aac]]],
  ['sound with its tags', false, [[ac3, metadata, sections]]],
  ['sound, and private data: they may be AV1', null, [[aac, privateData]]],
  ['sound, and a type of nobody', null, [[aac, 0x9f]]],
  ['no streams', null, [[]]],
  ['no programs', null, []],
  ['a program of sound before one of pictures', true, [[aac], [h264]]],
  ['two programs of sound', false, [[aac], [mp2]]],
])('a transport stream of %s: %s', async (_words, hasPictures, programs) => {
  for (const timeBytes of [0, 4])
    for (const stuffing of [0, 1, 30])
      for (const descriptorBytes of [0, 6])
        expect(await judged(transportStreamOf(programs, { stuffing, descriptorBytes, timeBytes }))).toBe(hasPictures);
});

it('tells nothing of a transport stream whose table goes on in the next packet, but for pictures that it names first', async () => {
  expect(await judged(transportStreamOf([[aac, aac]], { descriptorBytes: 120 }))).toBeNull();
  expect(await judged(transportStreamOf([[h264, aac]], { descriptorBytes: 120 }))).toBe(true);
});

it('tells nothing of a transport stream that ends before its tables', async () => {
  expect(await judged(transportStreamOf([[aac], [aac]]).subarray(0, 400))).toBeNull();
});
