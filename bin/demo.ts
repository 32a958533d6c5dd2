import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { platformSlugs } from '../domain/platform';
import { createLogger } from '../lib/logger';
import { createPasswords } from '../lib/passwords';
import { createSecrets, parseSecretsKeys } from '../lib/secrets';
import { openDatabase } from '../models/openDatabase';
import { ask } from './demoData/ask';
import { isLocalDatabase } from './demoData/isLocal';
import { historyDays, makeHistory } from './demoData/makeHistory';
import { onSandbox } from './demoData/onSandbox';
import { planWeek } from './demoData/week';
import type { Team } from './demoData/week';
import { demoOwner, makeDemo, removeDemo } from './demoData/workspace';

const usage = `npm run demo              writes ${historyDays} days of history into the database of the running \`npm start\`, in a workspace of its own;
                          an earlier one is removed
npm run demo -- remove    removes that workspace and its owner, whole
`;
const dataDir = join(__dirname, '..', '.data');
const RunFile = z.object({ apiUrl: z.string(), databaseUrl: z.string(), sandbox: z.object({ url: z.string() }) });
const Connections = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), platform: z.enum(platformSlugs) })),
});

/** @returns the exit code */
async function main(words: readonly string[]): Promise<number> {
  const [command = 'make', ...others] = words;
  if (others.length > 0 || !['make', 'remove'].includes(command)) return refuse(usage);
  const runFile = join(dataDir, 'run.json');
  if (!existsSync(runFile)) return refuse('Nothing runs here: begin with `npm start`, and leave it running.\n');
  const { apiUrl, databaseUrl, sandbox } = RunFile.parse(JSON.parse(readFileSync(runFile, 'utf8')));
  if (!isLocalDatabase(databaseUrl)) return refuse('The database is not on this machine: no demo is written there.\n');
  const sequelize = openDatabase({ url: databaseUrl, poolSize: 2, logger: createLogger('demo', 'error') });
  try {
    if (command === 'remove') {
      const removed = await removeDemo({ sequelize });
      process.stdout.write(removed > 0 ? 'The demo is removed.\n' : 'There was no demo.\n');
      return 0;
    }
    const secrets = createSecrets(parseSecretsKeys(readFileSync(join(dataDir, 'secrets-key'), 'utf8').trim()));
    const now = new Date();
    const history = await onSandbox(makeHistory(now, `${sandbox.url}/_sandbox/media`), sandbox.url, now);
    const { organizationId } = await makeDemo({ sequelize, secrets, passwords: createPasswords() }, history, now);
    await planWeek({ apiUrl, sandboxUrl: sandbox.url, organizationId, ...(await planning(apiUrl)) }, now);
    process.stdout.write(greeting(apiUrl, organizationId));
    return 0;
  } finally {
    await sequelize.close();
  }
}

/** The owner of the history is logged in, and finds the channels. */
async function planning(apiUrl: string): Promise<Pick<Team, 'tokens' | 'channels'>> {
  const { email, password } = demoOwner;
  const body = { email, password };
  const { token } = await ask(z.object({ token: z.string() }), `${apiUrl}/api/v1/auth/login`, { body });
  const { items } = await ask(Connections, `${apiUrl}/api/v1/console/connections`, { token });
  const named = (name: string) => {
    const found = items.find((item) => item.name === name);
    if (!found) throw new Error(`the history has no channel ${name}`);
    return { platform: found.platform, connectionId: found.id };
  };
  const channels = {
    diaries: named('Harbour Diaries'),
    shorts: named('Coast Path Shorts'),
    cafe: named('Harbour Café'),
    lighthouse: named('Old Lighthouse'),
  };
  return { tokens: [token], channels };
}

function greeting(apiUrl: string, organizationId: string): string {
  const { email, password } = demoOwner;
  return `${historyDays} days of history are in organization ${organizationId}.
Log in with POST ${apiUrl}/api/v1/auth/login, as ${email} with the password "${password}",
then GET ${apiUrl}/api/v1/console/stats/overview?days=90.
`;
}

function refuse(message: string): number {
  process.stderr.write(message);
  return 2;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
