import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { moves } from '../../../bin/docs/moves';

const root = join(__dirname, '..', '..', '..');
const folders = ['activities', 'api', 'bin', 'channels', 'lib', 'models', 'outbox', 'platforms'];

/** Statuses to which a job is moved, by its run or by a caller. */
const targets = [...new Set(moves.map(({ to }) => to))];

/**
 * The names of all failpoints, as the source has them: there is no other list.
 * @throws for a failpoint whose name cannot be read from the source, and for a name that stands twice
 */
export function listPoints(): string[] {
  const points = sources().flatMap((file) => pointsIn(readFileSync(file, 'utf8'), relative(root, file)));
  const repeated = points.filter((point, index) => points.indexOf(point) !== index);
  if (repeated.length > 0) throw new Error(`failpoints of the same name: ${repeated.join(', ')}`);
  return points;
}

/** Code that commits a transaction of several statements, or changes something on a platform. */
const boundary = /\binTransaction\(|\.transaction\(|method: '(?:POST|PUT|DELETE)'/;
/** Files that only make such things possible, and commands that run while an operator looks on. */
const exempt = ['models/database/transaction.ts', 'models/database/migrate.ts'];
/**
 * Their transactions promise nothing that is carried out later: a death leaves all of one or nothing. test/e2e/uploads.test.ts
 * shows what a killed API leaves of an upload. A tool of assistants has the boundaries of its use case.
 */
const unpromising =
  /^(?:activities\/readSubscriptions|api\/(?:billing\/customer|mcp\/serveMcp|invitations\/acceptInvitation|organizations\/|uploadSessions\/|users\/)|models\/(?:credentials\/rotateApiKey|uploads\/uploadExpiry))/;

/** Files of the service with a durable boundary and no failpoint. */
export function filesWithoutPoints(): string[] {
  return sources()
    .filter((file) => boundary.test(readFileSync(file, 'utf8')) && !/\bfailpoint\(/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file))
    .filter((file) => !exempt.includes(file) && !unpromising.test(file) && !/^(bin|lib)\/|routes\.ts$/.test(file));
}

function sources(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && join(folder, file) !== join('lib', 'failpoint.ts'))
      .map((file) => join(root, folder, file)),
  );
}

/** A name is a literal; of what it may hold, only the target of a transition is known here. */
export function pointsIn(source: string, file: string): string[] {
  return Array.from(source.matchAll(/\bfailpoint\((.*?)\);/g), ([, argument = '']) => argument).flatMap((argument) => {
    const [, literal] = /^'([a-zA-Z.]+)'$/.exec(argument) ?? [];
    if (literal !== undefined) return [literal];
    const [, stem] = /^`([a-zA-Z.]+)\$\{target\.to\}`$/.exec(argument) ?? [];
    if (stem !== undefined) return targets.map((to) => stem + to);
    throw new Error(`${file}: failpoint(${argument}) has no name that can be listed`);
  });
}
