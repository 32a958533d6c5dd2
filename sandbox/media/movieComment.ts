/**
 * The text in the free space behind the first box of an ISO base media file (ISO/IEC 14496-12, 8.1.2), which players ignore;
 * empty for a file without, and where the text does not end within `head`.
 */
export function movieCommentOf(head: Buffer): string {
  const at = head.toString('latin1', 4, 8) === 'ftyp' ? head.readUInt32BE(0) : head.length;
  if (at + 8 > head.length || head.toString('latin1', at + 4, at + 8) !== 'free') return '';
  const end = at + head.readUInt32BE(at);
  return end <= head.length ? head.toString('utf8', at + 8, end) : '';
}
