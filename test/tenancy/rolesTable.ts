import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [head, ...rows] = readFileSync(join(__dirname, 'roles.tsv'), 'utf8')
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => line.split('\t'));

type Actor = [place: 'root' | 'second', role: 'owner' | 'admin' | 'member'];

/** A role, after the organization in which it counts. */
export const actors = head!.slice(1).map((actor) => actor.split(' ') as Actor);
/** The answers to each operation of the console, one for each actor. */
export const answersToRoles = new Map(rows.map(([operation, ...answers]) => [operation!, answers]));

/** The contract's answer to a person with this role: 403, or whatever the operation answers. */
export function answerToRole(operationId: string, [place, role]: Readonly<Actor>): string | undefined {
  return answersToRoles.get(operationId)?.[actors.findIndex(([where, as]) => where === place && as === role)];
}
