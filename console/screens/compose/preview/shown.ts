import type { ContentType } from '../../../../domain/assignment';
import { parseUrl } from '../../../../domain/parseUrl';
import type { LocalFile } from '../../../media/keptUploads';
import type { Values } from '../../../payload/fields';

/** The content of a preview. */
export interface PreviewProps {
  /** The first one, if several of the platform get the post. */
  channel: { name: string; thumbnailUrl: string | null };
  platform: string;
  type: ContentType;
  payload: Values;
  mediaUrl: string;
  fileName: string | null;
  /** The file behind an address of media, if it was chosen in this page. */
  fileAt: (mediaUrl: string) => LocalFile | undefined;
}

/** A text of the payload; empty if there is none. */
export function textIn(payload: Values, name: string): string {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
}

/** The site that an address leads to; null while it is none. */
export function hostOf(url: string): string | null {
  return parseUrl(url)?.host ?? null;
}
