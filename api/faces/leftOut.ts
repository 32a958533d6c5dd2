/** A limit above the depth of any argument that a tool takes (`parseInput` refuses deeper arguments). */
const depthMax = 40;

/**
 * Arguments without null values, at all depths: assistants send null for an optional argument that they leave out
 * (contract.md §9). Members of lists stay.
 */
export function withoutNulls(given: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> {
  const kept = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, within(value, depth + 1)]));
}

function within(value: unknown, depth: number): unknown {
  if (depth > depthMax || typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map((member) => within(member, depth + 1)) : withoutNulls({ ...value }, depth);
}
