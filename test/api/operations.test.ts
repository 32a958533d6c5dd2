import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CredentialKind } from '../../api/http/Route';
import { routes } from '../../api/routes';
import { tables } from './faults';

/** The credentials of an operation, by the letter of the specification: a key, a session, none, an assistant. */
const credentials: Readonly<Record<string, readonly CredentialKind[]>> = {
  K: ['apiKey'],
  J: ['member', 'identity'],
  'J(admin)': ['platformAdmin'],
  N: ['public', 'ticket'],
  M: ['mcp'],
};

const [, ...lines] = readFileSync(join(__dirname, 'operations.tsv'), 'utf8').trim().split('\n');
const operations = lines.map(
  (line) => line.split('\t') as [method: string, path: string, auth: string, success: string],
);
/** Names of parameters are ours to choose. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

it('are the 78 of the specification', () => {
  expect(operations).toHaveLength(78);
});

it.each(operations)('%s %s is served, for %s, with %s', (method, path, auth, success) => {
  const [route, ...others] = routes.filter(
    (one) => one.method === method.toLowerCase() && shapeOf(one.path) === shapeOf(path),
  );
  expect(others).toEqual([]);
  expect(credentials[auth]).toContain(route?.credential);
  expect(String(route?.success.status)).toBe(success);
});

it('have, with a credential of the API, their order of checks in one table each', () => {
  const kinds: readonly CredentialKind[] = ['apiKey', 'member', 'identity', 'platformAdmin'];
  const checked = routes.filter(({ credential }) => kinds.includes(credential));
  expect([...tables.keys()].toSorted()).toEqual(checked.map(({ operationId }) => operationId).toSorted());
});
