import { mediaKinds } from '../../domain/mediaType';
import type { MediaKind } from '../../domain/mediaType';
import type { Platforms } from '../../platforms';

/** The most bytes that some content type takes of this kind of media; without a kind, of any. */
export function largestFile(platforms: Platforms, kind?: MediaKind): number {
  const kinds = kind ? [kind] : mediaKinds;
  const rules = [...platforms.values()]
    .flatMap(({ publishers }) => [...publishers.values()])
    .flatMap(({ capabilities: { media } }) => kinds.flatMap((name) => media[name] ?? []));
  return Math.max(0, ...rules.map(({ maxFileSizeBytes }) => maxFileSizeBytes ?? Number.MAX_SAFE_INTEGER));
}
