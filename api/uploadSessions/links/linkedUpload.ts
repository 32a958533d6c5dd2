import { uploadLinksPath } from '../../../domain/uploadSession';
import { linkEndOf, uploadOfSecret } from '../../../models/uploads/uploadLinks';
import type { LinkedUpload } from '../../../models/uploads/uploadLinks';
import type { PublicPrincipal } from '../../auth/Principal';
import type { Context } from '../../useCase';
import type { UploadDeps } from '../deps';
import type { UploadProgress } from '../speakTus';
import { linkOver, noSuchLink } from './refusals';

/** The caller has no credential but the secret in the path. */
export type LinkContext = Context<PublicPrincipal, UploadDeps>;

/** The addresses of an upload, each with its secret. */
export function linkAddresses(baseUrl: string, secret: string): { uploadUrl: string; pageUrl: string } {
  const uploadUrl = `${baseUrl}${uploadLinksPath}/${secret}`;
  return { uploadUrl, pageUrl: `${uploadUrl}/page` };
}

/**
 * The session of an upload address that still takes bytes.
 * @throws ApiError 404, and 410 for an address that is over
 */
export async function findLinked(secret: string): Promise<LinkedUpload> {
  const session = await uploadOfSecret(secret);
  if (!session) throw noSuchLink.error();
  if (session.status !== 'open' || session.isLinkOver) throw linkOver.error();
  return session;
}

/** The message of a face whose route has `raw`. */
export function messageOf({ message }: LinkContext): Request {
  if (!message) throw new Error('a face without the message of the protocol');
  return message();
}

/**
 * Hands a message of tus to the server of the protocol. That server knows a session by its id, which takes the place of
 * the secret in the path.
 */
export async function speakTusOfLink(
  { deps }: LinkContext,
  session: UploadProgress['session'],
  { method, headers, body }: Pick<Request, 'method' | 'headers' | 'body'>,
): Promise<UploadProgress> {
  const url = new URL(session.id, 'http://localhost');
  const init = { method, headers, ...(body && { body, duplex: 'half' as const }) };
  const answer = await deps.tus(session, new Request(url, init));
  const offsetBytes = Number(answer.headers.get('upload-offset'));
  return { session: { ...session, expiresAt: linkEndOf(session) }, offsetBytes };
}
