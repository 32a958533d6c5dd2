import { assignmentStatuses, endedStatuses } from '../../domain/assignment';
import { allows } from '../../domain/assignment/allows';
import type { Action, AssignmentFacts, Refusal } from '../../domain/assignment/allows';
import type { Event, CallerEvent } from '../../domain/assignment/events';
import { removalModes } from '../../domain/platform';
import { isNotified } from '../../domain/webhook';
import { page, table } from './markdown';
import { moves } from './moves';

type Reporter = 'worker' | 'caller' | 'channel';

/** A worker reports all other events. */
const reporters: Readonly<Record<CallerEvent['is'], Reporter>> = {
  edited: 'caller',
  cancelled: 'caller',
  retried: 'caller',
  takeDownAsked: 'caller',
  channelRemoved: 'channel',
  resumed: 'channel',
};

/** docs/states.md: the life of an assignment as a diagram, and the actions that each status allows. */
export async function statesPage(): Promise<string> {
  return page(
    'The life of an assignment',
    '`bin/docs/moves.ts` and `domain/assignment/allows.ts`',
    ['```mermaid', 'stateDiagram-v2', ...diagramLines(), '```'].join('\n'),
    `An assignment is in one of ${assignmentStatuses.length} statuses. ${listed(endedStatuses)} end an assignment; ` +
      'only a failed one can be taken up again.',
    '## Moves',
    'A test walks all states that an assignment can be in, and these are all moves that it sees. Each names its ' +
      '[events](../domain/assignment/events.ts): a worker or a caller reports them, or a change of the channel does. One event can make ' +
      'several moves: a post that is found live passes through all statuses that are left. `cancelled` is also reported by a run that ' +
      'was cancelled in Temporal.',
    table(
      ['From', 'To', 'Worker', 'Caller', 'Channel', 'Webhook'],
      moves.map(({ from, to, by }) => {
        const of = (reporter: Reporter) => listed(by.filter((event) => reporterOf(event) === reporter));
        return [code(from), code(to), of('worker'), of('caller'), of('channel'), isNotified(to) ? 'yes' : 'no'];
      }),
    ),
    '## Actions',
    '`cancel` is DELETE, `retry` is POST to `/retry`, `resolve` is POST to `/resolve`, `takeDown` is POST to `/unpublish`. A PATCH is an `edit`, an `editMedia` where it names other media, and an `update` ' +
      'once the post is public. A cell says why an action is refused:',
    Object.entries(meanings)
      .map(([refusal, meaning]) => `- ${code(refusal)}: ${meaning}`)
      .join('\n'),
    actionTable(),
  );
}

function diagramLines(): string[] {
  const edges = moves.map(({ from, to, by }) => `${from} --> ${to}: ${by.join(', ')}`);
  const ends = endedStatuses.map((status) => `${status} --> [*]`);
  return ['[*] --> pending: create', ...edges, ...ends].map((line) => `  ${line}`);
}

function reporterOf(event: Event['is']): Reporter {
  return new Map<string, Reporter>(Object.entries(reporters)).get(event) ?? 'worker';
}

const meanings: Readonly<Record<Refusal, string>> = {
  status: 'not in this status',
  outcomeOpen: 'a call may have published the post, and nobody knows yet',
  outcomeKnown: 'no call is open whose outcome somebody could tell',
  removed: 'the post is deleted, or is being taken down',
  platform: 'the platform cannot do it',
};

const plain: Omit<AssignmentFacts, 'status'> = {
  pause: null,
  call: null,
  removal: null,
  kind: { removalModes },
};
const paused = { pause: { until: 0 } };
const open = { call: { of: 'publish', hasHappened: false } } as const;

const circumstances: readonly [words: string, set: Partial<AssignmentFacts>][] = [
  ['', {}],
  ['its preparation waits to be tried again', paused],
  ['its outcome is open', open],
  ['it waits so, and its outcome is open', { ...paused, ...open }],
  ['the post is being taken down', { removal: { state: 'due', mode: 'delete' } }],
  ['the post is deleted', { removal: { state: 'done', mode: 'delete' } }],
  ['the platform takes no post down', { kind: { removalModes: [] } }],
];

/** A row for each status, and one more for each circumstance that changes an answer. */
function actionTable(): string {
  const rows = assignmentStatuses.flatMap((status) => {
    const shown = new Set<string>();
    return circumstances.flatMap(([words, set]) => {
      const answers = Object.values(answersOf({ ...plain, ...set, status })).map((refusal) => refusal ?? '');
      if (shown.has(answers.join())) return [];
      shown.add(answers.join());
      return [[code(status), words, ...answers.map((refusal) => (refusal === '' ? '**yes**' : code(refusal)))]];
    });
  });
  return table(['Status', 'While', ...Object.keys(answersOf({ ...plain, status: 'pending' })).map(code)], rows);
}

function answersOf(assignment: AssignmentFacts): Record<Action, Refusal | null> {
  return {
    cancel: allows(assignment, 'cancel'),
    edit: allows(assignment, 'edit'),
    editMedia: allows(assignment, 'editMedia'),
    retry: allows(assignment, 'retry'),
    resolve: allows(assignment, 'resolve'),
    update: allows(assignment, 'update'),
    takeDown: allows(assignment, 'takeDown'),
  };
}

function listed(texts: readonly string[]): string {
  return texts.map(code).join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}
