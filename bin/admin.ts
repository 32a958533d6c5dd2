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
import { createPlatforms, platformFor } from '../platforms/index';
import { settingsOrExit } from './run';
import type { Config } from './run';

const usage = `usage: npm run admin -- <command>, with a JSON object on standard input, so that no secret is seen in a process list
  workspace create   {"name"}                                               → {workspaceId, organizationId, apiKey, webhookSecret}
  connection import  {"workspaceId","platform","accessToken","refreshToken"} → {connectionId, name}
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

const commands: Record<string, (input: unknown, config: Config) => Promise<object>> = {
  'workspace create': createWorkspace,
  'connection import': importConnection,
  'secrets reencrypt': reencryptSecrets,
};

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
    if (!root) throw new Error('there is no such workspace');
    const grant = { workspaceId, organizationId: root.id, platform, channel, accessToken, refreshToken };
    // When it runs out is not known here, so it is renewed at its first use; nor is whose it is.
    const unknown = { tokenExpiresAt: new Date(), platformAccount: null };
    return inTransaction(sequelize, async (transaction) =>
      storeGrant({ ...grant, ...unknown }, createSecrets(config.secretsKeys), transaction),
    );
  });
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

async function main(name: string): Promise<number> {
  const command = commands[name];
  if (!command) {
    process.stderr.write(usage);
    return 2;
  }
  const config = settingsOrExit();
  try {
    const result = await command(JSON.parse(await text(process.stdin)), config);
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return 0;
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    process.stderr.write(`${name}: ${reason}\n`);
    return 1;
  }
}

void main(process.argv.slice(2).join(' ')).then((code) => {
  process.exitCode = code;
});
