import { Client } from 'pg';
import { workspaceClient } from '../support/actors';
import { videoBody } from '../support/build/video';
import { videoBytes } from '../support/media/media';
import { textOf } from '../support/projectFiles';
import { useDeployment } from '../support/runs/deployment';
import { until } from '../support/until';
import { use } from '../support/use';

const deployment = useDeployment();

/** Works in the database of this test, as the user of this address. */
async function asUser<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The role that docs/deploy.md makes, under a name of its own: roles belong to all databases of a server. */
const role = use(async () => {
  const owner = deployment.database.url;
  const [, statements = ''] = /## A role of PostgreSQL[^]*?```sql\n([^]*?)```/.exec(textOf('docs/deploy.md')) ?? [];
  const name = `service_${process.pid}_${Date.now().toString(36)}`;
  const sql = statements.replaceAll('content_delivery_service', name);
  await asUser(owner, async (client) => client.query(sql));
  const url = new URL(owner);
  [url.username, url.password] = [name, 'change-me'];
  return {
    name,
    url: url.href,
    stop: async () => asUser(owner, async (client) => client.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`)),
  };
});

describe('the role of docs/deploy.md', () => {
  it('is enough for API and worker to take, publish and tell of a post', async () => {
    const settings = { DATABASE_URL: role.url };
    const all = [await deployment.up('api', settings), await deployment.up('worker', settings)];
    const receiver = await deployment.openReceiver();
    const channel = await deployment.connect();
    const caller = workspaceClient(await all[0]!.ready(), channel);
    const mediaUrl = deployment.media.serve({ bytes: videoBytes(1000) }).url;
    const body = videoBody(channel.connectionId, { mediaUrl, callbackUrl: receiver.url });
    const { id } = (await caller('POST', '/api/v1/assignments', { body })).body;
    const statusOf = async () => (await caller('GET', `/api/v1/assignments/${id}`)).body.status;
    await until(async () => (await statusOf()) === 'published', 30_000);
    await until(() => receiver.received.length > 0, 20_000);

    const users = await deployment.database.query(
      `SELECT DISTINCT usename AS "user" FROM pg_stat_activity WHERE datname = current_database() AND usename = $1`,
      [role.name],
    );
    expect(users).toEqual([{ user: role.name }]);
    for (const one of all) expect(await one.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(JSON.stringify(all.map(({ log }) => log))).not.toMatch(/permission denied|must be owner/);
  });

  it('may make and drop partitions of readings, by the functions that the schema has for it', async () => {
    const rights = await asUser(role.url, async (client) => {
      const made = await client.query(`SELECT make_reading_partitions('2001-01-01', '2001-02-01') AS made`);
      const dropped = await client.query(`SELECT drop_reading_partitions('2002-01-01') AS dropped`);
      return [made.rows, dropped.rows];
    });
    expect(rights).toEqual([[{ made: 2 }], [{ dropped: 2 }]]);
  });

  it.each([
    ['CREATE TABLE mine (id integer)', 'permission denied for schema public'],
    ['ALTER TABLE users ADD COLUMN more text', 'must be owner of table users'],
    ['DROP TABLE users', 'must be owner of table users'],
    ['TRUNCATE users', 'permission denied for table users'],
    ['CREATE ROLE more', 'permission denied to create role'],
  ])('may not %s', async (statement, words) => {
    await expect(asUser(role.url, async (client) => client.query(statement))).rejects.toThrow(words);
  });
});
