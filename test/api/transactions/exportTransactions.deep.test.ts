import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { send } from '../../support/servers/sandbox';
import { byCounts } from '../../support/counts';
import { useDeployment } from '../../support/runs/deployment';
import { fillLedger } from './ledgerRows';

const deployment = useDeployment();
const count = byCounts({ few: 250_000, sample: 250_000, full: 1_000_000 });
/** How much more memory the API may need for so many transactions than for twenty thousand: less than their rows take. */
const moreBytesMax = 64 * 1024 ** 2;

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

/** The most memory that a process has had so far (proc_pid_status(5)). */
function peakBytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) * 1024;
}

it(`${count} transactions are exported in constant memory, each once`, async () => {
  const api = await deployment.up('api');
  const { url } = await api.ready();
  const [few, many] = [await register(url), await register(url)];
  await fillLedger(deployment.database, few.workspaceId, 20_000);
  await fillLedger(deployment.database, many.workspaceId, count);
  expect(await readExport(url, few.token)).toEqual({ rows: 20_001, isInOrder: true });
  const before = peakBytes(api.pid);
  expect(await readExport(url, many.token)).toEqual({ rows: count + 1, isInOrder: true });
  expect(peakBytes(api.pid) - before).toBeLessThan(moreBytesMax);
  const list = await send('GET', `${url}/api/v1/console/transactions?limit=50&page=1000`, { token: many.token });
  expect(list).toMatchObject({ status: 200, body: { total: count + 1 } });
  const overview = await send('GET', `${url}/api/v1/console/transactions/overview`, { token: many.token });
  expect(overview.status).toBe(200);
  const searched = await send('GET', `${url}/api/v1/console/transactions?search=nowhere`, { token: many.token });
  expect(searched).toMatchObject({ status: 200, body: { total: 0 } });
}, 300_000);
