import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { Rotation } from 'mediabunny';
import { root } from '../programs';

export type Container = 'mp4' | 'mov' | 'webm' | 'mkv';

interface Film {
  container?: Container;
  seconds?: number;
  frameRate?: number;
  rotation?: Rotation;
  /** Of each picture. */
  pictureBytes?: number;
  /** The place of the index in an MP4 or MOV. */
  index?: 'first' | 'last' | 'fragmented';
}

const width = 320;
const height = 180;

/** Formats by container. */
const formats = {
  mp4: (fastStart: false | 'in-memory' | 'fragmented') => new Mp4OutputFormat({ fastStart }),
  mov: (fastStart: false | 'in-memory' | 'fragmented') => new MovOutputFormat({ fastStart }),
  webm: () => new WebMOutputFormat(),
  mkv: () => new MkvOutputFormat(),
};
const starts = { first: 'in-memory', last: false, fragmented: 'fragmented' } as const;

/** An avcC of the Baseline profile with one parameter set of each kind (ISO/IEC 14496-15 §5.3.3). */
const avcDescription = Buffer.from('0142c01effe1000467 42c01e010004 68ce3c80'.replaceAll(' ', ''), 'hex');

/** A film whose container is right and whose pictures are noise: 320 × 180, AVC or VP9. */
export async function makeFilm({
  container = 'mp4',
  seconds = 2,
  frameRate = 25,
  rotation = 0,
  pictureBytes = 200,
  index = 'first',
}: Film = {}): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: formats[container](starts[index]), target });
  const isAvc = container === 'mp4' || container === 'mov';
  const source = new EncodedVideoPacketSource(isAvc ? 'avc' : 'vp9');
  output.addVideoTrack(source, { rotation });
  await output.start();
  const decoderConfig = isAvc
    ? { codec: 'avc1.42c01e', codedWidth: width, codedHeight: height, description: avcDescription }
    : { codec: 'vp09.00.10.08', codedWidth: width, codedHeight: height };
  for (let nth = 0; nth < seconds * frameRate; nth += 1) {
    const picture = Buffer.alloc(pictureBytes, nth);
    const type = nth % frameRate === 0 ? 'key' : 'delta';
    await source.add(new EncodedPacket(picture, type, nth / frameRate, 1 / frameRate), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** A PNG with as much as tells its size. */
export function makePng(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

export function makeGif(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('GIF89a', 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

/** A lossless WebP (RFC 9649 §3.4). */
export function makeWebp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('RIFF\0\0\0\0WEBPVP8L', 'latin1');
  bytes.writeUInt32LE(56, 4);
  bytes.writeUInt32LE(30, 16);
  bytes[20] = 0x2f;
  bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  return bytes;
}

/** A JPEG, with an EXIF orientation (CIPA DC-008) and a profile of some length before its frame header. */
export function makeJpeg(width: number, height: number, { orientation = 1, profileBytes = 0 } = {}): Buffer {
  const exif = Buffer.from('45786966000049492a0008000000010012010300010000000000000000000000', 'hex');
  exif.writeUInt16LE(orientation, 24);
  const frame = Buffer.from('080000000003011100021101031101', 'hex');
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const profiles = Array.from({ length: Math.ceil(profileBytes / 60_000) }, () => segment(0xe2, Buffer.alloc(60_000)));
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xe1, exif),
    ...profiles,
    segment(0xc0, frame),
    Buffer.alloc(64),
  ]);
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The film that the sandbox serves: made by FFmpeg, 5 s of 480 × 270, AVC and AAC. */
export function sampleFilm(): Buffer {
  return readFileSync(join(root, 'sandbox', 'assets', 'sample.mp4'));
}
