import { randomUUID } from 'node:crypto';
import { send } from '../../support/servers/sandbox';
import { byCounts } from '../../support/counts';
import { useDeployment } from '../../support/runs/deployment';
import { fillLedger } from './ledgerRows';

const deployment = useDeployment();
const count = byCounts({ few: 250_000, sample: 250_000, full: 1_000_000 });
/** The heap of the API, in MiB: its own 60 fit in, and the rows of so many transactions, 140 and more, do not. Node.js ends in a full heap. */
const heapMax = 110;

interface Owner {
  token: string;
  workspaceId: string;
}

async function register(url: string): Promise<Owner> {
  const body = { email: `${randomUUID()}@example.com`, name: 'Ada', password: 'correct horse' };
  const answer = await fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } };
  const [root] = await deployment.database.query<{ workspaceId: string }>(
    `SELECT o.workspace_id AS "workspaceId" FROM organizations o JOIN memberships m ON m.organization_id = o.id
     WHERE m.user_id = $1`,
    [user.id],
  );
  return { token, workspaceId: root!.workspaceId };
}

/** @returns how many transactions there are, and whether each is there once and newer than the next */
async function readExport(url: string, token: string): Promise<{ rows: number; isInOrder: boolean }> {
  const response = await fetch(`${url}/api/v1/console/transactions/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  let [rest, rows, last, isInOrder] = ['', -1, Infinity, true];
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split('\r\n');
    rest = lines.pop()!;
    rows += lines.length;
    for (const line of lines) {
      const number = Number(/'=entry (\d+)/.exec(line)?.[1] ?? NaN);
      isInOrder &&= Number.isNaN(number) || number < last;
      if (!Number.isNaN(number)) last = number;
    }
  }
  return { rows, isInOrder: isInOrder && rest === '' };
}

it(`${count} transactions are exported in constant memory, each once`, async () => {
  const api = await deployment.up('api', { NODE_OPTIONS: `--max-old-space-size=${heapMax}` });
  const { url } = await api.ready();
  const owner = await register(url);
  await fillLedger(deployment.database, owner.workspaceId, count);
  expect(await readExport(url, owner.token)).toEqual({ rows: count + 1, isInOrder: true });
  const list = await send('GET', `${url}/api/v1/console/transactions?limit=50&page=1000`, { token: owner.token });
  expect(list).toMatchObject({ status: 200, body: { total: count + 1 } });
  const overview = await send('GET', `${url}/api/v1/console/transactions/overview`, { token: owner.token });
  expect(overview.status).toBe(200);
  const searched = await send('GET', `${url}/api/v1/console/transactions?search=nowhere`, { token: owner.token });
  expect(searched).toMatchObject({ status: 200, body: { total: 0 } });
}, 300_000);
