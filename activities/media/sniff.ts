import { fileTypeFromBuffer } from 'file-type';
import { PublishFailure } from '../../domain/PublishFailure';
import { mediaKindOf, mediaKindsOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';

/** Enough for every signature that `file-type` knows. */
const sniffedBytes = 4100;

export interface SniffedMedia {
  /** What the first bytes say, whatever the source's Content-Type claims. */
  contentType: string;
  /** The whole body again, its first bytes included. */
  body: AsyncIterable<Uint8Array>;
}

/**
 * Reads the first bytes and judges whether they are what the content type needs, before a byte goes to the platform.
 * @throws PublishFailure `MEDIA_INVALID`
 */
export async function sniff(source: AsyncIterable<Uint8Array>, type: ContentTypeCapabilities): Promise<SniffedMedia> {
  const iterator = source[Symbol.asyncIterator]();
  const head = await readHead(iterator);
  const found = await fileTypeFromBuffer(head);
  const contentType = containers[found?.mime ?? ''] ?? found?.mime;
  if (contentType === undefined || !mediaKindOf(type, contentType)) {
    await iterator.return?.();
    const what = found ? `its first bytes are ${found.mime}` : 'its first bytes are of no known media format';
    throw new PublishFailure(
      'MEDIA_INVALID',
      `A ${type.slug} needs ${mediaKindsOf(type).join(' or ')} media; ${what}.`,
      {
        transient: false,
      },
    );
  }
  return { contentType, body: chain(head, iterator) };
}

/** Video containers that are registered under another name. */
const containers: Record<string, string> = {
  'application/mxf': 'video/mxf',
  'application/vnd.ms-asf': 'video/x-ms-asf',
  'application/ogg': 'video/ogg',
  'application/vnd.rn-realmedia': 'video/vnd.rn-realmedia',
};

async function readHead(iterator: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < sniffedBytes) {
    const { done, value } = await iterator.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  return Buffer.concat(chunks);
}

async function* chain(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (;;) {
      const { done, value } = await rest.next();
      if (done) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}
