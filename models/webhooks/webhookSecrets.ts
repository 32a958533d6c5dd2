import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { previousSecretHours } from '../../domain/webhook';
import type { Secrets } from '../../lib/secrets';
import type { SigningSecrets } from '../../lib/webhookSignature';
import { constant, param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';
import { generateWebhookSecret, webhookSecretContext } from '../organizations/Workspace';

/** The secrets of a workspace, encrypted as they are stored. */
export const SealedSecrets = z.strictObject({ current: z.string(), previous: z.string().nullable() });
export type SealedSecrets = z.infer<typeof SealedSecrets>;

/** The secrets that sign webhooks of a workspace `w` now; the previous secret, too, for 24 hours after a rotation. */
export const sealedSecrets = sql`json_build_object('current', w.webhook_secret, 'previous',
  CASE WHEN w.previous_secret_expires_at > now() THEN w.previous_webhook_secret END)`;

const workspaceId = param('workspaceId', 'uuid');

const readSealed = statement(
  'webhookSecrets.readSealed',
  z.strictObject({ sealed: SealedSecrets }),
  sql`SELECT ${sealedSecrets} AS sealed FROM workspaces w WHERE id = ${workspaceId}`,
);

const readShown = statement(
  'webhookSecrets.readShown',
  z.strictObject({ sealed: z.string(), previousSecretExpiresAt: z.date().nullable() }),
  sql`SELECT webhook_secret AS sealed,
             CASE WHEN previous_secret_expires_at > now() THEN previous_secret_expires_at END AS "previousSecretExpiresAt"
      FROM workspaces WHERE id = ${workspaceId}`,
);

const erasePrevious = command(
  'webhookSecrets.erasePrevious',
  sql`UPDATE workspaces SET previous_webhook_secret = NULL, previous_secret_expires_at = NULL
      WHERE previous_secret_expires_at <= now()`,
);

const previousEnd = sql`now() + make_interval(hours => ${constant(previousSecretHours)})`;
const rotate = statement(
  'webhookSecrets.rotate',
  z.strictObject({ rotatedAt: z.date(), previousSecretExpiresAt: z.date() }),
  sql`UPDATE workspaces SET previous_webhook_secret = webhook_secret, webhook_secret = ${param('sealed', 'text')},
        previous_secret_expires_at = ${previousEnd}
      WHERE id = ${workspaceId}
      RETURNING now() AS "rotatedAt", ${previousEnd} AS "previousSecretExpiresAt"`,
);

/** The secrets that sign a tenant's webhooks now. */
export async function signingSecrets({ workspaceId }: Tenant, secrets: Secrets): Promise<SigningSecrets> {
  const row = await readSealed.first({ workspaceId });
  if (!row) throw new Error('there is no such workspace');
  return openSecrets({ workspaceId, sealed: row.sealed }, secrets);
}

/** A workspace's secrets as people see them, of one moment; null if no previous secret signs along. */
export async function shownSecrets(
  { workspaceId }: Tenant,
  secrets: Secrets,
): Promise<Pick<RotatedSecret, 'webhookSecret'> & { previousSecretExpiresAt: Date | null }> {
  const row = await readShown.first({ workspaceId });
  if (!row) throw new Error('there is no such workspace');
  const { sealed, previousSecretExpiresAt } = row;
  return { webhookSecret: secrets.decrypt(sealed, webhookSecretContext(workspaceId)), previousSecretExpiresAt };
}

/** Decrypts the secrets of a workspace as its row has them. */
export function openSecrets(
  { workspaceId, sealed: { current, previous } }: { workspaceId: string; sealed: SealedSecrets },
  secrets: Secrets,
): SigningSecrets {
  const decrypt = (text: string): string => secrets.decrypt(text, webhookSecretContext(workspaceId));
  return { current: decrypt(current), previous: previous === null ? null : decrypt(previous) };
}

/** Erases the previous secrets whose time is over. @returns the number of erased secrets */
export async function erasePreviousSecrets(): Promise<number> {
  return erasePrevious.run({});
}

export interface RotatedSecret {
  webhookSecret: string;
  rotatedAt: Date;
  previousSecretExpiresAt: Date;
}

/**
 * Gives a workspace a new webhook secret; the previous secret signs along for 24 hours, or until the next rotation
 * (contract.md §5).
 */
export async function rotateWebhookSecret(
  { workspaceId }: Tenant,
  secrets: Secrets,
  transaction?: Transaction,
): Promise<RotatedSecret | null> {
  const webhookSecret = generateWebhookSecret();
  const sealed = secrets.encrypt(webhookSecret, webhookSecretContext(workspaceId));
  const row = await rotate.first({ workspaceId, sealed }, transaction);
  return row ? { webhookSecret, ...row } : null;
}
