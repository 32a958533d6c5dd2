import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Id } from '../domain/ids';
import { platformSlugs } from '../domain/platform';
import { createLogger } from '../lib/logger';
import { createSecrets } from '../lib/secrets';
import { inTransaction, openDatabase } from '../models/database';
import { Organization } from '../models/Organization';
import { openWorkspace } from '../models/openWorkspace';
import { reencrypt } from '../models/reencrypt';
import { storeGrant } from '../models/storeGrant';
import { User } from '../models/User';
import { rotateWebhookSecret } from '../models/webhookSecrets';
import { Workspace } from '../models/Workspace';
import { createPlatforms, platformFor } from '../platforms/index';
import { settingsOrExit } from './run';
import type { Config } from './run';

const usage = `usage: npm run admin -- <command>, where it says so with a JSON object on standard input, so that no secret is seen in a process list
  workspace create   {"name"}                                               → {workspaceId, organizationId, apiKey, webhookSecret}
  workspace rotate-key             <workspaceId>                            → {apiKey}; the one before is refused from now on
  workspace rotate-webhook-secret  <workspaceId>                            → {webhookSecret, …}; the one before signs along for 24 hours
  connection import  {"workspaceId","platform","accessToken","refreshToken"} → {connectionId, name}
  grant                            <email>                                  → {userId}; the user administers this installation from now on
  secrets reencrypt  {}                                                     → how many values now have the newest key of SECRETS_KEY
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

type Run = (input: unknown, config: Config) => Promise<object>;

/** Commands that read their input from standard input. */
const commands: Record<string, Run> = {
  'workspace create': createWorkspace,
  'connection import': importConnection,
  'secrets reencrypt': reencryptSecrets,
};

/** Commands about one workspace or one user, who is named after them. */
const subjectCommands: Record<string, Run> = {
  'workspace rotate-key': rotateKey,
  'workspace rotate-webhook-secret': rotateSecret,
  grant: grantPlatformAdmin,
};

/** A failure that the words alone explain. */
class Refusal extends Error {}

async function createWorkspace(input: unknown, config: Config): Promise<object> {
  const { name } = NewWorkspace.parse(input);
  const { freePlanCredits } = config;
  return withDatabase(config, async (sequelize) =>
    inTransaction(sequelize, async (transaction) =>
      openWorkspace({ name, freePlanCredits, withApiKey: true }, createSecrets(config.secretsKeys), transaction),
    ),
  );
}

/** Stores a grant that was obtained elsewhere, after asking the platform which channel it speaks for. */
async function importConnection(input: unknown, config: Config): Promise<object> {
  const { workspaceId, platform, accessToken, refreshToken } = ImportedGrant.parse(input);
  const signal = AbortSignal.timeout(callDeadlineMs);
  const channel = await platformFor(createPlatforms(config.platforms), platform).channel({ accessToken, signal });
  return withDatabase(config, async (sequelize) => {
    const root = await Organization.findOne({ where: { workspaceId, isRoot: true }, raw: true });
    if (!root) throw new Refusal(noWorkspace);
    const grant = { workspaceId, organizationId: root.id, platform, channel, accessToken, refreshToken };
    // When it runs out is not known here, so it is renewed at its first use; nor is whose it is.
    const unknown = { tokenExpiresAt: new Date(), platformAccount: null };
    return inTransaction(sequelize, async (transaction) =>
      storeGrant({ ...grant, ...unknown }, createSecrets(config.secretsKeys), transaction),
    );
  });
}

async function rotateKey(input: unknown, config: Config): Promise<object> {
  const workspaceId = Id.parse(input);
  const rotated = await withDatabase(config, async () => Workspace.rotateApiKey(workspaceId));
  return found(rotated && { apiKey: rotated.apiKey });
}

async function rotateSecret(input: unknown, config: Config): Promise<object> {
  const workspaceId = Id.parse(input);
  const secrets = createSecrets(config.secretsKeys);
  return found(await withDatabase(config, async () => rotateWebhookSecret(workspaceId, secrets)));
}

/** The only way to become a platform administrator (contract.md §1). */
async function grantPlatformAdmin(input: unknown, config: Config): Promise<object> {
  const email = z.string().parse(input);
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

async function withDatabase<T>(
  config: Config,
  work: (sequelize: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const logger = createLogger('admin', 'error');
  const sequelize = openDatabase({ url: config.databaseUrl, poolSize: 2, logger });
  try {
    return await work(sequelize);
  } finally {
    await sequelize.close();
  }
}

async function main(words: string[]): Promise<number> {
  const ofInput = commands[words.join(' ')];
  const [name, subject] = ofInput ? [words.join(' '), undefined] : [words.slice(0, -1).join(' '), words.at(-1)];
  const command = ofInput ?? subjectCommands[name];
  if (!command) {
    process.stderr.write(usage);
    return 2;
  }
  const config = settingsOrExit();
  try {
    const result = await command(subject ?? JSON.parse(await text(process.stdin)), config);
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${name}: ${reasonOf(error)}\n`);
    return 1;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Refusal ? error.message : String(error);
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
