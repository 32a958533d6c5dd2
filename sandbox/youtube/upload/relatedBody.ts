import { badUpload } from './contentRange';

/** The two parts of a multipart/related upload: a JSON resource, then the file. */
export interface RelatedBody {
  readonly metadata: string;
  readonly mediaType: string;
  readonly media: AsyncGenerator<Buffer, void, void>;
}

const headerLimitBytes = 16 * 1024;
const metadataLimitBytes = 1024 * 1024;
/** The longest text behind the last boundary. */
const epilogueLimitBytes = 64;

/**
 * Splits a multipart/related body (RFC 2387) as it arrives: `media` is read from the same stream, so nothing of it is delayed
 * but the length of a boundary. Lines may end in a bare LF, as Google's Python client writes them. Throws 400 when the body has
 * not this shape, at the latest when `media` ends.
 */
export async function readRelatedBody(body: AsyncGenerator<Buffer>, contentType: string): Promise<RelatedBody> {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw badUpload('Missing multipart boundary in the Content-Type header.');
  const reader = { body, rest: Buffer.alloc(0) };
  await readUntil(reader, `--${boundary}`, headerLimitBytes);
  const newline = (await peek(reader, 2)) === '\r\n' ? '\r\n' : '\n';
  await readUntil(reader, newline + newline, headerLimitBytes);
  const metadata = await readUntil(reader, `${newline}--${boundary}`, metadataLimitBytes);
  const headers = await readUntil(reader, newline + newline, headerLimitBytes);
  const mediaType = /^content-type:\s*(\S+)/im.exec(headers)?.[1] ?? 'application/octet-stream';
  return { metadata, mediaType, media: untilLast(reader, `${newline}--${boundary}--`) };
}

interface Reader {
  readonly body: AsyncGenerator<Buffer>;
  /** Received, not used yet. */
  rest: Buffer;
}

async function readUntil(reader: Reader, delimiter: string, limitBytes: number): Promise<string> {
  for (;;) {
    const at = reader.rest.indexOf(delimiter);
    if (at >= 0) {
      const text = reader.rest.toString('utf8', 0, at);
      reader.rest = reader.rest.subarray(at + delimiter.length);
      return text;
    }
    if (reader.rest.length > limitBytes) throw badUpload('A part of the multipart body is too long.');
    await readOn(reader);
  }
}

async function peek(reader: Reader, length: number): Promise<string> {
  while (reader.rest.length < length) await readOn(reader);
  return reader.rest.toString('latin1', 0, length);
}

async function readOn(reader: Reader): Promise<void> {
  const { value, done } = await reader.body.next();
  if (done) throw badUpload('Missing end boundary in multipart body.');
  reader.rest = Buffer.concat([reader.rest, value]);
}

async function* untilLast(reader: Reader, delimiter: string): AsyncGenerator<Buffer, void, void> {
  const keptBytes = delimiter.length + epilogueLimitBytes;
  for await (const piece of reader.body) {
    const joined = Buffer.concat([reader.rest, piece]);
    const free = Math.max(0, joined.length - keptBytes);
    reader.rest = joined.subarray(free);
    if (free > 0) yield joined.subarray(0, free);
  }
  const end = reader.rest.lastIndexOf(delimiter);
  if (end < 0) throw badUpload('Missing end boundary in multipart body.');
  yield reader.rest.subarray(0, end);
}
