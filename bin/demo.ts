import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createLogger } from '../lib/logger';
import { createPasswords } from '../lib/passwords';
import { createSecrets, parseSecretsKeys } from '../lib/secrets';
import { openDatabase } from '../models/openDatabase';
import { isLocalDatabase } from './demoData/isLocal';
import { historyDays, makeHistory } from './demoData/makeHistory';
import { demoOwner, makeDemo, removeDemo } from './demoData/workspace';

const usage = `npm run demo              writes ${historyDays} days of history into the database of the running \`npm start\`, in a workspace of its own;
                          an earlier one is removed
npm run demo -- remove    removes that workspace and its owner, whole
`;
const dataDir = join(__dirname, '..', '.data');
const RunFile = z.object({ apiUrl: z.string(), databaseUrl: z.string() });

/** @returns the exit code */
async function main(words: readonly string[]): Promise<number> {
  const [command = 'make', ...others] = words;
  if (others.length > 0 || !['make', 'remove'].includes(command)) return refuse(usage);
  const runFile = join(dataDir, 'run.json');
  if (!existsSync(runFile)) return refuse('Nothing runs here: begin with `npm start`, and leave it running.\n');
  const { apiUrl, databaseUrl } = RunFile.parse(JSON.parse(readFileSync(runFile, 'utf8')));
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
    const { organizationId } = await makeDemo(
      { sequelize, secrets, passwords: createPasswords() },
      makeHistory(now),
      now,
    );
    process.stdout.write(greeting(apiUrl, organizationId));
    return 0;
  } finally {
    await sequelize.close();
  }
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
