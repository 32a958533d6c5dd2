import { z } from 'zod';
import { type Difference, lineOf } from './compare';

/** docs/openapi.breaks.json: the breaking differences that were decided on. A reason says why no caller breaks, or why all must follow. */
export const Breaks = z.array(
  z.strictObject({ reason: z.string().trim().min(30), changes: z.array(z.string()).nonempty() }),
);
export type Breaks = z.infer<typeof Breaks>;

/** What is wrong with the named breaks: a breaking difference without a reason, or a reason without its difference. */
export function breakFaults(differences: readonly Difference[], breaks: Breaks): string[] {
  const found = new Set(differences.filter(({ isBreaking }) => isBreaking).map(lineOf));
  const named = new Set(breaks.flatMap(({ changes }) => changes));
  return [
    ...[...found]
      .filter((line) => !named.has(line))
      .map((line) => `breaks callers, and docs/openapi.breaks.json has no reason for it: ${JSON.stringify(line)}`),
    ...[...named]
      .filter((line) => !found.has(line))
      .map((line) => `docs/openapi.breaks.json names what is no difference: ${JSON.stringify(line)}`),
  ];
}

/** The Markdown of docs/openapi.changes.md: every difference from the baseline, the breaking ones by their reasons, and the digest that was accepted. */
export function changesPage(differences: readonly Difference[], breaks: Breaks, digest: string): string {
  const breaking = breaks.flatMap(({ reason, changes }) => [
    `### ${reason}`,
    ...byOperations(differences.filter((difference) => difference.isBreaking && changes.includes(lineOf(difference)))),
  ]);
  const blocks = [
    '# Changes of the API',
    '<!-- Made by `npm run contract:accept` from docs/openapi.json and docs/openapi.breaks.json. Do not edit. -->',
    'What [openapi.json](openapi.json) says to programs beside [openapi.baseline.json](openapi.baseline.json).',
    '## Callers may break',
    ...(breaking.length > 0 ? breaking : ['Nothing.']),
    '## Callers go on unchanged',
    ...byOperations(differences.filter(({ isBreaking }) => !isBreaking)),
    `Digest of the accepted document: \`${digest}\``,
  ];
  return blocks.join('\n\n');
}

/** The texts of the differences, those with the same operations together. */
function byOperations(differences: readonly Difference[]): string[] {
  const operationsOf = new Map<string, string[]>();
  for (const { text, operation } of differences)
    operationsOf.set(text, [...(operationsOf.get(text) ?? []), operation === '' ? 'The document' : `\`${operation}\``]);
  const textsOf = new Map<string, string[]>();
  for (const [text, operations] of operationsOf) {
    const key = [...new Set(operations)].join(', ');
    textsOf.set(key, [...(textsOf.get(key) ?? []), `- ${text}`]);
  }
  return [...textsOf].map(([operations, lines]) => `${operations}:\n\n${lines.join('\n')}`);
}
