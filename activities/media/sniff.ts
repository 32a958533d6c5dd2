import { fileTypeFromBuffer } from 'file-type';
import { PublishFailure } from '../../domain/PublishFailure';
import { mediaFormatsOf, mediaKindOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { Peekable } from './peek';

/** Enough for every signature that `file-type` knows. */
const sniffedBytes = 4100;

/**
 * Judges whether the first bytes are what the content type needs, before a byte goes to the platform.
 * @returns the MIME type that they say, whatever the source's Content-Type claims
 * @throws PublishFailure `MEDIA_INVALID`
 */
export async function sniff({ peek }: Peekable, type: ContentTypeCapabilities): Promise<string> {
  const found = await fileTypeFromBuffer(await peek(sniffedBytes));
  const contentType = containers[found?.mime ?? ''] ?? found?.mime;
  if (contentType !== undefined && mediaKindOf(type, contentType)) return contentType;
  const what = found ? `its first bytes are ${found.mime}` : 'its first bytes are of no known media format';
  throw new PublishFailure(
    'MEDIA_INVALID',
    `A ${type.slug} needs media of the format ${mediaFormatsOf(type).join(' or ')}; ${what}.`,
    { transient: false },
  );
}

/** Video containers that are registered under another name. */
const containers: Record<string, string> = {
  'application/mxf': 'video/mxf',
  'application/vnd.ms-asf': 'video/x-ms-asf',
  'application/ogg': 'video/ogg',
  'application/vnd.rn-realmedia': 'video/vnd.rn-realmedia',
};
