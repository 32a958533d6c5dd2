import { pictureAddressSeconds } from '../../domain/pictures/picture';
import type { BaseDeps } from '../deps';

export const picturesPath = '/api/v1/pictures';

/** A picture that an address names, until the address is over. */
export interface NamedPicture {
  /** Of the assignment, or of the connection. */
  readonly pictureId: string;
  readonly version: string;
  /** In seconds since 1970. */
  readonly expires: number;
}

const use = 'picture';
const textOf = ({ pictureId, version, expires }: NamedPicture): string => `${pictureId}/${version}/${expires}`;

/** An assignment or a connection with the version of its picture; null: none is shown. */
interface Pictured {
  readonly id: string;
  readonly pictureVersion: string | null;
}

/** The address of the picture of an assignment or a connection, good for an hour from now and without a credential; null: there is no picture. */
export function addressOf(
  { config, secrets }: Pick<BaseDeps, 'config' | 'secrets'>,
  { id: pictureId, pictureVersion: version }: Pictured,
): string | null {
  if (version === null) return null;
  const named = { pictureId, version, expires: Math.floor(Date.now() / 1000) + pictureAddressSeconds };
  const query = new URLSearchParams({ expires: String(named.expires), signature: secrets.sign(textOf(named), use) });
  return `${config.baseUrl}${picturesPath}/${pictureId}/${version}?${query.toString()}`;
}

/** Tells whether this service has made the address, and the address is not over. */
export function isGood({ secrets }: Pick<BaseDeps, 'secrets'>, named: NamedPicture, signature: string): boolean {
  return named.expires * 1000 > Date.now() && secrets.isSigned(textOf(named), use, signature);
}

/** The address takes the place of the version. */
type Addressed<Found extends Pictured> = Omit<Found, 'pictureVersion'> & { thumbnailUrl: string | null };

/** The same assignment or connection with the address of its picture, as answers have it. */
export function withPicture<Found extends Pictured>(
  deps: Pick<BaseDeps, 'config' | 'secrets'>,
  { pictureVersion, ...one }: Found,
): Addressed<Found> {
  return { ...one, thumbnailUrl: addressOf(deps, { id: one.id, pictureVersion }) };
}

/** A post with its channel, as lists of the console have them. */
type Listed = Pictured & { readonly connection: Pictured };
/** The same with the addresses of their pictures. */
export type Shown<Post extends Listed> = Omit<Addressed<Post>, 'connection'> & {
  connection: Addressed<Post['connection']>;
};

/** The same posts with the addresses of their pictures and of their channels' pictures. */
export function withPictures<Post extends Listed>(
  deps: Pick<BaseDeps, 'config' | 'secrets'>,
  posts: readonly Post[],
): Shown<Post>[] {
  return posts.map((post) => ({ ...withPicture(deps, post), connection: withPicture(deps, post.connection) }));
}
