import { z } from 'zod';
import type { Secrets } from '../lib/secrets';

/** What a ticket holds for its next step, while it is `consumed`. */
export const HeldConsent = z.object({ redirectUri: z.string(), codeVerifier: z.string() });
/** While it is `granted`. */
export const HeldCode = HeldConsent.extend({ code: z.string() });
/** While it is `exchanged`. */
export const HeldTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expiresAt: z.coerce.date().nullable(),
  /** Missing in what was written before accounts were asked for. */
  account: z.string().nullable().default(null),
});
const count = z.number().nullable();
/** While it is `choosing`: every channel with the tokens that speak for it. */
export const HeldOffers = z.array(
  z.object({
    channel: z.object({
      externalPlatformId: z.string(),
      name: z.string(),
      thumbnailUrl: z.string().nullable(),
      metadata: z.object({ subscribers: count, views: count, posts: count, handle: z.string().nullable() }),
    }),
    tokens: HeldTokens,
  }),
);

/** Encrypts what a ticket holds. */
export function sealForTicket(secrets: Secrets, ticketId: string, held: object): string {
  return secrets.encrypt(JSON.stringify(held), ticketContext(ticketId));
}

/**
 * Opens what a ticket holds.
 * @throws Error if it holds nothing or something else, which is a fault of ours
 */
export function openHeld<T>(secrets: Secrets, ticketId: string, held: string | null, schema: z.ZodType<T>): T {
  if (held === null) throw new Error('the ticket holds nothing');
  return schema.parse(JSON.parse(secrets.decrypt(held, ticketContext(ticketId))));
}

/** What is encrypted for a ticket is bound to its row. */
export function ticketContext(ticketId: string): string {
  return `oauth_tickets/${ticketId}/held`;
}
