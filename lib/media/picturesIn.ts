import { avi, flashVideo, programStream, systemStream } from '../../domain/mediaType';

/** The first `start` to `end` bytes of a file. @throws while they have not been read */
type Read = (start: number, end: number) => Uint8Array;

/** A file that has pictures shows one of them so early. */
const searchedBytes = 1024 * 1024;

type Search = (sizeBytes: number, read: Read) => boolean | null;

/** Containers that `mediabunny` does not read. */
const searches: Readonly<Record<string, Search>> = {
  [avi]: searchAvi,
  [flashVideo]: searchFlv,
  [programStream]: searchProgramStream,
  [systemStream]: searchProgramStream,
};

/** Whether `picturesIn` reads files of this format. */
export function isSearched(format: string): boolean {
  return searches[format] !== undefined;
}

/**
 * Whether a file of this format has pictures; null: it does not tell. Sound alone is told only where sound was found.
 * @throws what `read` throws
 */
export function picturesIn(format: string, sizeBytes: number, read: Read): boolean | null {
  return searches[format]?.(Math.min(sizeBytes, searchedBytes), read) ?? null;
}

/** @param kinds of the streams that a header names, or of the first packets; an unknown stream, or a damaged part, may have pictures */
function verdict(kinds: ReadonlySet<string>): boolean | null {
  if (kinds.has('pictures')) return true;
  return kinds.has('sound') && !kinds.has('unknown') ? false : null;
}

/** `iavs` has both, `mids` and `txts` have neither. */
const streamKinds: Readonly<Record<string, string>> = {
  vids: 'pictures',
  iavs: 'pictures',
  auds: 'sound',
  mids: 'sound',
  txts: 'text',
};

/** AVI: the header has a list `strl` for each stream, whose `strh` begins with its kind (RIFF, “AVI RIFF File Reference”). */
function searchAvi(end: number, read: Read): boolean | null {
  const kinds = new Set<string>();
  for (let at = 12; at + 12 <= end;) {
    const view = viewOf(read(at, at + 12));
    const [id, sizeBytes, about] = [textAt(view, 0), view.getUint32(4, true), textAt(view, 8)];
    if (id === 'LIST' && about === 'movi') return verdict(kinds);
    if (id === 'strh') kinds.add(streamKinds[about] ?? 'unknown');
    const isEntered = id === 'LIST' && (about === 'hdrl' || about === 'strl');
    at += isEntered ? 12 : 8 + sizeBytes + (sizeBytes % 2);
  }
  return verdict(kinds.add('unknown'));
}

const tagKinds: Readonly<Record<number, string>> = { 8: 'sound', 9: 'pictures', 18: 'text' };

/** FLV: a tag for each packet (Adobe Flash Video File Format Specification 10.1, annex E.4). Its header may promise pictures that come later. */
function searchFlv(end: number, read: Read): boolean | null {
  const header = viewOf(read(0, Math.min(9, end)));
  const saysPictures = (header.getUint8(4) & 1) === 1;
  const kinds = new Set<string>();
  for (let at = header.getUint32(5) + 4; at + 11 <= end && !kinds.has('pictures');) {
    const view = viewOf(read(at, at + 11));
    const type = view.getUint8(0) & 0x1f;
    kinds.add(tagKinds[type] ?? 'unknown');
    at += 11 + (view.getUint32(0) & 0xffffff) + 4;
  }
  return saysPictures && !kinds.has('pictures') ? null : verdict(kinds);
}

/** MPEG program streams: packets behind start codes (ISO/IEC 13818-1 §2.5.3, table 2-22; 11172-1 §2.4.3). */
function searchProgramStream(end: number, read: Read): boolean | null {
  const kinds = new Set<string>();
  for (let at = 0; at + 14 <= end && !kinds.has('pictures');) {
    const view = viewOf(read(at, at + 14));
    const [code, id] = [view.getUint32(0) >>> 8, view.getUint8(3)];
    if (code === 1 && id === endCode) return verdict(kinds);
    if (code !== 1) return verdict(kinds.add('unknown'));
    kinds.add(packetKind(id));
    at += id === packHeader ? packHeaderBytes(view) : 6 + view.getUint16(4);
  }
  return verdict(kinds);
}

function packetKind(id: number): string {
  if (id >= 0xe0 && id <= 0xef) return 'pictures';
  if (id === extendedStream) return 'unknown';
  return id === 0xbd || (id >= 0xc0 && id <= 0xdf) ? 'sound' : 'others';
}

const endCode = 0xb9;
const packHeader = 0xba;
/** Its kind stands in its packets; VC-1 is one. */
const extendedStream = 0xfd;

/** That of MPEG-2 has stuffing at its end, that of MPEG-1 is shorter. */
function packHeaderBytes(view: DataView): number {
  return view.getUint8(4) >> 6 === 1 ? 14 + (view.getUint8(13) & 7) : 12;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((nth) => view.getUint8(at + nth)));
}
