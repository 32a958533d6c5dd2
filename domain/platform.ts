import type { ContentType } from './assignment';
import type { PayloadField } from './payload';

/** Every platform of the contract. Which of them a build can publish to, says `platforms/index.ts`. */
export const platformSlugs = ['youtube', 'facebook'] as const;
export type PlatformSlug = (typeof platformSlugs)[number];

/** What a platform takes under one content type: the data behind the capabilities endpoint and payload validation. */
export interface ContentTypeCapabilities {
  readonly slug: ContentType;
  readonly name: string;
  readonly maxFileSizeBytes: number | null;
  readonly maxDurationSeconds: number | null;
  /** Kinds of media that fit, as the first half of their MIME type; empty for posts without media. */
  readonly mediaKinds: readonly ('video' | 'image')[];
  readonly payloadFields: readonly PayloadField[];
}
