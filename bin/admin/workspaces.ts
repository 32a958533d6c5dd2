import { z } from 'zod';
import { Id } from '../../domain/ids';
import { monthlyCreditsOf, planIds } from '../../domain/credits';
import { createSecrets } from '../../lib/secrets';
import { changePlan } from '../../models/billing/changePlan';
import { openWorkspace } from '../../models/credentials/openWorkspace';
import { rotateApiKey } from '../../models/credentials/rotateApiKey';
import { Tenant } from '../../models/database/Tenant';
import { inTransaction } from '../../models/database/transaction';
import { rotateWebhookSecret } from '../../models/webhooks/webhookSecrets';
import type { Config } from '../run';
import { found, withDatabase } from './Command';
import type { Command, Given } from './Command';

const NewWorkspace = z.object({ name: z.string().trim().min(1).max(120) });
const noWorkspace = 'there is no such workspace';

async function createWorkspace({ input }: Given, config: Config): Promise<object> {
  const { name } = NewWorkspace.parse(input);
  const { freePlanCredits } = config;
  return withDatabase(config, async (sequelize) =>
    inTransaction(sequelize, 'openWorkspace', async (transaction) =>
      openWorkspace({ name, freePlanCredits, withApiKey: true }, createSecrets(config.secretsKeys), transaction),
    ),
  );
}

async function rotateKey({ words: [subject] }: Given, config: Config): Promise<object> {
  const tenant = new Tenant(Id.parse(subject), null);
  const rotated = await withDatabase(config, async (sequelize) => rotateApiKey(sequelize, tenant));
  return found(rotated && { apiKey: rotated.apiKey }, noWorkspace);
}

async function rotateSecret({ words: [subject] }: Given, config: Config): Promise<object> {
  const tenant = new Tenant(Id.parse(subject), null);
  const secrets = createSecrets(config.secretsKeys);
  return found(await withDatabase(config, async () => rotateWebhookSecret(tenant, secrets)), noWorkspace);
}

/** Puts a workspace on a plan, as a subscription does (contract.md §6). */
async function changePlanOf({ words: [subject, wanted] }: Given, config: Config): Promise<object> {
  const workspaceId = Id.parse(subject);
  const plan = z.enum(planIds).parse(wanted);
  const monthlyCredits = monthlyCreditsOf(plan, config.freePlanCredits);
  const changed = await withDatabase(config, async (sequelize) =>
    inTransaction(sequelize, 'changePlan', async (transaction) =>
      changePlan(workspaceId, { plan, monthlyCredits }, transaction),
    ),
  );
  return found(changed, noWorkspace);
}

/** Commands about workspaces, their credentials and their plans. */
export const workspaceCommands: readonly Command[] = [
  {
    form: 'workspace create {"name"}',
    answer: '{workspaceId, organizationId, apiKey, webhookSecret}',
    run: createWorkspace,
  },
  {
    form: 'workspace rotate-key <workspaceId>',
    answer: '{apiKey}; the one before is refused from now on',
    run: rotateKey,
  },
  {
    form: 'workspace rotate-webhook-secret <workspaceId>',
    answer: '{webhookSecret, …}; the one before signs along for 24 hours',
    run: rotateSecret,
  },
  {
    form: 'plan <workspaceId> <plan>',
    answer: '{plan, nextPlan, …}; up at once, down when the cycle ends',
    run: changePlanOf,
  },
];
