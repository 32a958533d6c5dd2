import type { SeenAssignment, Snapshot } from '../proof/judging/snapshot';
import { wordsOf } from './judge';
import { eventsOf, life } from './rehearsal';
import type { Played, Rehearsal } from './rehearsal';
import type { Stage } from './stage';

/** What callers are told, a row for each story, as the table in docs/deploy.md has it; a row for each platform where they differ. */
export function tableOf(stage: Stage, rehearsal: Rehearsal, { assignments }: Snapshot): string[] {
  const rows = rehearsal.played.map((one) => {
    const row = assignments.find(({ id }) => id === one.post.id());
    return { ...one, cells: cellsOf(stage, rehearsal, one, row) };
  });
  return [...new Set(rows.map(({ story }) => story.name))].flatMap((name) => {
    const own = rows.filter(({ story }) => story.name === name);
    if (new Set(own.map(({ cells }) => cells)).size === 1) return [`| ${name} | ${own[0]!.cells} |`];
    return own.map(({ post, cells }) => `| ${name} (${post.kind.platform}) | ${cells} |`);
  });
}

function cellsOf(
  stage: Stage,
  { stoppedAtMs }: Rehearsal,
  { post, repeat, toldBefore }: Played,
  row: SeenAssignment | undefined,
): string {
  const told = eventsOf(stage, post, stoppedAtMs);
  return [
    toldBefore ?? 'nothing',
    life.filter((status) => told.includes(status)).join(', ') || 'nothing',
    row ? code(wordsOf(row)) : '404',
    String(repeat.status),
  ].join(' | ');
}

/** Codes of failures stand as code on the page. */
function code(words: string): string {
  return words.replace(/[A-Z_]{4,}/, '`$&`');
}
