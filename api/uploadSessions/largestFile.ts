import { captionBytesMax } from '../../domain/limits';
import { mediaKindIn, mediaKinds } from '../../domain/mediaType';
import type { MediaKind } from '../../domain/mediaType';
import type { Platforms } from '../../platforms';
import { invalid } from '../http/errors';

/** The most bytes that some content type takes of this kind of media; without a kind, of any. */
export function largestFile(platforms: Platforms, kind?: MediaKind): number {
  const kinds = kind ? [kind] : mediaKinds;
  const rules = [...platforms.values()]
    .flatMap(({ publishers }) => [...publishers.values()])
    .flatMap(({ capabilities: { media } }) => kinds.flatMap((name) => media[name] ?? []));
  return Math.max(0, ...rules.map(({ maxFileSizeBytes }) => maxFileSizeBytes ?? Number.MAX_SAFE_INTEGER));
}

/** The most bytes that a file of this type may have: captions have a limit of their own. */
export function largestOfType(platforms: Platforms, mediaContentType: string): number {
  const kind = mediaKindIn(mediaContentType);
  return kind ? largestFile(platforms, kind) : captionBytesMax;
}

/** @throws ApiError 400 for a file above the largest limit that any content type has for its kind */
export function requireFit(
  platforms: Platforms,
  { mediaContentType, mediaSizeBytes }: { mediaContentType: string; mediaSizeBytes: number },
): void {
  const sizeBytesMax = largestOfType(platforms, mediaContentType);
  if (mediaSizeBytes <= sizeBytesMax) return;
  throw invalid({ mediaSizeBytes: [`must be at most ${sizeBytesMax}: no content type takes more`] });
}
