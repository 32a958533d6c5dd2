import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stranger } from '../support/actors';
import type { Address } from '../support/actors';

export const faces = ['API key', 'user'] as const;
export type Face = (typeof faces)[number];
export type Caller = Face | 'member';
export const prefixes = { 'API key': '/api/v1', user: '/api/v1/console' } as const;

export interface Draft {
  caller: Caller | null;
  id: string;
  /** The organization in the path. */
  organizationId?: string;
  postId?: string;
  query?: string;
  headers: Record<string, string>;
  body?: Record<string, unknown>;
}

/** A fault of a request. Of two faults of one part, a request has one. */
export interface Fault {
  name: string;
  part: string;
  /** Status, and the beginning of the message. */
  answer: RegExp;
  spoil: (draft: Draft) => void;
}

export interface Operation {
  method: string;
  /** By default the prefix of the face. */
  prefix?: string;
  path: (draft: Draft) => string;
  /** The request without any of the faults. */
  draft: (face: Face) => Draft;
  /** The answer to that request. */
  answer: RegExp;
  /** The faults in the order in which they are found (contract.md §2, §13; api/README.md). */
  faults: Fault[];
}

export const credential: Fault = {
  name: 'no credential',
  part: 'credential',
  answer: /^401 /,
  spoil: (draft) => (draft.caller = null),
};
export const malformedId: Fault = {
  name: 'a malformed id',
  part: 'id',
  answer: /^400 /,
  spoil: (draft) => (draft.id = 'A'),
};
export const malformedBody = (body: Record<string, unknown>): Fault => ({
  name: 'a malformed body',
  part: 'syntax',
  answer: /^400 /,
  spoil: (draft) => (draft.body = { ...draft.body, ...body }),
});
export const malformedQuery = (query: string): Fault => ({
  name: 'a malformed query',
  part: 'syntax',
  answer: /^400 /,
  spoil: (draft) => (draft.query = query),
});
export const unknownId = (what: string): Fault => ({
  name: `an unknown ${what}`,
  part: 'id',
  answer: new RegExp(`^404 There is no such ${what}`),
  spoil: (draft) => (draft.id = randomUUID()),
});
/** Faults of the console alone: the place where a request acts, and the rights of the caller there. */
export const membership: Fault[] = [
  {
    name: 'a malformed organization',
    part: 'organization',
    answer: /^400 .*"X-Organization-Id"/,
    spoil: (draft) => (draft.headers['X-Organization-Id'] = 'A'),
  },
  {
    name: 'an organization of others',
    part: 'organization',
    answer: /^404 There is no such organization/,
    spoil: (draft) => (draft.headers['X-Organization-Id'] = randomUUID()),
  },
  { name: 'a role that is too low', part: 'credential', answer: /^403 /, spoil: (draft) => (draft.caller = 'member') },
];

/** Every selection of faults with at most one of each part. */
function selections(faults: readonly Fault[]): Fault[][] {
  return faults.reduce<Fault[][]>(
    (found, fault) => [
      ...found,
      ...found.filter((some) => some.every(({ part }) => part !== fault.part)).map((some) => [...some, fault]),
    ],
    [[]],
  );
}

/** The callers of a face, and its addresses. */
export interface Scene {
  app: Address;
  credentials: Readonly<Record<Caller, string>>;
}

async function answerTo(
  { app, credentials }: Scene,
  face: Face,
  { method, prefix = prefixes[face], path, draft }: Operation,
  faults: readonly Fault[],
): Promise<string> {
  const request = draft(face);
  for (const { spoil } of faults) spoil(request);
  const { caller, id, headers, body } = request;
  const answer = await stranger(app)(method, prefix + path(request), {
    headers: { ...headers, ...(caller && { authorization: `Bearer ${credentials[caller]}` }) },
    ...(body && { body: { connectionId: id, ...body } }),
  });
  return `${answer.status} ${answer.body.message ?? ''} ${JSON.stringify(answer.body.details ?? answer.body)}`;
}

/** An operation, its name, and by whom it is asked. */
export type Cell = readonly [name: string, face: Face, operation: Operation];

/** The operations whose checks a table is to show: by their names in the document of the API, with the names of the tables. */
export const tables = new Map(
  readFileSync(join(__dirname, 'orderOfChecks.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t') as [operationId: string, table: string]),
);

/** A table, and where it is tried. */
interface Tried {
  app: Address;
  scene: Pick<Scene, 'credentials'>;
  cells: readonly Cell[];
}

/** Tries all operations of a table. */
export function describeOrder(table: string, { app, scene, cells }: Tried): void {
  it('has the operations of this table', () => {
    const wanted = [...tables].filter(([, name]) => name === table).map(([operationId]) => operationId);
    expect(cells.map(operationIdOf).toSorted()).toEqual(wanted.toSorted());
  });

  it.each(cells)('%s by the %s: of all that is wrong, the first is answered', async (_name, face, operation) => {
    await expectOrder({ app, credentials: scene.credentials }, face, operation);
  });
}

function operationIdOf([name, face, { prefix }]: Cell): string {
  return face === 'user' && prefix === undefined ? `console${name[0]!.toUpperCase()}${name.slice(1)}` : name;
}

/** Sends the operation with every selection of its faults: of all faults, the first is answered. */
async function expectOrder(scene: Scene, face: Face, operation: Operation): Promise<void> {
  await Promise.all(
    selections(operation.faults).map(async (faults) => {
      const { answer: wanted } = operation.faults.find((fault) => faults.includes(fault)) ?? operation;
      const answer = await answerTo(scene, face, operation, faults);

      const what = faults.map(({ name }) => name).join(', ');
      expect(wanted.test(answer) ? wanted : `${what}: ${answer}`).toBe(wanted);
    }),
  );
}
