import { execFile } from 'node:child_process';
import { appendFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { evaluate } from '../support/programs';
import type { OwnServers } from '../support/servers/ownServers';
import type { TestDatabase } from '../support/servers/database';
import { until } from '../support/until';
import { page } from './page';

/** A cluster of PostgreSQL with a WAL archive, which can be lost and brought back to an earlier moment. */
export interface Cluster {
  /** Makes a base backup. */
  backUp: () => Promise<void>;
  /** The database's clock now, as an operator writes it: of what is committed later, a recovery to it has nothing. */
  moment: () => Promise<string>;
  /** Loses the cluster at once. All that it has written is in the archive. */
  lose: () => Promise<void>;
  /** Brings the cluster back to that moment, under its address. */
  restore: (knownUntil: string) => Promise<void>;
}

const toolsProgram = `
import { findSystemPostgres } from './bin/local/servers/postgresBinaries.mjs';
import { unprivileged } from './bin/local/servers/unprivileged.mjs';
console.log(JSON.stringify({ bin: findSystemPostgres().dir, prefix: unprivileged(process.argv[1]) }));`;

/** Gives the cluster the archive of docs/deploy.md, in a folder of its own. The server is the system's own. */
export async function openCluster({ postgres, dir }: OwnServers, database: TestDatabase): Promise<Cluster> {
  const home = join(dir, 'pg');
  const data = join(home, 'data');
  const { bin, prefix } = await evaluate<{ bin: string; prefix: string[] }>(toolsProgram, home);
  const here = (text: string): string => text.replaceAll('/var/backups', home).replaceAll('<data>', data);
  const type = async (commands: string): Promise<void> => {
    const [program, words] = inShell(prefix, here(commands));
    const env = { PATH: `${bin}:${process.env['PATH']}`, DATABASE_URL: postgres.address };
    await promisify(execFile)(program, words, { env });
  };
  await type('mkdir -m 700 /var/backups/wal');
  appendFileSync(join(data, 'postgresql.conf'), here(page.archive));
  await postgres.crash();
  await postgres.restart();
  const answers = async () => (await database.query('SELECT 1')).length > 0;
  await until(answers, { isForgiving: true });
  return {
    backUp: async () => type(page.baseBackup),
    moment: async () => {
      const read = `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"') AS now`;
      const [row] = await database.query<{ now: string }>(read);
      return row!.now;
    },
    lose: async () => {
      const read = 'SELECT pg_walfile_name(pg_switch_wal()) AS segment';
      const [row] = await database.query<{ segment: string }>(read);
      const archived = 'SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= $1';
      const isArchived = async () => (await database.query(archived, [row!.segment])).length > 0;
      await until(isArchived, { wanted: 'the last segment is archived' });
      await postgres.crash();
    },
    restore: async (knownUntil) => {
      renameSync(data, join(home, 'lost'));
      await type(page.copyBack);
      appendFileSync(join(data, 'postgresql.auto.conf'), here(page.recovery).replaceAll('<knownUntil>', knownUntil));
      await postgres.restart();
      await until(answers, { isForgiving: true });
    },
  };
}

/** The program that runs commands of a shell, with its words. */
function inShell([first, ...others]: readonly string[], commands: string): [program: string, words: string[]] {
  return first === undefined ? ['sh', ['-ec', commands]] : [first, [...others, 'sh', '-ec', commands]];
}
