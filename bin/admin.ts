import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Id } from '../domain/ids';
import { platformSlugs } from '../domain/platform';
import { monthlyCreditsOf, planIds } from '../domain/credits';
import { createLogger } from '../lib/logger';
import { createSecrets } from '../lib/secrets';
import { changePlan } from '../models/billing/changePlan';
import { openDatabase } from '../models/openDatabase';
import { inTransaction } from '../models/database/transaction';
import { Organization } from '../models/organizations/Organization';
import { openWorkspace } from '../models/credentials/openWorkspace';
import { reencrypt } from '../models/reencrypt';
import { markRestored, restoredAssignments } from '../models/publishing/restoredRows';
import { spendingOf } from '../channels/spendQuota';
import { storeGrant } from '../models/oauth/storeGrant';
import { Tenant } from '../models/database/Tenant';
import { User } from '../models/users/User';
import { rotateWebhookSecret } from '../models/webhooks/webhookSecrets';
import { rotateApiKey } from '../models/credentials/rotateApiKey';
import { createPlatforms, platformFor } from '../platforms/index';
import type { RenewedTokens } from '../platforms/Platform';
import { settingsOrExit } from './run';
import { verifyHere } from './verifyHere';
import type { Config } from './run';

const usage = `usage: npm run admin -- <command>, where it says so with a JSON object on standard input, so that no secret is seen in a process list
  workspace create   {"name"}                                               → {workspaceId, organizationId, apiKey, webhookSecret}
  workspace rotate-key             <workspaceId>                            → {apiKey}; the one before is refused from now on
  workspace rotate-webhook-secret  <workspaceId>                            → {webhookSecret, …}; the one before signs along for 24 hours
  connection import  {"workspaceId","platform","accessToken","refreshToken"} → {connectionId, name}
  plan                <workspaceId> <plan>                                  → {plan, nextPlan, …}; up at once, down when the cycle ends
  grant                            <email>                                  → {userId}; the user administers this installation from now on
  restored list                    <knownUntil>                             → {assignments}; those that a database restored from that moment cannot know about
  restored mark                    <knownUntil>                             → {marked}; they are looked for on their platforms before anything else
  secrets reencrypt  {}                                                     → how many values now have the newest key of SECRETS_KEY
  verify              <platform> [options]                                  → a table of what was seen on real accounts; alone it lists platforms and options
`;

const NewWorkspace = z.object({ name: z.string().trim().min(1).max(120) });
const ImportedGrant = z.object({
  workspaceId: Id,
  platform: z.enum(platformSlugs),
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
});
const callDeadlineMs = 30_000;
const noWorkspace = 'there is no such workspace';

type Sequelize = ReturnType<typeof openDatabase>;
type Run = (input: unknown, config: Config) => Promise<object>;

/** Commands that read their input from standard input. */
const commands: Record<string, Run> = {
  'workspace create': createWorkspace,
  'connection import': importConnection,
  'secrets reencrypt': reencryptSecrets,
};

/** Commands about one workspace or one user, who is named after them; and how many words follow the command. */
const subjectCommands: Record<
  string,
  { words: number; run: (words: readonly string[], config: Config) => Promise<object> }
> = {
  'workspace rotate-key': { words: 1, run: rotateKey },
  'workspace rotate-webhook-secret': { words: 1, run: rotateSecret },
  'restored list': { words: 1, run: listRestored },
  'restored mark': { words: 1, run: markRestoredAssignments },
  plan: { words: 2, run: changePlanOf },
  grant: { words: 1, run: grantPlatformAdmin },
};

/** A failure that the words alone explain. */
class Refusal extends Error {}

async function createWorkspace(input: unknown, config: Config): Promise<object> {
  const { name } = NewWorkspace.parse(input);
  const { freePlanCredits } = config;
  return withDatabase(config, async (sequelize) =>
    inTransaction(sequelize, 'openWorkspace', async (transaction) =>
      openWorkspace({ name, freePlanCredits, withApiKey: true }, createSecrets(config.secretsKeys), transaction),
    ),
  );
}

/**
 * Stores a grant that was obtained elsewhere. The platform says which channel it speaks for, and renews it: so its end
 * and its permissions are known.
 */
async function importConnection(input: unknown, config: Config): Promise<object> {
  const { workspaceId, platform, accessToken, refreshToken } = ImportedGrant.parse(input);
  const from = platformFor(createPlatforms(config.platforms), platform);
  return withDatabase(config, async (sequelize) => {
    const root = await Organization.findOne({ where: { workspaceId, isRoot: true }, raw: true });
    if (!root) throw new Refusal(noWorkspace);
    const [signal, spend] = [AbortSignal.timeout(callDeadlineMs), spendingOf(from, workspaceId)];
    const channel = await from.channel({ accessToken, signal, spend });
    const call = { channelId: channel.externalPlatformId, signal };
    // Where it is not renewed now, it is at its first use, and nothing is known of its permissions until then.
    const renewed = await from
      .refreshTokens(refreshToken, call)
      .catch((): RenewedTokens => ({ accessToken, expiresInSeconds: 0 }));
    const { expiresInSeconds, accessEndsAt = null, permissions = [], ...tokens } = renewed;
    const tokenExpiresAt = expiresInSeconds === null ? null : new Date(Date.now() + expiresInSeconds * 1000);
    const owner = { workspaceId, organizationId: root.id, platform, channel, platformAccount: null };
    const grant = { refreshToken, ...tokens, tokenExpiresAt, accessEndsAt, permissions };
    return inTransaction(sequelize, 'storeGrant', async (transaction) =>
      storeGrant({ ...owner, ...grant }, createSecrets(config.secretsKeys), transaction),
    );
  });
}

async function rotateKey([subject]: readonly string[], config: Config): Promise<object> {
  const workspaceId = Id.parse(subject);
  const rotated = await withDatabase(config, async (sequelize) =>
    rotateApiKey(sequelize, new Tenant(workspaceId, null)),
  );
  return found(rotated && { apiKey: rotated.apiKey });
}

async function rotateSecret([subject]: readonly string[], config: Config): Promise<object> {
  const workspaceId = Id.parse(subject);
  const secrets = createSecrets(config.secretsKeys);
  return found(await withDatabase(config, async () => rotateWebhookSecret(new Tenant(workspaceId, null), secrets)));
}

/** Puts a workspace on a plan, as a subscription does (contract.md §6). */
async function changePlanOf([subject, wanted]: readonly string[], config: Config): Promise<object> {
  const workspaceId = Id.parse(subject);
  const plan = z.enum(planIds).parse(wanted);
  const monthlyCredits = monthlyCreditsOf(plan, config.freePlanCredits);
  const changed = await withDatabase(config, async (sequelize) =>
    inTransaction(sequelize, 'changePlan', async (transaction) =>
      changePlan(workspaceId, { plan, monthlyCredits }, transaction),
    ),
  );
  return found(changed);
}

const KnownUntil = z.iso.datetime({ offset: true }).transform((time) => new Date(time));

/** The assignments that may have been published since a backup (docs/deploy.md, Restore). */
async function listRestored([time]: readonly string[], config: Config): Promise<object> {
  const knownUntil = KnownUntil.parse(time);
  return { assignments: await withDatabase(config, async () => restoredAssignments(knownUntil)) };
}

async function markRestoredAssignments([time]: readonly string[], config: Config): Promise<object> {
  const knownUntil = KnownUntil.parse(time);
  const mark = async (sequelize: Sequelize) =>
    inTransaction(sequelize, 'markRestored', async (transaction) => markRestored(knownUntil, transaction));
  return { marked: await withDatabase(config, mark) };
}

/** The only way to become a platform administrator (contract.md §1). */
async function grantPlatformAdmin([subject]: readonly string[], config: Config): Promise<object> {
  const email = z.string().parse(subject);
  const userId = await withDatabase(config, async () => User.grantPlatformAdmin(email));
  return found(userId === null ? null : { userId }, 'there is no such user');
}

function found(result: object | null, otherwise = noWorkspace): object {
  if (result === null) throw new Refusal(otherwise);
  return result;
}

/** The last step of a key rotation; afterwards the old key can be taken out of SECRETS_KEY. */
async function reencryptSecrets(_input: unknown, config: Config): Promise<object> {
  const [newestKeyId = ''] = config.secretsKeys.keys();
  return withDatabase(config, async () => reencrypt(createSecrets(config.secretsKeys), newestKeyId));
}

async function withDatabase<T>(config: Config, work: (sequelize: Sequelize) => Promise<T>): Promise<T> {
  const logger = createLogger('admin', 'error');
  const sequelize = openDatabase({ url: config.databaseUrl, poolSize: 2, logger });
  try {
    return await work(sequelize);
  } finally {
    await sequelize.close();
  }
}

async function main(words: string[]): Promise<number> {
  if (words[0] === 'verify') return verifyHere(words.slice(1));
  const command = commandOf(words);
  if (!command) {
    process.stderr.write(usage);
    return 2;
  }
  const config = settingsOrExit();
  try {
    const result = await command.run(config);
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${command.name}: ${reasonOf(error)}\n`);
    return 1;
  }
}

interface Command {
  name: string;
  run: (config: Config) => Promise<object>;
}

function commandOf(words: readonly string[]): Command | undefined {
  const ofInput = commands[words.join(' ')];
  if (ofInput) {
    return { name: words.join(' '), run: async (config) => ofInput(await readInput(), config) };
  }
  return Object.entries(subjectCommands)
    .map(([name, { words: count, run }]): Command & { isMeant: boolean } => ({
      name,
      isMeant: words.slice(0, words.length - count).join(' ') === name,
      run: async (config) => run(words.slice(words.length - count), config),
    }))
    .find(({ isMeant }) => isMeant);
}

/** The input may hold tokens, which the parser's own message would quote. */
async function readInput(): Promise<unknown> {
  const input = await text(process.stdin);
  try {
    return JSON.parse(input);
  } catch {
    throw new Refusal('stdin has no valid JSON');
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Refusal ? error.message : String(error);
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
