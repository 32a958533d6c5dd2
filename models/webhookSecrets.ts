import { previousSecretHours } from '../domain/webhook';
import type { Secrets } from '../lib/secrets';
import type { SigningSecrets } from '../lib/webhookSignature';
import type { Transaction } from './database';
import { firstRow, rows } from './sql';
import { Workspace, generateWebhookSecret, webhookSecretContext } from './Workspace';

/** The secrets that sign a workspace's webhooks now: the previous one, too, for 24 hours after a rotation. */
export async function signingSecrets(
  { workspaceId }: { workspaceId: string },
  secrets: Secrets,
): Promise<SigningSecrets> {
  const row = await firstRow<{ current: string; previous: string | null }>(
    Workspace,
    `SELECT webhook_secret AS current,
            CASE WHEN previous_secret_expires_at > now() THEN previous_webhook_secret END AS previous
     FROM workspaces WHERE id = $workspaceId`,
    { workspaceId },
  );
  if (!row) throw new Error('there is no such workspace');
  const decrypt = (sealed: string): string => secrets.decrypt(sealed, webhookSecretContext(workspaceId));
  return { current: decrypt(row.current), previous: row.previous === null ? null : decrypt(row.previous) };
}

/** Erases the previous secrets whose time is over. @returns how many */
export async function erasePreviousSecrets(): Promise<number> {
  const erased = await rows(
    Workspace,
    `UPDATE workspaces SET previous_webhook_secret = NULL, previous_secret_expires_at = NULL
     WHERE previous_secret_expires_at <= now() RETURNING 1`,
    {},
  );
  return erased.length;
}

export interface RotatedSecret {
  webhookSecret: string;
  rotatedAt: Date;
  previousSecretExpiresAt: Date;
}

/** Gives a workspace a new webhook secret; the one before signs along for 24 hours (contract.md §5). */
export async function rotateWebhookSecret(
  workspaceId: string,
  secrets: Secrets,
  transaction?: Transaction,
): Promise<RotatedSecret | null> {
  const webhookSecret = generateWebhookSecret();
  const row = await firstRow<Omit<RotatedSecret, 'webhookSecret'>>(
    Workspace,
    `UPDATE workspaces SET previous_webhook_secret = webhook_secret, webhook_secret = $sealed,
       previous_secret_expires_at = now() + make_interval(hours => ${previousSecretHours})
     WHERE id = $workspaceId
     RETURNING now() AS "rotatedAt", previous_secret_expires_at AS "previousSecretExpiresAt"`,
    { workspaceId, sealed: secrets.encrypt(webhookSecret, webhookSecretContext(workspaceId)) },
    transaction,
  );
  return row ? { webhookSecret, ...row } : null;
}
