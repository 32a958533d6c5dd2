import type { Payload } from '../domain/payload/payload';
import { mediaKindIn } from '../domain/mediaType';
import type { Publisher } from './Publisher';

/** The parts of an assignment that tell of its picture. */
export interface PicturedPost {
  readonly payload: Payload;
  readonly mediaUrl: string | null;
  /** As its caller says. */
  readonly mediaContentType: string | null;
}

/**
 * The address of the picture that a post has before it is live: the picture that its payload names, or its (first) image. A medium of
 * unknown kind may be one. Null: there is none. Pure.
 */
export function ownPicture(publisher: Publisher, post: PicturedPost): string | null {
  const { extras, capabilities } = publisher;
  const named = post.payload[extras?.picture?.field ?? ''];
  if (typeof named === 'string') return named;
  const isFilm = post.mediaContentType !== null && mediaKindIn(post.mediaContentType) === 'video';
  if (!capabilities.media.image || isFilm) return null;
  return publisher.mediaUrls(post)[0] ?? null;
}
