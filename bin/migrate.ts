import { createLogger } from '../lib/logger';
import { openDatabase } from '../models/openDatabase';
import { migrate } from '../models/database/migrate';
import { settingsOrExit } from './run';

/** `migrate up` brings the schema to the newest state, `migrate down [n]` takes the newest n (1) migrations back. */
async function main(direction: string | undefined, steps: string | undefined): Promise<number> {
  if (direction !== 'up' && direction !== 'down') {
    process.stderr.write('usage: npm run migrate -- up | down [how many]\n');
    return 2;
  }
  const config = settingsOrExit();
  const logger = createLogger('migrate', config.logLevel);
  const sequelize = openDatabase({ url: config.databaseUrl, poolSize: 3, logger });
  try {
    const done = await migrate(sequelize, direction, Number(steps ?? 1));
    process.stdout.write(
      done.length > 0 ? `migrated ${direction}: ${done.join(', ')}\n` : 'the schema is up to date\n',
    );
    return 0;
  } catch (error) {
    process.stderr.write(
      `the schema could not be migrated: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return 1;
  } finally {
    await sequelize.close();
  }
}

void main(process.argv[2], process.argv[3]).then((code) => {
  process.exitCode = code;
});
