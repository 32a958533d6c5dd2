import { z } from 'zod';
import { featureNames } from '../../domain/consent/feature';
import type { Secrets } from '../../lib/secrets';

/** Secrets of a ticket for its next step, while it is `consumed`. */
export const ConsentSecrets = z.object({
  redirectUri: z.string(),
  codeVerifier: z.string(),
  features: z.array(z.enum(featureNames)),
});
/** Secrets of a ticket while it is `granted`. */
export const CodeSecrets = ConsentSecrets.extend({ code: z.string() });
/** Secrets of a ticket while it is `exchanged`. */
export const TokenSecrets = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expiresAt: z.coerce.date().nullable(),
  accessEndsAt: z.coerce.date().nullable().exactOptional(),
  permissions: z.array(z.string()),
  /** The platform account; null where the platform did not name it. */
  account: z.string().nullable(),
});
const count = z.number().nullable();
/** Secrets of a ticket while it is `choosing`: every channel with its tokens. */
export const OfferSecrets = z.array(
  z.object({
    channel: z.object({
      externalPlatformId: z.string(),
      name: z.string(),
      thumbnailUrl: z.string().nullable(),
      metadata: z.object({ subscribers: count, views: count, posts: count, handle: z.string().nullable() }),
    }),
    tokens: TokenSecrets,
    obstacle: z.string().nullable(),
  }),
);

/** Encrypts the secrets of a ticket. */
export function sealForTicket(secrets: Secrets, ticketId: string, content: object): string {
  return secrets.encrypt(JSON.stringify(content), ticketContext(ticketId));
}

/**
 * Decrypts the secrets of a ticket.
 * @throws Error if the ticket holds no secrets or secrets of another kind, which is a fault of ours
 */
export function openForTicket<T>(secrets: Secrets, ticketId: string, sealed: string | null, schema: z.ZodType<T>): T {
  if (sealed === null) throw new Error('the ticket holds nothing');
  return schema.parse(JSON.parse(secrets.decrypt(sealed, ticketContext(ticketId))));
}

/** The context of a ticket's encrypted content: the content cannot be moved to another row. */
export function ticketContext(ticketId: string): string {
  return `oauth_tickets/${ticketId}/sealed`;
}
