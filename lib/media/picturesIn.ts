import { avi, flashVideo, programStream, systemStream, transportStream } from '../../domain/mediaType';

/** The first `start` to `end` bytes of a file. @throws while they have not been read */
type Read = (start: number, end: number) => Uint8Array;

/** A file that has pictures shows the first picture so early. */
const searchedBytes = 1024 * 1024;

type Search = (sizeBytes: number, read: Read) => boolean | null;

/** Containers that `mediabunny` does not read, or of which it knows too few kinds of pictures. */
const searches: Readonly<Record<string, Search>> = {
  [avi]: searchAvi,
  [flashVideo]: searchFlv,
  [programStream]: searchProgramStream,
  [systemStream]: searchProgramStream,
  [transportStream]: searchTransportStream,
};

/** Whether `picturesIn` reads files of this format. */
export function isSearched(format: string): boolean {
  return searches[format] !== undefined;
}

/**
 * Whether a file of this format has pictures; null: it does not tell. Sound alone is told only where sound was found.
 * @throws the error of `read`
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
/** A stream whose kind stands in its packets, such as VC-1. */
const extendedStream = 0xfd;

/** The pack header of MPEG-2 has stuffing at its end; the header of MPEG-1 is shorter. */
function packHeaderBytes(view: DataView): number {
  return view.getUint8(4) >> 6 === 1 ? 14 + (view.getUint8(13) & 7) : 12;
}

/** ISO/IEC 13818-1 table 2-34; from 0x80 ATSC A/53, SMPTE RP 227. Others are unknown: AV1 is private data (0x06). */
const streamTypes: Readonly<Record<string, readonly number[]>> = {
  pictures: [0x01, 0x02, 0x10, 0x1b, 0x1e, 0x1f, 0x20, 0x21, 0x24, 0x25, 0x33, 0x42, 0xd1, 0xd2, 0xea],
  sound: [0x03, 0x04, 0x0f, 0x11, 0x1c, 0x2d, 0x2e, 0x81, 0x83, 0x84, 0x85, 0x87],
  others: [0x05, 0x15],
};

function streamKind(type: number): string {
  return Object.keys(streamTypes).find((kind) => streamTypes[kind]?.includes(type)) ?? 'unknown';
}

/** MPEG transport streams: a table of the programs, and a table of the streams of each (ISO/IEC 13818-1 §2.4.4). */
function searchTransportStream(end: number, read: Read): boolean | null {
  const kinds = new Set<string>();
  const awaited = new Set([programTable]);
  for (const packet of packetsIn(end, read)) {
    const id = packet.getUint16(1) & 0x1fff;
    const section = awaited.has(id) ? sectionIn(packet, id === programTable ? 0 : 2) : undefined;
    if (!section) continue;
    awaited.delete(id);
    if (!section.isWhole) kinds.add('unknown');
    if (id === programTable) for (const table of streamTablesIn(section.view)) awaited.add(table);
    else for (const kind of streamsIn(section.view)) kinds.add(kind);
    if (awaited.size === 0) return verdict(kinds);
  }
  return verdict(kinds.add('unknown'));
}

/** The packets up to the first damaged packet. Files of cameras have a time before each packet. */
function* packetsIn(end: number, read: Read): Generator<DataView> {
  const timeBytes = viewOf(read(0, 1)).getUint8(0) === syncByte ? 0 : 4;
  for (let at = timeBytes; at + packetBytes <= end; at += packetBytes + timeBytes) {
    const packet = viewOf(read(at, at + packetBytes));
    if (packet.getUint8(0) !== syncByte) return;
    yield packet;
  }
}

const syncByte = 0x47;
const packetBytes = 188;
const programTable = 0;

/** The table of this kind that begins in a packet, without its checksum; not whole if it goes on in the next packet. */
function sectionIn(packet: DataView, tableKind: number): { view: DataView; isWhole: boolean } | undefined {
  const adaptationBytes = packet.getUint8(3) & 0x20 ? 1 + packet.getUint8(4) : 0;
  const pointerAt = 4 + adaptationBytes;
  const isBeginning = (packet.getUint8(1) & 0x40) !== 0 && (packet.getUint8(3) & 0x10) !== 0;
  if (!isBeginning || pointerAt >= packetBytes) return undefined;
  const at = pointerAt + 1 + packet.getUint8(pointerAt);
  if (at + 12 > packetBytes || packet.getUint8(at) !== tableKind) return undefined;
  const sizeBytes = (packet.getUint16(at + 1) & 0xfff) - 1;
  const leftBytes = packetBytes - at;
  const view = new DataView(packet.buffer, packet.byteOffset + at, Math.min(Math.max(sizeBytes, 0), leftBytes));
  return { view, isWhole: sizeBytes >= 8 && sizeBytes <= leftBytes };
}

function* streamTablesIn(programs: DataView): Generator<number> {
  for (let at = 8; at + 4 <= programs.byteLength; at += 4)
    if (programs.getUint16(at) !== 0) yield programs.getUint16(at + 2) & 0x1fff;
}

function* streamsIn(streams: DataView): Generator<string> {
  if (streams.byteLength < 12) return;
  for (let at = 12 + (streams.getUint16(10) & 0xfff); at + 5 <= streams.byteLength;) {
    yield streamKind(streams.getUint8(at));
    at += 5 + (streams.getUint16(at + 3) & 0xfff);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((nth) => view.getUint8(at + nth)));
}
