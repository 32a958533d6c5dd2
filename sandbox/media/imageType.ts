/** The media type of an image by its first bytes; undefined: it is none that is known here. */
export function imageTypeOf(head: Buffer): string | undefined {
  return signatures.find(({ at, bytes }) => head.subarray(at, at + bytes.length).equals(bytes))?.type;
}

const signatures: readonly { type: string; at: number; bytes: Buffer }[] = [
  { type: 'image/jpeg', at: 0, bytes: Buffer.from('ffd8ff', 'hex') },
  { type: 'image/png', at: 0, bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { type: 'image/gif', at: 0, bytes: Buffer.from('GIF8') },
  { type: 'image/webp', at: 8, bytes: Buffer.from('WEBP') },
  { type: 'image/bmp', at: 0, bytes: Buffer.from('BM') },
  { type: 'image/tiff', at: 0, bytes: Buffer.from('49492a00', 'hex') },
  { type: 'image/tiff', at: 0, bytes: Buffer.from('4d4d002a', 'hex') },
  { type: 'image/heic', at: 4, bytes: Buffer.from('ftypheic') },
  { type: 'image/heic', at: 4, bytes: Buffer.from('ftypmif1') },
];
