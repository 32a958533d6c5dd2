import type { FieldErrors } from '../../domain/payload/payload';

/** A call with more wrong names than that is not reported name by name. */
const namesMax = 20;
/** Names that begin alike up to here are taken for the same word. */
const likeness = 4;

/**
 * The faults of arguments that a tool does not have, each with the argument that was probably meant. A misspelt
 * `scheduledAt` that is dropped in silence would make a post public at once.
 * @param known the arguments that the tool has
 */
export function unknownArguments(known: readonly string[], given: Record<string, unknown>): FieldErrors {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return Object.fromEntries(unknown.slice(0, namesMax).map((name) => [name, [fault(name, known)]]));
}

function fault(name: string, known: readonly string[]): string {
  const alike = known.filter((one) => isAlike(plain(one), plain(name)));
  if (alike.length > 0) return `is no argument of this tool; use ${alike.join(' or ')}`;
  return `is no argument of this tool, which has: ${known.join(', ')}`;
}

function isAlike(one: string, other: string): boolean {
  return one === other || (other.length >= likeness && one.slice(0, likeness) === other.slice(0, likeness));
}

/** `scheduled_at` and `ScheduledAt` are the same name in other conventions. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
