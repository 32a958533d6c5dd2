import type { ContentType } from '../../../domain/assignment';
import type { TypeOffered } from '../../payload/fields';

/** The types of post that platforms offer, by the slug of the platform. A platform is missing until it is read. */
export type Offers = Readonly<Record<string, readonly TypeOffered[]>>;

/** A type as its platform offers it. */
export function offeredOf(offers: Offers, platform: string, type: ContentType | null): TypeOffered | undefined {
  return offers[platform]?.find(({ slug }) => slug === type);
}
