import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { AccountRequest } from '../../Platform';
import { parseJson } from '../../http/exchange';
import type { FacebookSettings } from '../settings';

/** The payload of a signed request: `user_id` is the id of the user in this app, as `debug_token` names it, too. */
const Payload = z.object({
  algorithm: z.string().regex(/^HMAC-SHA256$/i),
  issued_at: z.int().nonnegative(),
  user_id: z.coerce.string().regex(/^\d+$/),
});

/**
 * Reads the `signed_request` with which Meta tells that a user has removed the app, or wants their data deleted: the HMAC-SHA256 of the
 * payload with the app's secret, a dot, and the payload, both in base64url
 * (developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback).
 * @returns null for a text that the app's secret has not signed, or that is no such request
 */
export function readSignedRequest(
  { appSecret }: Pick<FacebookSettings, 'appSecret'>,
  signedRequest: string,
): AccountRequest | null {
  const [signature = '', payload = '', ...rest] = signedRequest.split('.');
  const expected = createHmac('sha256', appSecret).update(payload).digest();
  const given = Buffer.from(signature, 'base64url');
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { data } = Payload.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()));
  return data ? { account: data.user_id, askedAt: new Date(data.issued_at * 1000) } : null;
}
