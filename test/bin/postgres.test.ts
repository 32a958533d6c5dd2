import { statSync } from 'node:fs';
import { Client } from 'pg';
import { isAlive, root, startProgram } from '../support/programs';
import { useTempDir } from '../support/tempDir';
import { until } from '../support/until';

const program = `
import { createProcesses } from './bin/local/servers/processes.mjs';
import { reserve } from './bin/local/servers/ports.mjs';
import { startPostgres } from './bin/local/servers/postgres.mjs';
const processes = createProcesses();
process.on('SIGTERM', () => processes.stopAll().then(() => process.exit(0)));
const [root, dir] = process.argv.slice(1);
const { url } = await startPostgres({ processes, root, dir: dir + '/pg', port: await reserve(), logFile: dir + '/log' });
console.log(JSON.stringify({ url, pid: processes.running()[0].pid }));`;

interface Started {
  url: string;
  pid: number;
}

describe('the local PostgreSQL', () => {
  const dir = useTempDir();
  const start = () => startProgram<Started>(program, root, dir.path);

  it('ends with a program that is killed, and keeps its data', async () => {
    const first = await start();
    await query(first.said.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.end('SIGKILL');
    await until(async () => !(await isAlive(first.said.pid)));

    const second = await start();
    expect(await query(second.said.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.end('SIGTERM');
    expect(second.process.exitCode).toBe(0);
    expect(await isAlive(second.said.pid)).toBe(false);
  });

  it('starts again at once after a kill, while the old one may still be ending', async () => {
    const first = await start();
    await first.end('SIGKILL');
    const second = await start();
    expect(await query(second.said.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.end('SIGTERM');
  });

  it('asks for a password that others on the machine cannot read', async () => {
    const { said, end } = await start();
    const url = new URL(said.url);
    url.password = 'guessed';
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(statSync(dir.at('pg')).mode & 0o077).toBe(0);
    await end('SIGTERM');
  });
});

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
