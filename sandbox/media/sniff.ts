/** Does a file that begins like this look like video? By the magic bytes of the containers YouTube takes. */
export function looksLikeVideo(head: Buffer): boolean {
  return (
    signatures.some(({ at, bytes }) => head.subarray(at, at + bytes.length).equals(bytes)) || isTransportStream(head)
  );
}

const signatures: readonly { at: number; bytes: Buffer }[] = [
  // ISO base media (mp4, mov, 3gp) and QuickTime files that begin with another box.
  ...['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].map((box) => ({ at: 4, bytes: Buffer.from(box) })),
  // Matroska and WebM.
  { at: 0, bytes: Buffer.from('1a45dfa3', 'hex') },
  // AVI: RIFF, a length, then its form type.
  { at: 8, bytes: Buffer.from('AVI ') },
  // MPEG program and elementary streams.
  { at: 0, bytes: Buffer.from('000001ba', 'hex') },
  { at: 0, bytes: Buffer.from('000001b3', 'hex') },
  { at: 0, bytes: Buffer.from('FLV\u0001') },
  // ASF (wmv).
  { at: 0, bytes: Buffer.from('3026b2758e66cf11', 'hex') },
  { at: 0, bytes: Buffer.from('OggS') },
];

/** MPEG transport stream: packets of 188 bytes, each beginning with 0x47. */
function isTransportStream(head: Buffer): boolean {
  return head[0] === 0x47 && head[188] === 0x47;
}
