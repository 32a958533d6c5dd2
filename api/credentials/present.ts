import type { RotatedSecret } from '../../models/webhooks/webhookSecrets';
import type { RotatedApiKey } from '../../models/credentials/rotateApiKey';
import type { Workspace } from '../../models/organizations/Workspace';
import { timestampOrNull } from '../http/fields';
import type { ApiKeyRegenerated, Credentials, SecretRotated } from './schema';

interface FoundCredentials {
  workspace: Workspace;
  webhookSecret: string;
  previousSecretExpiresAt: Date | null;
}

export function presentCredentials(found: FoundCredentials): Credentials {
  const { workspace, webhookSecret, previousSecretExpiresAt } = found;
  return {
    workspaceId: workspace.id,
    apiKey: presentApiKey(workspace),
    webhookSecret,
    previousSecretExpiresAt: timestampOrNull(previousSecretExpiresAt),
  };
}

function presentApiKey(workspace: Workspace): Credentials['apiKey'] {
  const { apiKeyPrefix: prefix, apiKeyLast4: last4, apiKeyCreatedAt, apiKeyLastUsedAt } = workspace;
  if (prefix === null || last4 === null || apiKeyCreatedAt === null) return null;
  return { prefix, last4, createdAt: apiKeyCreatedAt.toISOString(), lastUsedAt: timestampOrNull(apiKeyLastUsedAt) };
}

export function presentApiKeyRegenerated({ apiKey, last4, createdAt }: RotatedApiKey): ApiKeyRegenerated {
  return { apiKey, last4, createdAt: createdAt.toISOString() };
}

export function presentSecretRotated({ webhookSecret, previousSecretExpiresAt }: RotatedSecret): SecretRotated {
  return { webhookSecret, previousSecretExpiresAt: previousSecretExpiresAt.toISOString() };
}
