import { PublishFailure } from '../../domain/PublishFailure';
import { mediaFormatsOf, mediaKindOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
import { formatOf, signatureBytes } from '../../lib/media/formatOf';
import type { Peekable } from './peek';

/**
 * Judges whether the first bytes are what the content type needs, before a byte goes to the platform.
 * @returns the MIME type that they say, whatever the source's Content-Type claims
 * @throws PublishFailure `MEDIA_INVALID`
 */
export async function sniff({ peek }: Peekable, type: ContentTypeCapabilities): Promise<string> {
  const contentType = await formatOf(await peek(signatureBytes));
  if (contentType !== null && mediaKindOf(type, contentType)) return contentType;
  const what = contentType ? `its first bytes are ${contentType}` : 'its first bytes are of no known media format';
  throw new PublishFailure(
    'MEDIA_INVALID',
    `A ${type.slug} needs media of the format ${mediaFormatsOf(type).join(' or ')}; ${what}.`,
    { transient: false },
  );
}
