import { PublishFailure } from '../../domain/failures/PublishFailure';
import { mediaKindOf } from '../../domain/platform';
import type { ContentTypeCapabilities } from '../../domain/platform';
import { formatOf, signatureBytes } from '../../domain/mediaFormat';
import { formatFault } from '../../domain/media';
import type { Peekable } from '../../lib/media/peek';

/**
 * Judges whether the first bytes have a format that the content type takes, before a byte goes to the platform.
 * @returns the MIME type by these bytes, whatever the source's Content-Type claims
 * @throws PublishFailure `MEDIA_INVALID`
 */
export async function sniff({ peek }: Peekable, type: ContentTypeCapabilities): Promise<string> {
  const contentType = await formatOf(await peek(signatureBytes));
  if (contentType !== null && mediaKindOf(type, contentType)) return contentType;
  const { seen, todo } = formatFault(contentType, type);
  throw new PublishFailure('MEDIA_INVALID', { seen: `Its ${seen}.`, todo: `${todo}.` }, { transient: false });
}
