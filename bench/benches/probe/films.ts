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

/** A film of each container. MP4 and MOV have their index at the end, as cameras write it. */
export const containers = ['mp4', 'mov', 'webm', 'mkv'] as const;
export type Container = (typeof containers)[number];

const formats = {
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  webm: () => new WebMOutputFormat(),
  mkv: () => new MkvOutputFormat(),
};

const size = { codedWidth: 320, codedHeight: 180 };
const avc = {
  codec: 'avc1.42c01e',
  ...size,
  description: Buffer.from('0142c01effe100046742c01e01000468ce3c80', 'hex'),
};
const vp9 = { codec: 'vp09.00.10.08', ...size };

const seconds = 40;
const frameRate = 25;
const pictureBytes = 16 * 1024;

/** 40 seconds, about 16 MiB: a container that is right, with noise for pictures. */
export async function makeFilm(container: Container): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: formats[container](), target });
  const isAvc = container === 'mp4' || container === 'mov';
  const source = new EncodedVideoPacketSource(isAvc ? 'avc' : 'vp9');
  output.addVideoTrack(source);
  await output.start();
  for (let nth = 0; nth < seconds * frameRate; nth += 1) {
    const type = nth % frameRate === 0 ? 'key' : 'delta';
    const picture = new EncodedPacket(Buffer.alloc(pictureBytes, nth), type, nth / frameRate, 1 / frameRate);
    await source.add(picture, { decoderConfig: isAvc ? avc : vp9 });
  }
  await output.finalize();
  if (!target.buffer) throw new Error(`no ${container} was made`);
  return Buffer.from(target.buffer);
}
