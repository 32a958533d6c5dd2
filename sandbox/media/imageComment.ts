/** The comment that a JPEG file has in itself (ITU-T T.81, B.2.4.5); empty for one without, and for any other file. */
export function imageCommentOf(bytes: Buffer): string {
  if (!bytes.subarray(0, 2).equals(startOfImage)) return '';
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === startOfScan) return '';
    if (bytes[at + 1] === comment) return bytes.toString('utf8', at + 4, at + 2 + bytes.readUInt16BE(at + 2));
  }
  return '';
}

const startOfImage = Buffer.from('ffd8', 'hex');
const startOfScan = 0xda;
const comment = 0xfe;
