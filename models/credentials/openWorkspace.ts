import { v7 as uuidv7 } from 'uuid';
import type { Secrets } from '../../lib/secrets';
import { CreditAccount } from '../billing/CreditAccount';
import type { Transaction } from '../database/transaction';
import { Organization } from '../organizations/Organization';
import { slugsFor } from '../organizations/organizationSlugs';
import {
  Workspace,
  apiKeyColumns,
  generateApiKey,
  generateWebhookSecret,
  webhookSecretContext,
} from '../organizations/Workspace';

export interface NewWorkspace {
  /** The name of the owner, which the root organization gets. */
  name: string;
  freePlanCredits: number;
  /** True: it gets an API key at once. False: it has none until the first one is generated. */
  withApiKey: boolean;
}

export interface OpenedWorkspace {
  workspaceId: string;
  organizationId: string;
  /** Shown this once: only its hash is stored. */
  apiKey: string | null;
  webhookSecret: string;
}

/** Makes a workspace with all that it needs to work: root organization, secrets and a credit account on plan `free`. */
export async function openWorkspace(
  { name, freePlanCredits, withApiKey }: NewWorkspace,
  secrets: Secrets,
  transaction: Transaction,
): Promise<OpenedWorkspace> {
  const workspaceId = uuidv7();
  const organizationId = uuidv7();
  const apiKey = withApiKey ? generateApiKey() : null;
  const webhookSecret = generateWebhookSecret();
  await Workspace.create(
    {
      id: workspaceId,
      name,
      ...(apiKey === null ? noApiKey : apiKeyColumns(apiKey)),
      webhookSecret: secrets.encrypt(webhookSecret, webhookSecretContext(workspaceId)),
      previousWebhookSecret: null,
      previousSecretExpiresAt: null,
    },
    { transaction },
  );
  const root = { id: organizationId, workspaceId, name: `${name}'s organization`, isRoot: true };
  await Organization.add(root, slugsFor(name), transaction);
  await CreditAccount.open({ workspaceId, plan: 'free', monthlyCredits: freePlanCredits }, transaction);
  return { workspaceId, organizationId, apiKey, webhookSecret };
}

const noApiKey = { apiKeyHash: null, apiKeyPrefix: null, apiKeyLast4: null, apiKeyCreatedAt: null };
