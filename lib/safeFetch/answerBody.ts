import { valuesOf } from './answerHead';
import type { AnswerHead } from './answerHead';
import type { ByteReader } from './ByteReader';
import { OutboundError } from './OutboundError';

/** The length of a body (RFC 9112 §6.3): so many bytes, as its chunks say, or up to the end of the connection. */
export type BodyLength = number | 'chunked' | 'untilClose';

/** RFC 9112 §7.1: extensions are passed over, and white space around them. */
const chunkLine = /^0*([\da-fA-F]{1,13})[ \t]*(?:;.*)?$/s;
/** A chunk's line with its extensions. */
const chunkLineBytesMax = 16 * 1024;
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 304]);

/** @throws OutboundError `protocol_error` for a malformed length, lengths that differ, and an unwanted coding */
export function bodyLengthOf({ status, headers }: AnswerHead): BodyLength {
  if (statusesWithoutBody.has(status)) return 0;
  const codings = membersOf(valuesOf(headers, 'transfer-encoding')).filter((coding) => coding !== 'identity');
  if (codings.some((coding) => coding !== 'chunked')) throw new OutboundError('protocol_error');
  if (codings.length > 0) return 'chunked';
  const lengths = valuesOf(headers, 'content-length').flatMap((value) => value.split(','));
  return lengths.length === 0 ? 'untilClose' : onlyLength(lengths);
}

/** @throws OutboundError `connection_reset` where the connection ends before the body does, `protocol_error` */
export async function* readBody(reader: ByteReader, length: BodyLength): AsyncGenerator<Buffer, void> {
  if (length === 'chunked') yield* readChunks(reader);
  else if (length === 'untilClose') yield* readRest(reader);
  else yield* readExactly(reader, length);
}

function membersOf(values: readonly string[]): string[] {
  const members = values.flatMap((value) => value.split(','));
  return members.map((member) => member.trim().toLowerCase()).filter((member) => member !== '');
}

/** RFC 9110 §8.6: the same length said more than once is that length. */
function onlyLength(texts: readonly string[]): number {
  const lengths = texts.map((text) => (/^[ \t]*\d+[ \t]*$/.test(text) ? Number(text) : NaN));
  const [length = NaN] = lengths;
  if (!Number.isSafeInteger(length) || lengths.some((other) => other !== length)) {
    throw new OutboundError('protocol_error');
  }
  return length;
}

/** Up to the last chunk: its trailers would tell nothing, and the connection is not used again. */
async function* readChunks(reader: ByteReader): AsyncGenerator<Buffer, void> {
  for (;;) {
    const size = chunkLine.exec(await reader.line({ bytesLeft: chunkLineBytesMax }))?.[1];
    if (size === undefined) throw new OutboundError('protocol_error');
    const length = Number.parseInt(size, 16);
    if (length === 0) return;
    yield* readExactly(reader, length);
    if ((await reader.line({ bytesLeft: 2 })) !== '') throw new OutboundError('protocol_error');
  }
}

async function* readExactly(reader: ByteReader, length: number): AsyncGenerator<Buffer, void> {
  for (let left = length; left > 0;) {
    const bytes = await reader.some(left);
    if (bytes === null) throw new OutboundError('connection_reset');
    left -= bytes.length;
    yield bytes;
  }
}

async function* readRest(reader: ByteReader): AsyncGenerator<Buffer, void> {
  for (let bytes = await reader.some(); bytes !== null; bytes = await reader.some()) yield bytes;
}
