import { textOf } from '../../support/projectFiles';

/** `pending → uploading`, and so on: how a status may change, and whether a webhook says so, as contract.md §2 promises it to callers. */
export const contractWays: ReadonlyMap<string, 'yes' | 'no'> = new Map(
  rowsOf('States and transitions').flatMap(([from = '', _cause, to = '', webhook]) =>
    statusesIn(from).flatMap((source) =>
      statusesIn(to).map((target) => [`${source} → ${target}`, webhook === 'yes' ? 'yes' : 'no'] as const),
    ),
  ),
);

/** The cells of the table under a heading of the contract. */
function rowsOf(heading: string): string[][] {
  const [, section = ''] = textOf('docs/contract.md').split(`### ${heading}\n`);
  const lines = section.split(/^#/m)[0]!.match(/^\|.*\|$/gm) ?? [];
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

function statusesIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`(\w+)`/g), ([, status]) => status!);
}
