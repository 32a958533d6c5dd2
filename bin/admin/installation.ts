import { z } from 'zod';
import { createSecrets } from '../../lib/secrets';
import { inTransaction } from '../../models/database/transaction';
import { markRestored, restoredAssignments } from '../../models/publishing/restoredRows';
import { reencrypt } from '../../models/reencrypt';
import { User } from '../../models/users/User';
import { runsSince } from '../../outbox/runsSince';
import type { Config } from '../run';
import { found, withDatabase } from './Command';
import type { Command, Given, Sequelize } from './Command';
import { withTemporal } from './withTemporal';

const KnownUntil = z.iso.datetime({ offset: true }).transform((time) => new Date(time));

/** The assignments that may have been published since a backup (docs/deploy.md, Restore). */
async function listRestored({ words: [time] }: Given, config: Config): Promise<object> {
  const knownUntil = KnownUntil.parse(time);
  const runs = await withTemporal(async (client) => runsSince(client, knownUntil));
  return { assignments: await withDatabase(config, async () => restoredAssignments(knownUntil, runs)) };
}

async function markRestoredAssignments({ words: [time] }: Given, config: Config): Promise<object> {
  const knownUntil = KnownUntil.parse(time);
  const runs = await withTemporal(async (client) => runsSince(client, knownUntil));
  const mark = async (sequelize: Sequelize) =>
    inTransaction(sequelize, 'markRestored', async (transaction) => markRestored(knownUntil, runs, transaction));
  return { marked: await withDatabase(config, mark) };
}

/** The only way to become a platform administrator (contract.md §1). */
async function grantPlatformAdmin({ words: [subject] }: Given, config: Config): Promise<object> {
  const email = z.string().parse(subject);
  const userId = await withDatabase(config, async () => User.grantPlatformAdmin(email));
  return found(userId === null ? null : { userId }, 'there is no such user');
}

/** The last step of a key rotation; afterwards the old key can be taken out of SECRETS_KEY. */
async function reencryptSecrets(_given: Given, config: Config): Promise<object> {
  const [newestKeyId = ''] = config.secretsKeys.keys();
  return withDatabase(config, async () => reencrypt(createSecrets(config.secretsKeys), newestKeyId));
}

/** Commands about the whole installation. */
export const installationCommands: readonly Command[] = [
  {
    form: 'grant <email>',
    answer: '{userId}; the user administers this installation from now on',
    run: grantPlatformAdmin,
  },
  {
    form: 'restored list <knownUntil>',
    answer:
      '{assignments}; those that may have been published since, without a database restored to that moment knowing it',
    run: listRestored,
  },
  {
    form: 'restored mark <knownUntil>',
    answer:
      '{marked}; they are looked for on their platforms before anything else. All others with work get another run',
    run: markRestoredAssignments,
  },
  {
    form: 'secrets reencrypt',
    answer: 'how many values now have the newest key of SECRETS_KEY',
    run: reencryptSecrets,
  },
];
