import { assignmentStatuses, endedStatuses, transitions } from '../../domain/assignment';
import type { Transition } from '../../domain/assignment';
import { page, table } from './markdown';

const named = Object.entries<Transition>(transitions);

/** docs/states.md: the life of an assignment as a diagram and as a table. */
export async function statesPage(): Promise<string> {
  return page(
    'The life of an assignment',
    '`domain/assignment.ts`',
    ['```mermaid', 'stateDiagram-v2', ...diagramLines(), '```'].join('\n'),
    `An assignment is in one of ${assignmentStatuses.length} statuses. ${endedStatuses.map(code).join(', ')} end a job; ` +
      'only a failed one can be taken up again. Every change is one of these, and `models/transition.ts` alone writes it.',
    table(
      ['Trigger', 'From', 'To', 'Fired by', 'Webhook'],
      named.map(([name, { from, to, by, notify }]) => [
        code(name),
        from.map(code).join(', '),
        code(to),
        by,
        notify ? 'yes' : 'no',
      ]),
    ),
  );
}

function diagramLines(): string[] {
  const edges = named.flatMap(([name, { from, to }]) => from.map((status) => `${status} --> ${to}: ${name}`));
  const ends = endedStatuses.map((status) => `${status} --> [*]`);
  return ['[*] --> pending: create', ...edges, ...ends].map((line) => `  ${line}`);
}

function code(text: string): string {
  return `\`${text}\``;
}
