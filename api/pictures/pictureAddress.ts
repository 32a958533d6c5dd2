import { pictureAddressSeconds } from '../../domain/pictures/picture';
import type { BaseDeps } from '../deps';

export const picturesPath = '/api/v1/pictures';

/** A picture that an address names, until the address is over. */
export interface NamedPicture {
  readonly assignmentId: string;
  readonly version: string;
  /** In seconds since 1970. */
  readonly expires: number;
}

const use = 'picture';
const textOf = ({ assignmentId, version, expires }: NamedPicture): string => `${assignmentId}/${version}/${expires}`;

/** An assignment with the version of its picture; null: none is shown. */
interface Pictured {
  readonly id: string;
  readonly pictureVersion: string | null;
}

/** The address of the picture of an assignment, good for an hour from now and without a credential; null: there is no picture. */
export function addressOf(
  { config, secrets }: Pick<BaseDeps, 'config' | 'secrets'>,
  { id: assignmentId, pictureVersion: version }: Pictured,
): string | null {
  if (version === null) return null;
  const named = { assignmentId, version, expires: Math.floor(Date.now() / 1000) + pictureAddressSeconds };
  const query = new URLSearchParams({ expires: String(named.expires), signature: secrets.sign(textOf(named), use) });
  return `${config.baseUrl}${picturesPath}/${assignmentId}/${version}?${query.toString()}`;
}

/** Tells whether this service has made the address, and the address is not over. */
export function isGood({ secrets }: Pick<BaseDeps, 'secrets'>, named: NamedPicture, signature: string): boolean {
  return named.expires * 1000 > Date.now() && secrets.isSigned(textOf(named), use, signature);
}

/** The same assignments with the addresses of their pictures, as answers have them. */
export function withPictures<Found extends Pictured>(
  deps: Pick<BaseDeps, 'config' | 'secrets'>,
  found: readonly Found[],
): (Omit<Found, 'pictureVersion'> & { thumbnailUrl: string | null })[] {
  return found.map(({ pictureVersion, ...one }) => ({
    ...one,
    thumbnailUrl: addressOf(deps, { id: one.id, pictureVersion }),
  }));
}
